import { verify as verifySite } from '../api/verify.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { reportColours } from './colours.js';
import { formatVerification } from './format-verify.js';
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
    connect: isOn(flags.connect, env['SVC_CONNECT']) && (token === undefined || { token }),
  });
  if (isOn(flags.json, env['SVC_JSON'])) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
  else terminal.out(formatVerification(report, reportColours(terminal)));
  return report.ok ? 0 : 1;
}

function isOn(flag: boolean | undefined, variable: string | undefined): boolean {
  return flag ?? /^(?:1|true|yes|on)$/i.test(variable?.trim() ?? '');
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
  throw new SvcError('SVC_USAGE', `--${name} is "${given}", not a whole number from 1 to ${most}`, {
    fix: `Leave it out for ${or}.`,
  });
}

function listOf(given = ''): readonly string[] {
  return given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\x20-\x7e]+$/.test(name));
}
