import { Command } from 'commander';
import type { SettingsFlags } from './settings.js';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc settings get
      shows every setting
  svc settings get identity.about
      shows a setting, or a part of it
  svc settings set enable_mcp_server true
      changes a setting; values are JSON or plain text
  svc settings set identity.expertise '["Seals", "Lamps"]'
      changes a list
  svc settings reset topics_max
      restores the default of a setting
  svc settings reset --yes
      restores all defaults; without --yes, a terminal asks first

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc settings`. Its code is loaded when it runs. */
export function settingsCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  const settings = new Command('settings')
    .description('Reads and changes the settings, like the admin API.')
    .addHelpText('after', EXAMPLES);
  const add = (verb: 'get' | 'set' | 'reset', description: string, parameters: readonly string[]): void => {
    const command = databaseCommand(verb, description).addHelpText('after', EXAMPLES);
    for (const parameter of parameters) command.argument(parameter);
    if (verb === 'reset') command.option('-y, --yes', 'reset all settings without asking');
    command.action(async (...args: readonly unknown[]) => {
      const [key, value] = args.slice(0, parameters.length) as (string | undefined)[];
      const flags = args[parameters.length] as SettingsFlags;
      const { settings: run } = await import('./settings.js');
      exit(await run({ verb, key, value }, { ...flags, json: style.json }, terminal));
    });
    settings.addCommand(command);
  };
  add('get', 'Shows settings.', ['[key]']);
  add('set', 'Changes one setting.', ['<key>', '<value>']);
  add('reset', 'Restores the default of one setting, or of all.', ['[key]']);
  return settings;
}
