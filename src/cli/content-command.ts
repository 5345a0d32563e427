import { Command } from 'commander';
import type { ContentFlags } from './content.js';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc content revisions 172297149286748
      lists the stored versions of a page, latest first
  svc content restore 12
      restores the file from revision 12; the current version becomes a revision too

The change feed and the responses to assistants contain the id of a page. Revisions are in the database of the
configuration, or else in .svc/svc.db. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc content`. Its code is loaded when it runs. */
export function contentCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  const content = new Command('content')
    .description('Lists and undoes changes by assistants.')
    .addHelpText('after', EXAMPLES);
  const add = (verb: 'revisions' | 'restore', argument: string, description: string): void => {
    const command = databaseCommand(verb, description)
      .argument(`<${argument}>`, argument === 'id' ? 'id of the page' : 'number of the revision')
      .addHelpText('after', EXAMPLES)
      .action(async (number: string, flags: ContentFlags) => {
        const { content: run } = await import('./content.js');
        exit(await run(verb, number, { ...flags, json: style.json }, terminal));
      });
    content.addCommand(command);
  };
  add('revisions', 'id', 'Lists the revisions of a page.');
  add('restore', 'revision', 'Restores a file from a revision.');
  return content;
}
