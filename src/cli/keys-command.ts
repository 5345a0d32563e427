import { Command } from 'commander';
import type { KeysFlags } from './keys.js';
import type { Exit, Terminal } from './terminal.js';

const EXAMPLES = `
Examples:
  svc keys generate
      makes .svc/signing-key.jwk; one that is there already is never overwritten
  svc keys generate --print
      prints a key for the secret SVC_SIGNING_KEY of a CI service; nothing is written
  svc keys rotate
      a new key; the old one stays in the key directory until its last signature expires
  svc keys show
      the public half of the key, and of retired ones

Keys come from SVC_SIGNING_KEY, else from .svc/ beside the configuration. Only --print ever shows a secret, on
standard output. SVC_JSON=1 stands for --json. Exit codes: 0 done, 1 failed, 2 wrong usage.`;

/** The command `svc keys`. Its code is loaded when it runs. */
export function keysCommand(terminal: Terminal, style: { readonly json: boolean }, exit: Exit): Command {
  const keys = new Command('keys')
    .description('The key that documents are signed with.')
    .addHelpText('after', EXAMPLES);
  const add = (verb: 'generate' | 'rotate' | 'show', description: string): Command => {
    const command = new Command(verb)
      .description(description)
      .option('-c, --config <file>', 'configuration (default: svc.config.json here)')
      .option('--json', 'print one JSON object')
      .option('--debug', 'show the stack of errors')
      .allowExcessArguments(false)
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
