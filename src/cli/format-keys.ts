import type { Clock } from '../core/clock.js';
import { formatUtcZ } from '../core/dates.js';
import type { Warning } from '../core/warnings.js';
import { KEY_FILE, KEY_VARIABLE, labelOf } from '../documents/signing/key-file.js';
import { type Keyring, publishedKeys } from '../documents/signing/keys.js';
import type { PublicKey } from '../documents/surface.js';
import { coloursOf } from './colours.js';
import type { Terminal } from './terminal.js';

/** The output of `svc keys --json`: public halves only. */
export interface KeysReport {
  readonly ok: true;
  /** Where the key is: `SVC_SIGNING_KEY`, or the file. */
  readonly origin: string;
  readonly key: PublicKey;
  readonly retired: readonly PublicKey[];
  readonly warnings: readonly Warning[];
}

/** The keys as the key directory lists them now. */
export function keysReport(
  ring: Keyring,
  warnings: readonly Warning[],
  { clock, maxAgeDays }: { readonly clock: Clock; readonly maxAgeDays: number },
): KeysReport {
  const [key = ring.current, ...retired] = publishedKeys(ring, clock.now(), maxAgeDays);
  const origin = ring.origin === 'environment' ? KEY_VARIABLE : labelOf(KEY_FILE);
  return { ok: true, origin, key, retired, warnings };
}

/** The keys for people. */
export function formatKeys({ origin, key, retired }: KeysReport): string {
  const { kty, crv, x } = key;
  const lines = [
    `key      ${key.kid}`,
    `from     ${origin}`,
    `made     ${key.nbf === undefined ? 'not known' : formatUtcZ(key.nbf)}`,
    `public   ${JSON.stringify({ kty, crv, x })}`,
    ...(key.exp === undefined ? [] : [`listed   until ${formatUtcZ(key.exp)}`]),
    ...retired.map(({ kid, exp }) => `retired  ${kid}, listed until ${formatUtcZ(exp ?? 0)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Warnings, each with its fix. */
export function formatWarnings(warnings: readonly Warning[], terminal: Terminal): string {
  const pc = coloursOf(terminal);
  return warnings
    .map(({ message, fix }) => {
      const way = fix === undefined ? '' : `${pc.dim('fix:')}     ${fix}\n`;
      return `${pc.yellow('warning:')} ${message}\n${way}`;
    })
    .join('');
}
