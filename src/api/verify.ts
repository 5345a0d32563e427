import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Environment } from '../config/env.js';
import { programVersion } from '../config/program-version.js';
import { systemClock } from '../core/clock.js';
import { SvcError } from '../core/errors.js';
import type { FetchPort } from '../quality/verify/answer.js';
import type { VerifyReport } from '../quality/verify/report.js';
import { assertOptions } from './project.js';
import { siteAddress } from './site-address.js';

/** The options of `verify`, named like the flags of `svc verify`. */
export interface VerifyOptions {
  /** The folder of `out`, if relative, starts here. By default the current folder of the process. */
  readonly cwd?: string | undefined;
  /** The output folder that was deployed, to be compared with the answers. */
  readonly out?: string | undefined;
  /** Seconds for each request, 1 to 300. By default 10. */
  readonly timeout?: number | undefined;
  /** How many items of each list to look at, 1 to 1000. By default 20. */
  readonly sample?: number | undefined;
  /** User-Agents to try besides those of the known assistants. */
  readonly userAgents?: readonly string[] | undefined;
  /** A self-check token of the site's sidecar, which then doesn't count these requests as visits. */
  readonly selfCheck?: string | undefined;
  /** True tries an assistant's connection too; with a token it also calls tools. */
  readonly connect?: boolean | { readonly token: string } | undefined;
  /** Only `SOURCE_DATE_EPOCH` is read. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

const KEYS = ['cwd', 'out', 'timeout', 'sample', 'userAgents', 'selfCheck', 'connect', 'env'];

/**
 * Fetches a live deployment as agents do, like `svc verify`.
 * @param url address of the site; `https://` where it has no scheme
 * @returns the report that `svc verify --json` prints. A site that doesn't answer fails a check
 * @throws SvcError `SVC_USAGE` for an invalid address and for numbers out of range
 */
export async function verify(url: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  assertOptions(options, KEYS);
  const { cwd = '.', out, userAgents = [], selfCheck, connect = false, env = process.env } = options;
  const timeout = inRange('timeout', options.timeout, { or: 10, most: 300 });
  const sample = inRange('sample', options.sample, { or: 20, most: 1000 });
  const address = siteAddress(url);
  const { openBuilt, httpPort, CONCURRENCY, verifySite } = await import('./verify-parts.js');
  const built = out === undefined ? undefined : await openBuilt(resolve(cwd, out));
  const token = typeof connect === 'object' ? connect.token : undefined;
  const port = httpPort(CONCURRENCY);
  try {
    return await verifySite({
      url: address,
      now: runningClock(env),
      version: programVersion(),
      timeoutMs: timeout * 1000,
      sample,
      userAgents,
      send: selfCheck === undefined ? port.send : asOwner(port.send, new URL(address).origin, selfCheck),
      ...(built && { built }),
      ...(connect !== false && { connect: { token } }),
    });
  } finally {
    port.close();
  }
}

/** Sends a self-check token to the site, and to no other origin. */
function asOwner(send: FetchPort, origin: string, token: string): FetchPort {
  return (ask) => {
    const isOwn = new URL(ask.url).origin === origin;
    return send(isOwn ? { ...ask, headers: { ...ask.headers, 'X-Svc-Selfcheck': token } } : ask);
  };
}

function inRange(
  name: string,
  given: number | undefined,
  { or, most }: { readonly or: number; readonly most: number },
): number {
  if (given === undefined) return or;
  if (Number.isInteger(given) && given >= 1 && given <= most) return given;
  const message = `${name} is ${given}, not a whole number from 1 to ${most}`;
  throw new SvcError('SVC_USAGE', message, { field: name, fix: `Leave it out for ${or}.` });
}

/** The current time, since a run may take minutes. */
function runningClock(env: Environment): () => number {
  const start = systemClock(env).now();
  const begun = performance.now();
  return () => start + Math.floor((performance.now() - begun) / 1000);
}
