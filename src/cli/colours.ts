import pc from 'picocolors';
import type { Terminal } from './terminal.js';

/** Functions that colour a text, or return it unchanged. */
export type Colours = ReturnType<typeof pc.createColors>;

/**
 * Colours for the messages of a run: for a person's screen, unless the environment says otherwise.
 * @see https://no-color.org
 */
export function coloursOf({ isTty, env }: Pick<Terminal, 'isTty' | 'env'>): Colours {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (isSet('NO_COLOR')) return pc.createColors(false);
  if (isSet('FORCE_COLOR')) return pc.createColors(env['FORCE_COLOR'] !== '0');
  return pc.createColors(isTty && env['TERM'] !== 'dumb');
}

/** Colours for a report, which goes to standard output: a pipe or a file gets none. */
export function reportColours({ outIsTty = false, env }: Pick<Terminal, 'outIsTty' | 'env'>): Colours {
  return coloursOf({ isTty: outIsTty, env });
}
