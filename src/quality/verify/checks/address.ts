import { counted } from '../../../core/text.js';
import { textsWithPlaces } from '../../validate/document.js';
import type { FailureKind } from '../answer.js';
import {
  type Check,
  type Findings,
  type Hop,
  skipped,
  type VerifyContext,
  type Visited,
  withTwins,
} from '../check.js';
import type { Visit } from '../client.js';
import { FAILURE_FIXES } from '../http-port.js';
import { absoluteLinksIn } from '../pages.js';

/** The hop where a request without an answer failed. */
export const FAILURE_HOPS: Readonly<Record<FailureKind, Hop>> = {
  dns: 'dns',
  connection: 'connection',
  tls: 'tls',
  timeout: 'server',
  protocol: 'server',
  redirects: 'redirect',
};

/** Agents reach the site at its advertised address. */
export const address: Check = {
  id: 'address',
  group: 'address',
  title: 'The name resolves, the connection is safe, and the site answers at its own address',
  async run(ctx, findings) {
    const url = `${ctx.base}/`;
    const visit = await ctx.client.visit(url);
    addFailure(findings, visit);
    addForeignHost(findings, visit);
    addServerError(findings, visit);
    await addPlainHttp(findings, ctx);
    const { answer } = visit;
    return answer === undefined ? 'no answer' : `${answer.status} from ${visit.url}`;
  },
};

function addFailure(findings: Findings, { url, failure }: Visit): void {
  if (failure === undefined) return;
  const { kind, message } = failure;
  findings.add(url, {
    code: `no-answer-${kind}`,
    hop: FAILURE_HOPS[kind],
    message: `There is no answer: ${message}.`,
    fix: FAILURE_FIXES[kind],
  });
}

function addForeignHost(findings: Findings, { asked, url, redirects }: Visit): void {
  if (redirects.length === 0 || new URL(url).host === new URL(asked).host) return;
  const message = `It redirects to ${new URL(url).origin}; so does everything that the documents advertise.`;
  const fix = `Set site.url to ${new URL(url).origin}, build again, and verify that address.`;
  findings.add(asked, { code: 'other-host', hop: 'redirect', message, fix });
}

/** A front page may be missing where only files for agents are deployed. */
function addServerError(findings: Findings, { url, answer }: Visit): void {
  if (answer === undefined || answer.status < 500) return;
  const message = `The front page answers ${answer.status}.`;
  const fix = 'Read the logs of the web server, or of the program that it passes requests on to.';
  findings.add(url, { code: 'server-error', hop: 'server', message, fix });
}

async function addPlainHttp(findings: Findings, { base, client }: VerifyContext): Promise<void> {
  const { protocol, host, port, hostname } = new URL(base);
  if (protocol === 'http:') {
    if (isLocal(hostname)) return;
    const message = 'The address is http; agents expect https, and RFC 8615 and RFC 9727 build on it.';
    const fix = 'Serve the site by https, and make that its site.url.';
    findings.add(`${base}/`, { level: 'warn', code: 'no-https', hop: 'tls', message, fix });
    return;
  }
  if (port !== '') return;
  const { answer } = await client.visit(`http://${host}/`, { follow: false });
  if (answer?.isOk !== true) return;
  findings.add(`http://${host}/`, {
    level: 'warn',
    code: 'http-not-redirected',
    hop: 'redirect',
    message: 'The site answers by http too, without a redirect to https.',
    fix: 'Redirect every http address to https with 301 or 308.',
  });
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

/** The whole site uses one scheme. */
export const schemes: Check = {
  id: 'schemes',
  group: 'way',
  title: 'No document mixes http and https in addresses of this site',
  async run(ctx, findings) {
    const { protocol, host } = new URL(ctx.base);
    const other = `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`;
    const documents = await withTwins(ctx);
    for (const one of documents) {
      const found = addressesIn(one).find((url) => url === other || url.startsWith(`${other}/`));
      if (found === undefined) continue;
      const message = `It names ${found}, but the site is ${ctx.base}/.`;
      const fix = `Build with --base-url ${ctx.base}; in content, correct the link.`;
      findings.add(one.document.url, { code: 'mixed-schemes', hop: 'files', message, fix });
    }
    return counted(documents.length, 'document');
  },
};

/** Advertised addresses only; those in prose and schemas don't count. */
function addressesIn({ document, visit: { answer } }: Visited): readonly string[] {
  if (answer?.isOk !== true || document.file === undefined) return [];
  const value = answer.json;
  if (value !== undefined) return [...textsWithPlaces(value)].map(({ text }) => text);
  return absoluteLinksIn(answer.text);
}

/** Allowed clock difference in seconds, for signatures and `?since=`. */
const MAX_SKEW = 60;

/** The server's clock is right, since signatures and freshness depend on it. */
export const clock: Check = {
  id: 'clock',
  group: 'address',
  title: 'The `Date` of the server is the current time',
  async run(ctx, findings) {
    const url = `${ctx.base}/.well-known/discovery.json`;
    // A new request, since an earlier one may have waited; and to an address that no cache has.
    const { answer, at } = await ctx.client.visitAgain(`${url}?svc-verify=${ctx.now()}`);
    const date = Date.parse(answer?.headers('date')[0] ?? '') / 1000;
    if (Number.isNaN(date)) return skipped('the server sends no Date');
    const ahead = Math.round(date - at);
    if (Math.abs(ahead) > MAX_SKEW) {
      const message = `The clock of the server is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this one.`;
      const fix = 'Set both clocks by NTP: signatures and ?since= depend on them.';
      findings.add(url, { code: 'clock-skew', hop: 'clock', message, fix });
    }
    return `${Math.abs(ahead)} s apart`;
  },
};
