import { counted } from '../../../core/text.js';
import { answersPreflight, PREFLIGHT_HEADERS } from '../../../documents/headers.js';
import type { Answer } from '../answer.js';
import {
  arrived,
  type Check,
  DEPLOY_RULES,
  type Findings,
  skipped,
  type VerifyContext,
  type Visited,
} from '../check.js';
import { parseMediaType } from '../http-fields.js';
import { unknownName } from './not-found.js';

/** Readers can recognise the type. */
export const types: Check = {
  id: 'types',
  group: 'headers',
  title: "Every document has its media type and charset, and browsers don't guess another",
  async run(ctx, findings) {
    const documents = await arrived(ctx);
    for (const one of documents) {
      addType(findings, one);
      addSniffing(findings, one);
    }
    return counted(documents.length, 'document');
  },
};

function addType(findings: Findings, { document, visit: { answer } }: Visited): void {
  const expected = parseMediaType(document.headers?.['Content-Type']);
  const sent = parseMediaType(answer?.header('content-type'));
  if (sent.essence === document.row?.registeredType) return;
  if (sent.essence !== expected.essence) {
    findings.addLimited('types', document.url, {
      code: 'type-wrong',
      hop: 'server',
      message: `Content-Type is "${sent.essence || 'none'}", not "${expected.essence}".`,
      fix: DEPLOY_RULES,
    });
    return;
  }
  for (const [name, value] of expected.parameters) {
    if (sent.parameters.get(name)?.toLowerCase() === value.toLowerCase()) continue;
    const found = sent.parameters.get(name);
    findings.addLimited('types', document.url, {
      code: name === 'charset' ? 'charset-missing' : 'parameter-missing',
      hop: 'server',
      message: `Content-Type of ${sent.essence} ${found === undefined ? 'has no' : `has "${found}" as`} ${name}; expected ${name}=${value}.`,
      fix: DEPLOY_RULES,
    });
  }
}

function addSniffing(findings: Findings, { document, visit: { answer } }: Visited): void {
  if (document.headers?.['X-Content-Type-Options'] === undefined) return;
  if (answer?.header('x-content-type-options')?.toLowerCase() === 'nosniff') return;
  findings.addLimited('headers', document.url, {
    code: 'sniffing',
    hop: 'server',
    message: "X-Content-Type-Options: nosniff isn't sent, so browsers may guess another type.",
    fix: DEPLOY_RULES,
  });
}

/** Agents in a browser may read public documents. */
export const cors: Check = {
  id: 'cors',
  group: 'headers',
  title: 'Every document for agents may be read from pages of other sites (`Access-Control-Allow-Origin: *`)',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).filter(
      ({ document }) => document.headers?.['Access-Control-Allow-Origin'] !== undefined,
    );
    for (const { document, visit } of documents) {
      const sent = visit.answer?.headers('access-control-allow-origin') ?? [];
      if (sent.length === 1 && sent[0] === '*') continue;
      const found = sent.length === 0 ? "isn't sent" : `is "${sent.join(', ')}"`;
      findings.addLimited('headers', document.url, {
        code: sent.length > 1 ? 'cors-twice' : 'cors-missing',
        hop: 'server',
        message: `Access-Control-Allow-Origin ${found}; expected exactly one "*".`,
        fix: sent.length > 1 ? 'Set the field in one place only: two hops add it.' : DEPLOY_RULES,
      });
    }
    return counted(documents.length, 'document');
  },
};

/** Agents in a browser may send additional headers with a request for a well-known document. */
export const preflight: Check = {
  id: 'preflight',
  group: 'headers',
  title: '`OPTIONS` is answered for the well-known documents of the service, and left alone elsewhere',
  async run(ctx, findings) {
    const own = ctx.visited.filter(({ document: { row }, visit: { answer } }) => {
      return row !== undefined && answersPreflight(row) && answer?.isOk === true;
    });
    if (own.length === 0) return skipped('no well-known document answers');
    for (const { document } of own) {
      const { answer } = await ctx.client.visit(document.url, { method: 'OPTIONS', follow: false });
      addAnswer(findings, document.url, answer);
    }
    await addOthers(findings, ctx);
    return counted(own.length, 'document');
  },
};

function addAnswer(findings: Findings, url: string, answer: Answer | undefined): void {
  if (answer?.status !== 204) {
    const isLost = answer?.isOk !== true;
    const message = `OPTIONS answers ${answer?.status ?? 'nothing'}; expected 204${isLost ? ': browsers block requests with additional headers' : ''}.`;
    const found = { code: 'preflight-missing', hop: 'server', message, fix: DEPLOY_RULES } as const;
    if (isLost) findings.addLimited('preflight', url, found);
    else findings.add(url, { ...found, level: 'warn' });
    if (isLost) return;
  }
  for (const [name, expected] of Object.entries(PREFLIGHT_HEADERS)) {
    const sent = answer?.header(name);
    // RFC 9110 section 8.6 forbids a length with 204, so that some servers and proxies take it away.
    if (name === 'Content-Length' && (sent === undefined || sent === '0')) continue;
    if (comparable(sent) === comparable(expected)) continue;
    findings.add(url, {
      level: name.startsWith('Access-Control-Allow') ? 'fail' : 'warn',
      code: 'preflight-header',
      hop: 'server',
      message: `The answer to OPTIONS has ${sent === undefined ? `no ${name}` : `"${name}: ${sent}"`}; expected "${expected}".`,
      fix: DEPLOY_RULES,
    });
  }
}

function comparable(list: string | undefined): string {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .sort()
    .join();
}

/** A server that answers `OPTIONS` for names other than its own speaks for others. */
async function addOthers(findings: Findings, { base, client, visited, now }: VerifyContext): Promise<void> {
  const security = visited.find(({ document }) => document.row?.id === 'security-txt')?.document.url;
  const unknown = `${base}/.well-known/${unknownName(now())}`;
  for (const url of [...(security === undefined ? [] : [security]), unknown]) {
    const { answer } = await client.visit(url, { method: 'OPTIONS', follow: false });
    if (answer?.isOk !== true || answer.header('access-control-allow-methods') === undefined) continue;
    const message = 'OPTIONS is answered for a name that the service leaves alone.';
    const fix = 'Keep the rule for OPTIONS to the names that the build lists.';
    findings.add(url, { level: 'warn', code: 'preflight-extra', hop: 'server', message, fix });
  }
}
