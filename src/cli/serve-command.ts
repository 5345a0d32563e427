import { Command } from 'commander';
import type { ServeFlags } from './serve.js';
import { configOption, sourceOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc serve --watch
      the site of the configuration here, built again when its content changes
  svc serve --source content --base-url https://example.org --port 8080
      a folder of Markdown files, behind a web server that passes requests on
  svc serve --database postgres://svc@localhost/svc
      accounts, log and settings in PostgreSQL

The first start prints a link to create the first account. Ctrl-C and SIGTERM end it after running requests.
Every option is also an environment variable, such as SVC_PORT for --port.
Exit codes: 0 ended, 1 failed, 2 wrong usage.`;

/** The command line of `svc serve`. */
export function serveCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('serve')
    .description('Builds the site and serves it: every public document, live.')
    .addOption(configOption())
    .addOption(sourceOption())
    .option('--site <dir>', 'folder of the built HTML site')
    .option('-b, --base-url <url>', 'address of the site')
    .option('-o, --out <dir>', 'folder to write (default: out)')
    .option('-p, --port <n>', 'port, 0 for any free one (default: 8787)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--database <url>', 'a postgres:// address or a SQLite file')
    .option('-w, --watch', 'build again when content changes')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.js');
      exit(await serve(flags, terminal));
    });
}
