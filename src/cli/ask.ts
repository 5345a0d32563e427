/** Questions that commands ask in a terminal. */

import { SvcError } from '../core/errors.js';
import type { Terminal } from './terminal.js';

/** True where a person can answer: both ends are a terminal, and it isn't a CI job. */
export function canAsk({ env, isTty, stdin }: Terminal): boolean {
  return isTty && stdin === undefined && process.stdin.isTTY === true && !env['CI'];
}

/**
 * Asks for a confirmation.
 * @param yes the answer of the flag `--yes`
 * @throws SvcError `SVC_USAGE` without a terminal to ask on, and for the answer no
 */
export async function confirmed(question: string, yes: boolean, terminal: Terminal): Promise<void> {
  if (yes) return;
  if (!canAsk(terminal)) {
    throw new SvcError('SVC_USAGE', `not confirmed: ${question}`, { fix: 'Add --yes to confirm.' });
  }
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
  if (answer !== true) throw cancelled();
}

/**
 * Asks for a password without showing it, twice.
 * @param problem what's wrong with a password; undefined for a good one
 * @returns undefined without a terminal to ask on
 * @throws SvcError `SVC_USAGE` when the question is cancelled
 */
export async function askPassword(
  terminal: Terminal,
  problem: (password: string) => string | undefined,
): Promise<string | undefined> {
  if (!canAsk(terminal)) return undefined;
  const { isCancel, password } = await import('@clack/prompts');
  const output = process.stderr;
  const first = await password({ message: 'Password', validate: (text = '') => problem(text), output });
  if (isCancel(first)) throw cancelled();
  const again = await password({
    message: 'The same password again',
    validate: (text) => (text === first ? undefined : "It isn't the same."),
    output,
  });
  if (isCancel(again)) throw cancelled();
  return first;
}

/**
 * Asks for one of several values.
 * @returns undefined without a terminal to ask on
 * @throws SvcError `SVC_USAGE` when the question is cancelled
 */
export async function askOneOf<T extends string>(
  terminal: Terminal,
  message: string,
  values: readonly T[],
): Promise<T | undefined> {
  if (!canAsk(terminal)) return undefined;
  const { isCancel, select } = await import('@clack/prompts');
  const options = values.map((value) => ({ value: value as string }));
  const answer = await select<string>({ message, options, output: process.stderr });
  if (isCancel(answer)) throw cancelled();
  return answer as T;
}

/**
 * Asks for a text.
 * @param initial the text to accept or to change
 * @param problem what's wrong with a text; undefined for a good one
 * @throws SvcError `SVC_USAGE` when the question is cancelled
 */
export async function askText(
  message: string,
  initial: string,
  problem: (text: string) => string | undefined,
): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({
    message,
    initialValue: initial,
    validate: (given = '') => problem(given),
    output: process.stderr,
  });
  if (isCancel(answer)) throw cancelled();
  return (answer ?? '').trim();
}

/**
 * Asks for any number of values.
 * @throws SvcError `SVC_USAGE` when the question is cancelled
 */
export async function askSome<T extends string>(
  message: string,
  values: readonly T[],
  initial: readonly T[],
): Promise<readonly T[]> {
  const { isCancel, multiselect } = await import('@clack/prompts');
  const options = values.map((value) => ({ value: value as string }));
  const answer = await multiselect<string>({
    message,
    options,
    initialValues: [...initial],
    required: false,
    output: process.stderr,
  });
  if (isCancel(answer)) throw cancelled();
  return answer as T[];
}

function cancelled(): SvcError {
  return new SvcError('SVC_USAGE', 'cancelled: nothing was changed', {});
}
