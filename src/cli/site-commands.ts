/** The commands that set up, import, preview and serve a site. */

import { Command, Option } from 'commander';
import type { ImportFlags } from './import.js';
import type { InitFlags } from './init.js';
import type { KeysFlags } from './keys.js';
import type { PreviewFlags } from './preview.js';
import type { ServeFlags } from './serve.js';
import {
  configOption,
  type DatabaseFlags,
  databaseCommand,
  repeatableOption,
  sourceOption,
} from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const INIT_EXAMPLES = `
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
export function initCommand(terminal: Terminal, exit: Exit): Command {
  return new Command('init')
    .description('Writes a commented configuration for the content of a folder.')
    .argument('[dir]', 'the folder (default: the current one)')
    .option('-b, --base-url <url>', 'address of the site (default: the one that it finds)')
    .option('--ci <service>', 'also write a pipeline that checks pull requests: github or gitlab')
    .option('--program <repository@commit>', 'where that pipeline gets the program (default: node_modules)')
    .option('-y, --yes', "don't ask")
    .option('--dry-run', 'show what it finds; write nothing')
    .addHelpText('after', INIT_EXAMPLES)
    .action(async (dir: string | undefined, flags: InitFlags) => {
      const { init } = await import('./init.js');
      exit(await init(dir, flags, terminal));
    });
}

const IMPORT_EXAMPLES = `
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
export function importCommand(terminal: Terminal, exit: Exit): Command {
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
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (paths: readonly string[], flags: ImportFlags) => {
      const { importExports } = await import('./import.js');
      exit(await importExports(paths, flags, terminal));
    });
}

const PREVIEW_EXAMPLES = `
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
    .addHelpText('after', PREVIEW_EXAMPLES)
    .action(async (path: string | undefined, flags: PreviewFlags) => {
      const { preview } = await import('./preview.js');
      exit(await preview(path, flags, terminal));
    });
}

const SERVE_EXAMPLES = `
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
    .addHelpText('after', SERVE_EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('./serve.js');
      exit(await serve(flags, terminal));
    });
}

const KEYS_EXAMPLES = `
Examples:
  svc keys generate
      creates .svc/signing-key.jwk; never overwrites an existing key
  svc keys generate --print
      prints a key for the secret SVC_SIGNING_KEY of a CI service; writes nothing
  svc keys rotate
      creates a new key; the old one stays in the key directory until its last signature expires
  svc keys show
      shows the public half of the key and of retired keys

The key comes from SVC_SIGNING_KEY, or else from .svc/ next to the configuration. Only --print shows a secret, on
standard output. SVC_JSON=1 is the same as --json. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc keys`. Its code is loaded when it runs. */
export function keysCommand(terminal: Terminal, exit: Exit): Command {
  const keys = new Command('keys')
    .description('Manages the key that signs documents.')
    .addHelpText('after', KEYS_EXAMPLES);
  const add = (verb: 'generate' | 'rotate' | 'show', description: string): Command => {
    const command = new Command(verb)
      .description(description)
      .addOption(configOption())
      .addHelpText('after', KEYS_EXAMPLES)
      .action(async (flags: KeysFlags) => {
        const { keys: run } = await import('./keys.js');
        exit(await run(verb, flags, terminal));
      });
    keys.addCommand(command);
    return command;
  };
  add('generate', 'Creates a key, unless there is one.').option(
    '--print',
    'print it, secret included, for SVC_SIGNING_KEY; write nothing',
  );
  add('rotate', 'Creates a new key; signatures of the old one stay verifiable.').option(
    '--print',
    'print the new value of SVC_SIGNING_KEY, secret included; write nothing',
  );
  add('show', 'Shows the public half of the key, never the secret one.');
  return keys;
}

const CONTENT_EXAMPLES = `
Examples:
  svc content revisions 172297149286748
      lists the stored versions of a page, latest first
  svc content restore 12
      restores the file from revision 12; the current version becomes a revision too

The change feed and the responses to assistants contain the id of a page. Revisions are in the database of the
configuration, or else in .svc/svc.db. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc content`. Its code is loaded when it runs. */
export function contentCommand(terminal: Terminal, exit: Exit): Command {
  const content = new Command('content')
    .description('Lists and undoes changes by assistants.')
    .addHelpText('after', CONTENT_EXAMPLES);
  const add = (verb: 'revisions' | 'restore', argument: string, description: string): void => {
    const command = databaseCommand(verb, description)
      .argument(`<${argument}>`, argument === 'id' ? 'id of the page' : 'number of the revision')
      .addHelpText('after', CONTENT_EXAMPLES)
      .action(async (number: string, flags: DatabaseFlags) => {
        const { content: run } = await import('./content.js');
        exit(await run(verb, number, flags, terminal));
      });
    content.addCommand(command);
  };
  add('revisions', 'id', 'Lists the revisions of a page.');
  add('restore', 'revision', 'Restores a file from a revision.');
  return content;
}
