import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireLock } from '../build/lock.js';
import { prepareRun } from '../build/prepare.js';
import { loadConfig } from '../config/load.js';
import { type Clock, systemClock } from '../core/clock.js';
import { formatUtcZ } from '../core/dates.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { type Warning, Warnings } from '../core/warnings.js';
import { generateKey } from '../documents/signing/key.js';
import { KEY_FILE, KEY_VARIABLE, stateFileLabel } from '../documents/signing/key-file.js';
import {
  createKey,
  findKeyring,
  type Keyring,
  publishedKeys,
  rotated,
  storeRotated,
  variableText,
} from '../documents/signing/keys.js';
import { coloursOf, printNotices } from './print.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc keys` from commander. */
export interface KeysFlags {
  readonly config?: string;
  readonly print?: boolean;
  readonly json?: boolean;
}

/** The inputs of a run of `svc keys`. */
type Job = Awaited<ReturnType<typeof openJob>>;

/**
 * `svc keys generate|rotate|show`.
 * @throws SvcError `SVC_KEY_EXISTS`, `SVC_KEY_INVALID`, `SVC_USAGE`, `SVC_OUT_UNSAFE`, `SVC_OUT_BUSY`, and errors of
 * loading the configuration
 */
export async function keys(
  verb: 'generate' | 'rotate' | 'show',
  flags: KeysFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { print = false, json = false } = flags;
  if (verb === 'generate' && print) {
    const current = await generateKey(systemClock(terminal.env).now());
    return printSecret(variableText({ current, retired: [] }), terminal);
  }
  const job = await openJob(flags, terminal);
  if (verb === 'rotate' && print) return printSecret(await rotatedText(job), terminal);
  const ring = await (verb === 'show' ? show(job) : underLock(job, verb === 'rotate' ? rotate : generate));
  const report = keysReport(ring, job.place.warnings.list(), job);
  if (json) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else printReport(verb, report, job, terminal);
  return 0;
}

async function openJob(flags: KeysFlags, { cwd, env, err }: Terminal) {
  const loaded = await loadConfig({ cwd, flags, env });
  const clock = systemClock(env);
  const warnings = new Warnings();
  // With plugins, which may change the setting.
  const { hooks, settings } = await prepareRun(loaded, clock, new Warnings());
  await hooks.close();
  printNotices(hooks, err);
  const place = { state: join(loaded.folder, '.svc'), out: loaded.config.out, env, warnings };
  return { loaded, place, clock, maxAgeDays: settings.signature_max_age_days };
}

/** No build signs with the old key while it is being retired. */
async function underLock(job: Job, run: (job: Job) => Promise<Keyring>): Promise<Keyring> {
  const release = await acquireLock(job.place.state, { env: job.place.env });
  try {
    return await run(job);
  } finally {
    release();
    // Left by the lock alone, where nothing was written.
    await rmdir(job.place.state).catch(() => undefined);
  }
}

async function show({ place }: Job): Promise<Keyring> {
  const ring = await findKeyring(place);
  if (ring !== undefined) return ring;
  const fix = 'Run "svc keys generate", or let the next build create one.';
  throw new SvcError('SVC_KEY_INVALID', 'there is no signing key', { fix });
}

async function generate({ place, clock }: Job): Promise<Keyring> {
  const current = await createKey(place, clock.now());
  return { current, retired: [], origin: 'file' };
}

async function rotate(job: Job): Promise<Keyring> {
  const ring = await show(job);
  if (ring.origin === 'environment') {
    const message = `${KEY_VARIABLE} is set, which only its owner can change`;
    const fix = 'Run "svc keys rotate --print", and store its output as the new value.';
    throw new SvcError('SVC_KEY_INVALID', message, { field: KEY_VARIABLE, fix });
  }
  const next = await rotated(ring, job.clock.now(), job.maxAgeDays);
  await storeRotated(job.place.state, next);
  return { ...next, origin: 'file' };
}

async function rotatedText(job: Job): Promise<string> {
  return variableText(await rotated(await show(job), job.clock.now(), job.maxAgeDays));
}

function printSecret(text: string, terminal: Terminal): ExitCode {
  terminal.err(`This is a secret. Store it as ${KEY_VARIABLE} and nowhere else; nothing was written.\n`);
  terminal.out(`${text}\n`);
  return 0;
}

function printReport(verb: string, report: KeysReport, { place }: Job, terminal: Terminal): void {
  terminal.err(formatWarnings(report.warnings, terminal));
  if (verb === 'generate' && (place.env[KEY_VARIABLE] ?? '') !== '') {
    terminal.err(`${KEY_VARIABLE} is set and takes precedence: builds don't use the new key.\n`);
  }
  terminal.out(formatKeys(report));
}

/** The output of `svc keys --json`: public halves only. */
type KeysReport = ReturnType<typeof keysReport>;

/** The keys as the key directory lists them now. */
function keysReport(
  ring: Keyring,
  warnings: readonly Warning[],
  { clock, maxAgeDays }: { readonly clock: Clock; readonly maxAgeDays: number },
) {
  const [key = ring.current, ...retired] = publishedKeys(ring, clock.now(), maxAgeDays);
  const origin = ring.origin === 'environment' ? KEY_VARIABLE : stateFileLabel(KEY_FILE);
  return { ok: true, origin, key, retired, warnings };
}

/** The keys for people. */
function formatKeys({ origin, key, retired }: KeysReport): string {
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
function formatWarnings(warnings: readonly Warning[], terminal: Terminal): string {
  const pc = coloursOf(terminal);
  return warnings
    .map(({ message, fix }) => {
      const way = fix === undefined ? '' : `${pc.dim('fix:')}     ${fix}\n`;
      return `${pc.yellow('warning:')} ${message}\n${way}`;
    })
    .join('');
}
