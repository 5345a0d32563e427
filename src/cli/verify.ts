import { existsSync } from 'node:fs';
import { siteAddress } from '../api/site-address.js';
import { verify as verifySite } from '../api/verify.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { printable } from '../core/text.js';
import { selfCheckTokens } from '../insights/activity/self-check-tokens.js';
import { type CheckGroup, type Finding, GROUPS } from '../quality/verify/check.js';
import type { CheckResult, Status, VerifyReport } from '../quality/verify/report.js';
import { databaseAddress } from '../storage/open-settings.js';
import { type Colours, reportColours } from './print.js';
import { isFlagSet } from './shared-options.js';
import type { Terminal } from './terminal.js';

/** The flags of `svc verify` from commander. */
export interface VerifyFlags {
  readonly timeout?: string;
  readonly sample?: string;
  readonly userAgents?: string;
  readonly connect?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * `svc verify`.
 * @param url address of the site; `https://` where it has no scheme
 * @throws SvcError `SVC_USAGE` for an invalid address, and for numbers out of range
 */
export async function verify(url: string, flags: VerifyFlags, terminal: Terminal): Promise<ExitCode> {
  const { env, cwd } = terminal;
  const token = tokenOf(env);
  const report = await verifySite(url, {
    cwd,
    env,
    out: flags.out,
    timeout: wholeNumber('timeout', flags.timeout ?? env['SVC_TIMEOUT'], { or: 10, most: 300 }),
    sample: wholeNumber('sample', flags.sample ?? env['SVC_SAMPLE'], { or: 20, most: 1000 }),
    userAgents: listOf(flags.userAgents ?? env['SVC_USER_AGENTS']),
    selfCheck: await selfCheckToken(url, terminal),
    connect: isFlagSet(flags.connect, env['SVC_CONNECT']) && (token === undefined || { token }),
  });
  if (flags.json === true) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatVerification(report, reportColours(terminal)));
  return report.ok ? 0 : 1;
}

/**
 * Creates a self-check token where the sidecar of this folder answers at the address: it doesn't count these requests
 * as visits of assistants. @returns undefined for another site, and without a database
 */
async function selfCheckToken(url: string, { cwd, env }: Terminal): Promise<string | undefined> {
  const loaded = await loadConfig({ cwd, env, flags: {} }).catch(() => undefined);
  const own = loaded?.config.site?.url;
  if (loaded === undefined || own === undefined || originOf(url) !== originOf(own)) return undefined;
  const address = databaseAddress(loaded.config, loaded.folder);
  if (loaded.config.database === undefined && !existsSync(address)) return undefined;
  const { openStorage } = await import('../storage/open.js');
  const storage = await openStorage(address).catch(() => undefined);
  try {
    return storage && (await selfCheckTokens(storage, () => systemClock(env).now()).mint('probe'));
  } finally {
    await storage?.close();
  }
}

function originOf(address: string): string {
  return new URL(siteAddress(address)).origin;
}

/** From the environment only: other users of a machine can read the arguments of a program. */
function tokenOf(env: Terminal['env']): string | undefined {
  const token = env['SVC_MCP_TOKEN']?.trim();
  return token === undefined || token === '' ? undefined : token;
}

function wholeNumber(
  name: string,
  given: string | undefined,
  { or, most }: { readonly or: number; readonly most: number },
): number {
  if (given === undefined || given.trim() === '') return or;
  if (/^\d{1,4}$/.test(given.trim()) && Number(given) >= 1 && Number(given) <= most) return Number(given);
  const fix = `Leave it out for ${or}.`;
  throw new SvcError('SVC_USAGE', `--${name} is "${given}", not a whole number from 1 to ${most}`, { fix });
}

function listOf(given = ''): readonly string[] {
  return given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\x20-\x7e]+$/.test(name));
}

/** Maximum number of addresses shown for one finding; the rest are counted. */
const MAX_URLS = 3;

const TITLES: Readonly<Record<CheckGroup, string>> = {
  address: 'Address',
  documents: 'Documents',
  headers: 'Headers',
  lists: 'Lists',
  pages: 'Pages and their Markdown',
  trust: 'Signatures',
  way: 'On the way',
  connect: 'Connecting an assistant',
};

/** The result of `svc verify` for people: a row per check in groups, and a last line with the result. */
function formatVerification(report: VerifyReport, pc: Colours): string {
  const lines = GROUPS.flatMap((group) => {
    const rows = report.checks.filter((check) => check.group === group);
    if (rows.length === 0) return [];
    return [pc.bold(TITLES[group]), ...rows.flatMap((row) => checkLines(row, report.url, pc))];
  });
  return `${[...lines, lastLine(report, pc)].join('\n')}\n`;
}

function checkLines(
  { id, status, detail, findings }: CheckResult,
  base: string,
  pc: Colours,
): readonly string[] {
  const head = `  ${mark(status, pc)} ${id.padEnd(12)} ${pc.dim(printable(detail))}`;
  return [head, ...findings.flatMap((finding) => findingLines(finding, base, pc))];
}

function mark(status: Status, pc: Colours): string {
  switch (status) {
    case 'pass':
      return pc.green('pass');
    case 'warn':
      return pc.yellow('warn');
    case 'fail':
      return pc.red('FAIL');
    default:
      return pc.dim('skip');
  }
}

function findingLines(
  { level, hop, message, fix, urls }: Finding,
  base: string,
  pc: Colours,
): readonly string[] {
  const shown = urls.slice(0, MAX_URLS).map((url) => printable(shortened(url, base)));
  const rest = urls.length - shown.length;
  const places = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
  const colour = level === 'fail' ? pc.red : pc.yellow;
  return [
    `       ${colour(`${hop}:`)} ${printable(message)}`,
    `       ${pc.dim(`at:  ${places}`)}`,
    `       ${pc.dim(`fix: ${printable(fix)}`)}`,
  ];
}

function shortened(url: string, base: string): string {
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

function lastLine({ ok, url, passed, warned, failed, skipped, requests }: VerifyReport, pc: Colours): string {
  const counts = [
    [passed, 'passed'],
    [warned, 'with warnings'],
    [failed, 'failed'],
    [skipped, 'skipped'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const word = !ok ? pc.red('Problems found') : warned > 0 ? pc.yellow('Works') : pc.green('No problems');
  return `${word}: ${url}: ${told.join(', ')}; ${requests} requests`;
}
