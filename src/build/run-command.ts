import { spawn } from 'node:child_process';

/** Milliseconds after which a command is stopped as hanging. */
const PATIENCE = 30_000;

/**
 * Runs a command of the configuration.
 * @param input comes on standard input; a command that ends early need not read it
 * @returns what is wrong, without the subject; undefined when the command ended with 0
 */
export function runCommand(
  [program = '', ...args]: readonly string[],
  input: string,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stdio = ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'];
    const child = spawn(program, args, { ...place, stdio, timeout: PATIENCE });
    child.once('error', ({ message }) => resolve(`can't be run (${message})`));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${code ?? signal}`));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
