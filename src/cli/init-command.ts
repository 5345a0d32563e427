import { Command } from 'commander';
import type { InitFlags } from './init.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc init
      examines this folder and writes svc.config.yaml
  svc init site --base-url https://example.org
      examines the folder "site", and sets its address
  svc init --ci github
      also writes a workflow that comments on pull requests; keeps an existing configuration
  svc init --dry-run --json
      shows what it finds, for programs; writes nothing

On a terminal, it asks for what it can't find; with --yes, it doesn't ask. It never changes an existing configuration:
the exit code is then 1. SVC_JSON=1 is the same as --json.
Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc init`. Its code is loaded when it runs. */
export function initCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  return new Command('init')
    .description('Writes a commented configuration for the content of a folder.')
    .argument('[dir]', 'the folder (default: the current one)')
    .option('-b, --base-url <url>', 'address of the site (default: the one that it finds)')
    .option('--ci <service>', 'also write a pipeline that checks pull requests: github or gitlab')
    .option('--program <repository@commit>', 'where that pipeline gets the program (default: node_modules)')
    .option('-y, --yes', "don't ask")
    .option('--dry-run', 'show what it finds; write nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (dir: string | undefined, flags: InitFlags) => {
      const { init } = await import('./init.js');
      exit(await init(dir, { ...flags, json: style.json }, terminal));
    });
}
