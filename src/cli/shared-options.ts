/** Options that several commands have. */

import { Command, Option } from 'commander';

/** The flags of every command about the data in a site's database. */
export interface DatabaseFlags {
  readonly config?: string;
  readonly database?: string;
  readonly json?: boolean;
}

/** A command about the data in a site's database, with the common options. */
export function databaseCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(configOption())
    .option('--database <url>', 'postgres:// address, or path of a SQLite file');
}

/** The configuration of the site. */
export function configOption(): Option {
  return new Option('-c, --config <file>', 'configuration file (default: svc.config.* here)');
}

/** The options of commands that build a site. */
export function sourceOption(): Option {
  return repeatableOption('-s, --source <path>', 'what to read; may be repeated');
}

/** An option whose values are collected in a list. */
export function repeatableOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser<string[]>((value, list = []) => [...list, value]);
}

/** The flag, or else what an environment variable says. */
export function isFlagSet(flag: boolean | undefined, variable: string | undefined): boolean {
  return flag ?? /^(?:1|true|yes|on)$/i.test(variable?.trim() ?? '');
}
