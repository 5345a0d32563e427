import { Command } from 'commander';
import type { KeysFlags } from './keys.js';
import { configOption } from './shared-options.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
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
export function keysCommand(terminal: Terminal, exit: Exit, style: { readonly json: boolean }): Command {
  const keys = new Command('keys')
    .description('Manages the key that signs documents.')
    .addHelpText('after', EXAMPLES);
  const add = (verb: 'generate' | 'rotate' | 'show', description: string): Command => {
    const command = new Command(verb)
      .description(description)
      .addOption(configOption())
      .addHelpText('after', EXAMPLES)
      .action(async (flags: KeysFlags) => {
        const { keys: run } = await import('./keys.js');
        exit(await run(verb, { ...flags, json: style.json }, terminal));
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
