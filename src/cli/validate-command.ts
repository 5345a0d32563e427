import { Command } from 'commander';
import { configOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';
import type { ValidateFlags } from './validate.js';

const EXAMPLES = `
Examples:
  svc validate
      the output folder of the site in this folder
  svc validate public
      a folder that svc build has written; needs no configuration
  svc validate --strict --json > findings.json
      warnings count too; for machines, one JSON object on standard output

Reads the files only: it builds, writes and fetches nothing.
Environment variables: SVC_CONFIG, SVC_OUT, SVC_SITE, SVC_STRICT, SVC_JSON.
Exit codes: 0 valid, 1 found an error (with --strict also a warning), 2 wrong usage.`;

/** The command line of `svc validate`. Its code is loaded when it runs. */
export function validateCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('validate')
    .description('Checks every written document against its schema and the rules of its standard.')
    .argument('[dir]', 'the output folder (default: that of the configuration)')
    .addOption(configOption())
    .option('-o, --out <dir>', 'the output folder')
    .option('--site <dir>', 'folder of the built HTML site that you deploy with it')
    .option('--strict', 'warnings fail too')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string | undefined, flags: ValidateFlags) => {
      const { validate } = await import('./validate.js');
      exit(await validate(dir, flags, terminal));
    });
}
