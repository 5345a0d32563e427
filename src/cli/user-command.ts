import { Command } from 'commander';
import { databaseCommand } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';
import type { UserFlags } from './user.js';

const EXAMPLES = `
Examples:
  svc user add ada
      adds an account; asks for role and password
  svc user add ada --role administrator --password-stdin < password.txt
      the same in a script; ignores a line feed at the end of the password
  svc user list
      lists every account with its role
  svc user passwd ada --password-stdin
      sets a new password and signs the account out everywhere
  svc user remove ada
      removes the account and its sessions

Roles: administrator, editor, author, contributor, subscriber. Accounts are in the database of the configuration, or
else in .svc/svc.db. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc user`. Its code is loaded when it runs. */
export function userCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  const user = new Command('user')
    .description('Manages the accounts of the sidecar.')
    .addHelpText('after', EXAMPLES);
  const add = (verb: 'add' | 'list' | 'passwd' | 'remove', description: string): Command => {
    const command = databaseCommand(verb, description).addHelpText('after', EXAMPLES);
    if (verb !== 'list') command.argument('<name>', 'name of the account');
    command.action(async (...args: readonly unknown[]) => {
      const name = verb === 'list' ? '' : String(args[0]);
      const flags = args[verb === 'list' ? 0 : 1] as UserFlags;
      const { user: run } = await import('./user.js');
      exit(await run(verb, name, { ...flags, json: style.json }, terminal));
    });
    user.addCommand(command);
    return command;
  };
  add('add', 'Adds an account.')
    .option('--role <role>', 'what the account may do')
    .option('--email <address>', 'e-mail address, never public')
    .option('--password-stdin', 'read the password from standard input');
  add('list', 'Lists the accounts.');
  add('passwd', 'Sets the password of an account.').option('--password-stdin', 'read it from standard input');
  add('remove', 'Removes an account.');
  return user;
}
