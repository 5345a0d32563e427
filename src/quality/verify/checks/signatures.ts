import { objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import type { PublicKey } from '../../../documents/document-row.js';
import { checkContentDigest } from '../../../documents/signing/content-digest.js';
import {
  type InvalidReason,
  type UnverifiedReason,
  type Verdict,
  verifyDocument,
} from '../../../documents/signing/verify.js';
import { publicKeysOf } from '../../validate/rules/signatures.js';
import type { Answer } from '../answer.js';
import { edgeOf } from '../cache.js';
import {
  type Check,
  type Finding,
  type Findings,
  type HopName,
  skipped,
  type VerifyContext,
  type Visited,
} from '../check.js';

/** The default address of the keys. */
const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** Allowed clock difference in seconds. */
const SKEW = 60;

type Failed = Exclude<Verdict, { outcome: 'verified' }>;

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
): Verdict {
  const form = documentId === 'signatures-directory' ? 'directory' : 'document';
  const { bytes, fields, status } = answer;
  return verifyDocument({ bytes, url, status, headers: fields, keys, now, skew: SKEW, form });
}

type Explained = Pick<Finding, 'code' | 'hop' | 'message' | 'fix'>;

const AGAIN = 'Deploy files and rules of headers of one build together, then purge caches.';

const EXPLAINED: Readonly<Record<InvalidReason | UnverifiedReason, readonly [hop: HopName, fix: string]>> = {
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
