import { documentTable } from '../../documents/table.js';
import { rowFinder } from '../validate/rows.js';
import { type BuiltFolder, type Check, type Finding, Findings, type VerifyContext } from './check.js';
import { address } from './checks/address.js';
import { built as builtCheck } from './checks/built.js';
import { caches } from './checks/caching.js';
import { digests } from './checks/compression.js';
import { checks } from './checks/table.js';
import { Client } from './client.js';
import { connectChecks } from './connect/table.js';
import type { FetchPort } from './exchange.js';
import { prepare, type VerifyRequest } from './prepare.js';
import type { CheckResult, Status, VerifyReport } from './report.js';

/** The options of a verification. */
export interface VerifyOptions {
  /** Address of the site. */
  readonly url: string;
  readonly send: FetchPort;
  /** Unix seconds at this moment. */
  now(): number;
  /** Version of this program, for its User-Agent. */
  readonly version: string;
  readonly timeoutMs: number;
  /** Sample size for lists. */
  readonly sample: number;
  /** User-Agents to try in addition to those of the known assistants. */
  readonly userAgents: readonly string[];
  /** The output folder, to be compared with the answers. */
  readonly built?: BuiltFolder | undefined;
  /** Tries an assistant's connection too: registers a client, and calls the MCP endpoint. */
  readonly connect?: { readonly token: string | undefined } | undefined;
}

/** Checks of the answers to other checks. */
const LAST: readonly Check[] = [builtCheck, digests, caches];

/** Fetches a live deployment as agents do, and checks the answers. No answer makes this throw. */
export async function verifySite(options: VerifyOptions): Promise<VerifyReport> {
  const { send, version, timeoutMs, now, sample, userAgents, connect, built } = options;
  const all = [
    ...checks,
    ...(built === undefined ? [] : [builtCheck]),
    ...(connect === undefined ? [] : connectChecks),
  ];
  const base = options.url.replace(/[?#].*$/, '').replace(/\/+$/, '');
  const client = new Client({ send, userAgent: `svc-verify/${version}`, timeoutMs, now });
  const request: VerifyRequest = { base, client, now, sample, userAgents, token: connect?.token, built };
  const front = await client.visit(`${base}/`);
  const isThere = front.answer !== undefined;
  const ctx = isThere ? await prepare(request) : emptyContext(request);
  const results = new Map<Check, CheckResult>();
  const run = async (check: Check) => {
    results.set(check, await resultOf(check, ctx, isThere));
  };
  // Some are about all answers.
  await Promise.all(all.filter((check) => !LAST.includes(check)).map(run));
  for (const check of LAST) if (all.includes(check)) await run(check);
  const list = all.flatMap((check) => results.get(check) ?? []);
  const count = (status: Status) => list.filter((one) => one.status === status).length;
  return {
    ok: count('fail') === 0,
    url: base,
    host: isThere ? ctx.host.name : 'unknown',
    requests: client.requests,
    passed: count('pass'),
    warned: count('warn'),
    failed: count('fail'),
    skipped: count('skip'),
    checks: list,
  };
}

/** A site that does not answer gets no further requests. */
function emptyContext(request: VerifyRequest): VerifyContext {
  return {
    ...request,
    discovery: {},
    restPrefix: 'api',
    rowOf: rowFinder(documentTable, { restPrefix: 'api', readPrefix: 'api' }),
    visited: [],
    pages: [],
    host: { name: 'unknown', limits: new Set() },
    received: () => undefined,
  };
}

async function resultOf(check: Check, ctx: VerifyContext, isThere: boolean): Promise<CheckResult> {
  const { id, group, title } = check;
  const result = (status: Status, detail: string, findings: readonly Finding[] = []): CheckResult => {
    return { id, group, title, status, detail, findings };
  };
  if (!isThere && check !== address) return result('skip', "the site doesn't respond");
  const collected = new Findings(ctx);
  try {
    const detail = await check.run(ctx, collected);
    if (typeof detail !== 'string') return result('skip', detail.skipped);
    const findings = collected.list();
    return result(statusOf(findings), detail, findings);
  } catch (error) {
    // A document with endless nesting exhausts the stack; anything else is a mistake of this program.
    if (!(error instanceof RangeError)) throw error;
    return result('fail', 'given up', [beyondMeasure(ctx)]);
  }
}

function beyondMeasure({ base }: VerifyContext): Finding {
  const message = 'A document is too deep or too long to be read.';
  const fix = 'Run "svc validate" on what was deployed; build and deploy again.';
  return { level: 'fail', code: 'beyond-measure', hop: 'files', message, fix, urls: [`${base}/`] };
}

function statusOf(findings: readonly Finding[]): Status {
  if (findings.some(({ level }) => level === 'fail')) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}
