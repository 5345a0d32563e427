import { createHash } from 'node:crypto';
import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import type { PublicKey } from '../../../documents/document-row.js';
import { checkContentDigest } from '../../../documents/signing/content-digest.js';
import {
  type InvalidReason,
  type SignatureVerdict,
  type UnverifiedReason,
  verifyDocument,
} from '../../../documents/signing/verify.js';
import { publicKeysOf } from '../../validate/rules/oauth.js';
import type { Answer } from '../answer.js';
import { edgeOf } from '../cache.js';
import {
  type Check,
  evenSample,
  type Finding,
  type Findings,
  type Hop,
  skipped,
  type VerifyContext,
  type Visited,
} from '../check.js';
import { FAILURE_FIXES } from '../http-port.js';
import { FAILURE_HOPS } from './address.js';

/** The default address of the keys. */
const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Allowed clock difference in seconds. */
const SKEW = 60;

type Failed = Exclude<SignatureVerdict, { outcome: 'verified' }>;

/**
 * Signed documents arrive as the owner signed them.
 * @see RFC 9421, RFC 9530
 */
export const signatures: Check = {
  id: 'signatures',
  group: 'trust',
  title: 'Signed documents have a digest of their bytes and a valid signature by a published key',
  async run(ctx, findings) {
    const trust = objectOf(ctx.discovery['trust']);
    const signed = ctx.visited.filter(({ visit }) => visit.answer?.header('signature-input') !== undefined);
    if (trust['signed'] !== true && signed.length === 0) return skipped('the site signs nothing');
    const keys = await publishedKeys(ctx, textOf(trust['jwks_uri']) || ctx.base + DIRECTORY);
    addUnsigned(findings, ctx, signed);
    for (const one of signed) addVerdicts(findings, one, keys, ctx);
    await addCompressed(findings, signed, keys, ctx);
    return `${counted(signed.length, 'document')}, ${counted(keys.length, 'key')}`;
  },
};

async function publishedKeys({ client }: VerifyContext, url: string): Promise<readonly PublicKey[]> {
  if (!isParsableUrl(url)) return [];
  return publicKeysOf(objectOf((await client.visit(url)).answer?.json));
}

/** If the index claims signed documents, at least the index itself must be signed. */
function addUnsigned(
  findings: Findings,
  { base, discovery }: VerifyContext,
  signed: readonly Visited[],
): void {
  const index = `${base}/.well-known/discovery.json`;
  const isSigned = signed.some(({ document }) => document.url === index);
  if (isSigned || objectOf(discovery['trust'])['signed'] !== true) return;
  const message = 'trust.signed is true, but discovery.json comes without Signature and Content-Digest.';
  const fix =
    'Deploy the rules of headers of the same build, which hold the signatures, or set enable_signing to false.';
  findings.addLimited('headers', index, { code: 'unsigned', hop: 'server', message, fix });
}

function addVerdicts(
  findings: Findings,
  { document, visit }: Visited,
  keys: readonly PublicKey[],
  ctx: VerifyContext,
): void {
  const { answer } = visit;
  if (answer === undefined || answer.status !== 200 || answer.isCut) return;
  const verdict = verifySignature(visit.url, answer, keys, ctx.now(), document.row?.id);
  if (verdict.outcome === 'verified') return;
  findings.add(document.url, { ...explain(verdict, answer) });
}

function verifySignature(
  url: string,
  answer: Answer,
  keys: readonly PublicKey[],
  now: number,
  documentId: string | undefined,
): SignatureVerdict {
  const form = documentId === 'signatures-directory' ? 'directory' : 'document';
  const { bytes, fields, status } = answer;
  return verifyDocument({ bytes, url, status, headers: fields, keys, now, skew: SKEW, form });
}

type Explained = Pick<Finding, 'code' | 'hop' | 'message' | 'fix'>;

const AGAIN = 'Deploy files and rules of headers of one build together, then purge caches.';

const EXPLAINED: Readonly<Record<InvalidReason | UnverifiedReason, readonly [hop: Hop, fix: string]>> = {
  'bad-signature': ['server', `${AGAIN} It covers host and path: the address must be that of the build.`],
  'digest-mismatch': ['files', AGAIN],
  component: ['server', 'Send Content-Digest with the signature, as the rules of headers do.'],
  algorithm: ['server', AGAIN],
  expired: ['files', 'Build and deploy again: a build renews signatures long before they expire.'],
  'not-yet-valid': ['clock', 'Set the clock of the machine that builds, or of this one.'],
  'key-expired': ['files', 'Rotate the key with "svc keys rotate", build and deploy again.'],
  unsigned: ['server', AGAIN],
  malformed: ['server', 'Send the three fields exactly as the build wrote them.'],
  'unknown-key': [
    'files',
    'Deploy the key directory of the build that signed; give every build the same SVC_SIGNING_KEY.',
  ],
  uncovered: ['server', AGAIN],
};

function explain({ reason, detail }: Failed, answer: Answer): Explained {
  const coding = answer.header('content-encoding');
  if (reason === 'digest-mismatch' && isCompressed(answer)) {
    const edge = edgeOf(answer);
    const message = `The digest doesn't match the bytes: ${edge ?? 'an intermediary'} has compressed the document (${coding}).`;
    const fix = `Switch compression off for signed documents${edge === undefined ? '' : ` at ${edge}`}, or send them with Cache-Control: no-transform.`;
    return { code: 'signature-compressed', hop: 'compression', message, fix };
  }
  const [hop, fix] = EXPLAINED[reason];
  return { code: `signature-${reason}`, hop, message: `The signature is invalid: ${detail}.`, fix };
}

/** True when the bytes are right after decompression. */
function isCompressed(answer: Answer): boolean {
  const { content } = answer;
  if (answer.header('content-encoding') === undefined || content === undefined) return false;
  return checkContentDigest(answer.header('content-digest') ?? '', content) === 'match';
}

/** Most agents accept compression: their answers have to match the digest as well. */
async function addCompressed(
  findings: Findings,
  signed: readonly Visited[],
  keys: readonly PublicKey[],
  ctx: VerifyContext,
): Promise<void> {
  for (const { document, visit } of signed) {
    const { answer } = await ctx.client.visit(document.url, { encoding: 'gzip, deflate, br' });
    if (answer?.status !== 200 || answer.header('content-encoding') === undefined) continue;
    if (visit.answer?.header('content-encoding') !== undefined) continue;
    const verdict = verifySignature(document.url, answer, keys, ctx.now(), document.row?.id);
    if (verdict.outcome !== 'verified') findings.add(document.url, { ...explain(verdict, answer) });
  }
}

/** Documents that have a check of their own. */
const JUDGED = ['discovery', 'robots'];

/** Every advertised document exists. */
export const advertised: Check = {
  id: 'advertised',
  group: 'documents',
  title: 'Every address that the documents advertise answers directly',
  async run(ctx, findings) {
    for (const one of ctx.visited) {
      if (JUDGED.includes(one.document.row?.id ?? '') || (await takesPostAlone(one, ctx))) continue;
      addFindings(findings, one, ctx);
    }
    const documents = ctx.visited.filter(({ document }) => document.kind === 'document').length;
    const endpoints = ctx.visited.length - documents;
    return `${counted(documents, 'document')}, ${counted(endpoints, 'endpoint')}`;
  },
};

/** An endpoint for `POST` may have no `GET`; its answer to `OPTIONS` shows that it exists. */
async function takesPostAlone({ document, visit }: Visited, { client }: VerifyContext): Promise<boolean> {
  if (document.kind !== 'endpoint' || !document.takesNoGet || visit.answer?.status !== 404) return false;
  const { answer } = await client.visit(document.url, { method: 'OPTIONS', follow: false });
  return answer?.isOk === true;
}

function addFindings(findings: Findings, one: Visited, ctx: VerifyContext): void {
  const { document, visit } = one;
  const { answer, failure } = visit;
  if (failure !== undefined) {
    // All addresses of the host fail alike: they are one finding.
    const isOfHost = failure.kind === 'dns' || failure.kind === 'tls';
    findings.add(document.url, {
      level: document.file === undefined ? 'warn' : 'fail',
      code: 'advertised-no-answer',
      hop: FAILURE_HOPS[failure.kind],
      message: isOfHost
        ? `Documents name ${new URL(document.url).host}, which doesn't respond: ${failure.message}.`
        : `${document.from} names an address that doesn't respond: ${failure.message}.`,
      fix: FAILURE_FIXES[failure.kind],
    });
  } else if (answer !== undefined && isMissing(one)) addMissing(findings, one, answer.status);
  else if (document.kind === 'document') {
    addRedirect(findings, one, ctx);
    if (answer?.looksLikeHtml === true && document.row !== undefined && visit.redirects.length === 0) {
      const message = 'An HTML page is sent instead of the document.';
      const fix = 'Let the web server send the file itself, not an app shell.';
      findings.add(document.url, { code: 'page-instead', hop: 'server', message, fix });
    }
  }
}

/** An endpoint may refuse anonymous clients, or `GET`; but it exists. */
function isMissing({ document, visit }: Visited): boolean {
  const status = visit.answer?.status ?? 0;
  if (document.kind === 'document') return !(status >= 200 && status < 300);
  return status === 404 || status === 410 || status >= 500;
}

function addMissing(findings: Findings, { document }: Visited, status: number): void {
  const { url, from, file, mayBeAbsent, takesNoGet, kind } = document;
  if (mayBeAbsent && (status === 404 || status === 410)) return;
  const isOurs = file !== undefined;
  const isMild = !isOurs || (kind === 'endpoint' && takesNoGet && status < 500);
  const isRefused = status === 401 || status === 403 || status === 429;
  findings.add(url, {
    level: isMild ? 'warn' : 'fail',
    code: isRefused ? 'advertised-refused' : 'advertised-absent',
    hop: isRefused ? 'bot-protection' : kind === 'endpoint' ? 'server' : 'files',
    message: `${from} names it, but it answers ${status}.`,
    fix: isRefused
      ? 'Let every client read it without sign-in or challenge.'
      : kind === 'endpoint'
        ? 'Start what answers there, or remove it from the resources of the configuration.'
        : 'Deploy the whole output folder of the last build, and remove missing documents from the settings.',
  });
}

function addRedirect(findings: Findings, { document, visit }: Visited, { base }: VerifyContext): void {
  const { redirects, url } = visit;
  if (redirects.length === 0 || document.isManaged) return;
  const isHome = new URL(url).href.replace(/\/+$/, '') === base;
  findings.add(document.url, {
    level: isHome ? 'fail' : 'warn',
    code: isHome ? 'redirected-home' : 'redirected',
    hop: 'redirect',
    message: isHome
      ? 'It redirects to the home page instead of answering.'
      : `It answers only after a redirect to ${url}, which not every agent follows.`,
    fix: 'Serve the file at the address that is advertised; a missing one is a plain 404.',
  });
}

/** Agents load a skill only when its bytes match the index. */
export const skills: Check = {
  id: 'skills',
  group: 'trust',
  title: 'Each skill of `agent-skills/index.json` has the digest that the index names',
  async run(ctx, findings) {
    const index = ctx.advertised('agent-skills-index');
    const list = listOf(objectOf(index?.visit.answer?.json)['skills']).map(objectOf);
    const sample = evenSample(list, ctx.sample);
    for (const { url, digest } of sample) {
      const address =
        index !== undefined && isParsableUrl(textOf(url), index.document.url)
          ? new URL(textOf(url), index.document.url).href
          : '';
      const answer = address === '' ? undefined : (await ctx.client.visit(address)).answer;
      // The check of advertised addresses reports skills that don't answer.
      if (answer?.isOk !== true || answer.content === undefined || typeof digest !== 'string') continue;
      const actual = `sha256:${createHash('sha256').update(answer.content).digest('hex')}`;
      if (digest === actual) continue;
      const message = `The skill has the digest ${actual}, but the index names ${digest}.`;
      const fix =
        'Deploy the index and the skills of one build together, and let no intermediary change the files.';
      findings.add(address, { code: 'skill-digest', hop: 'files', message, fix });
    }
    return counted(sample.length, 'skill');
  },
};
