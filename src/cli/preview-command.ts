import { Command } from 'commander';
import type { PreviewFlags } from './preview.js';
import { configOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc preview export.xml
      a WordPress export as a site, each page next to its Markdown
  svc preview content --port 8080 --out preview
      a folder of Markdown files; the files stay in preview/

Environment variables: SVC_CONFIG, SVC_PORT, SVC_OUT, SVC_JSON.
Exit codes: 0 ended, 1 failed, 2 wrong usage.`;

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
    .addHelpText('after', EXAMPLES)
    .action(async (path: string | undefined, flags: PreviewFlags) => {
      const { preview } = await import('./preview.js');
      exit(await preview(path, flags, terminal));
    });
}
