import { Command } from 'commander';
import type { ServeFlags } from './serve.js';
import { configOption, sourceOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

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
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.js');
      exit(await serve(flags, terminal));
    });
}
