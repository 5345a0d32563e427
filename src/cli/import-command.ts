import { Command, Option } from 'commander';
import type { ImportFlags } from './import.js';
import { repeatableOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc import export.xml --to content
      turns a WordPress export into a folder of HTML files with front matter
  svc import part-1.xml part-2.xml --to content
      an export in two parts; if an entry is in both, the later part wins
  svc import export.xml --to content --dry-run
      shows what would be written; writes nothing
  svc import newer-export.xml --to content --force
      adds the entries that the folder lacks; changes nothing in it
  svc import export.xml --to content --uploads wp-content/uploads
      also copies the images and files that public pages refer to

Drafts and other hidden entries are imported and stay hidden. Passwords are left out unless you pass --with-passwords.
SVC_JSON=1 is the same as --json. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc import`. Its code is loaded when it runs. */
export function importCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  return new Command('import')
    .description('Turns an export into a folder of content files with the same build result.')
    .argument('<export...>', 'the export, or its parts in their order')
    .requiredOption('-t, --to <dir>', 'folder to write; it must be empty')
    .addOption(
      new Option('--format <format>', 'bodies as HTML, or as the export has them')
        .choices(['html', 'source'])
        .default('html'),
    )
    .option('-b, --base-url <url>', "address of the site, if the export doesn't have it (Ghost)")
    .option('--timezone <zone>', 'zone of dates without an offset, such as Europe/Lisbon', 'UTC')
    .option('--with-passwords', 'write the passwords of protected entries into their files, in clear')
    .option(
      '--uploads <folder|url>',
      'copy the images and files that public pages refer to, into <dir>/public',
    )
    .addOption(
      repeatableOption(
        '--allow-network <cidr>',
        'internal network that --uploads may read from; may be repeated',
      ),
    )
    .option('--force', 'add what is missing to a folder that already has files')
    .option('--dry-run', 'show what would be written; write nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: readonly string[], flags: ImportFlags) => {
      const { importExports } = await import('./import.js');
      exit(await importExports(paths, { ...flags, json: style.json }, terminal));
    });
}
