import { Command } from 'commander';
import type { PreviewFlags } from './preview.js';
import { configOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

/** The command line of `svc preview`. */
export function previewCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('preview')
    .description('Builds a browsable site from an export or a folder and serves it on this machine.')
    .argument(
      '[path]',
      'an export, or a folder of content or with a configuration (default: the current folder)',
    )
    .addOption(configOption())
    .option('-p, --port <n>', 'port, 0 for any free one (default: 8787, or another if it is in use)')
    .option('-o, --out <dir>', 'folder to build into (default: a temporary one)')
    .action(async (path: string | undefined, flags: PreviewFlags) => {
      const { preview } = await import('./preview.js');
      exit(await preview(path, flags, terminal));
    });
}
