import { counted } from '../../../core/text.js';
import { cacheExclusions, isCacheExcluded } from '../../../documents/headers.js';
import { checkContentDigest } from '../../../documents/signing/content-digest.js';
import { documentTable } from '../../../documents/table.js';
import { listsName } from '../answer.js';
import { cacheOf } from '../cache.js';
import { arrived, type Check, DEPLOY_RULES, evenSample, type Findings, type Visited } from '../check.js';
import type { Visit } from '../client.js';

/** How long copies may be kept. */
export const caching: Check = {
  id: 'caching',
  group: 'headers',
  title: 'Every document has a cache lifetime; Markdown is never stored',
  async run(ctx, findings) {
    const documents = await arrived(ctx);
    for (const one of documents) addFindings(findings, one);
    return counted(documents.length, 'document');
  },
};

function addFindings(findings: Findings, { document, visit: { answer } }: Visited): void {
  const expected = document.headers?.['Cache-Control'] ?? '';
  const sent = answer?.header('cache-control');
  const directives = directivesOf(sent ?? '');
  // Stricter is always right: `bypass_shared_cache` makes it so.
  if (directives.has('no-store')) return;
  if (/no-store/.test(expected)) {
    findings.addLimited('headers', document.url, {
      code: 'stored',
      hop: 'server',
      message: `Cache-Control is ${sent === undefined ? 'not sent' : `"${sent}"`}; Markdown is sent with "no-store".`,
      fix: DEPLOY_RULES,
    });
  } else if (sent === undefined) {
    findings.addLimited('headers', document.url, {
      code: 'cache-control-missing',
      hop: 'server',
      message: `Cache-Control isn't sent; expected "${expected}".`,
      fix: DEPLOY_RULES,
    });
  } else if (directives.get('max-age') !== directivesOf(expected).get('max-age')) {
    const message = `Cache-Control is "${sent}"; expected "${expected}".`;
    const fix = `${DEPLOY_RULES} A CDN may have a setting of its own that overrides them.`;
    findings.add(document.url, { level: 'warn', code: 'cache-control-other', hop: 'server', message, fix });
  }
}

function directivesOf(value: string): ReadonlyMap<string, string> {
  return new Map(
    value.split(',').map((part) => {
      const [name = '', argument = ''] = part.trim().toLowerCase().split('=');
      return [name, argument] as const;
    }),
  );
}

/** Paths that caches which ignore headers have to leave alone. */
const EXCLUSIONS = cacheExclusions(documentTable);

const FIX = `Keep ${EXCLUSIONS.join(', ')} out of the cache, or turn on bypass_shared_cache; then purge it.`;

/** Agents get the current documents. */
export const caches: Check = {
  id: 'caches',
  group: 'way',
  title: 'No cache answers instead of the server',
  async run(ctx, findings) {
    const ours = ctx.client.visits.filter(
      ({ answer, asked }) => answer?.isOk === true && isOurs(asked, ctx.base),
    );
    for (const visit of ours) addCopy(findings, visit);
    return counted(ours.length, 'answer');
  },
};

/** Pages for people may come from a cache. */
function isOurs(url: string, base: string): boolean {
  if (!url.startsWith(`${base}/`)) return false;
  return isCacheExcluded(url.slice(base.length).split('?', 1)[0] ?? '', EXCLUSIONS);
}

function addCopy(findings: Findings, { asked, answer }: Visit): void {
  const hit = answer === undefined ? undefined : cacheOf(answer);
  if (answer === undefined || hit === undefined) return;
  const isForbidden = /no-store/i.test(answer.header('cache-control') ?? '');
  findings.add(asked.split('?', 1)[0] ?? asked, {
    level: isForbidden ? 'fail' : 'warn',
    code: isForbidden ? 'cached-anyway' : 'cached',
    hop: 'cache',
    message: isForbidden
      ? `${hit.via} sends a copy although the document says "no-store": the cache ignores the server's headers.`
      : `${hit.via} sends a copy: changes arrive late, and the server doesn't see the visit.`,
    fix: FIX,
  });
}

/** A document is the same with and without compression. */
export const compression: Check = {
  id: 'compression',
  group: 'way',
  title: 'Compressed answers decompress to the same bytes',
  async run(ctx, findings) {
    const documents = evenSample(await arrived(ctx), 2 * ctx.sample).filter(
      ({ document }) => !document.row?.id.startsWith('llms-full'),
    );
    let count = 0;
    for (const { document, visit } of documents) {
      const { answer } = await ctx.client.visit(document.url, { encoding: 'gzip, deflate, br' });
      const plain = visit.answer;
      const coding = answer?.header('content-encoding');
      if (answer?.isOk !== true || plain === undefined || coding === undefined) continue;
      count += 1;
      if (answer.content === undefined) {
        findings.add(document.url, {
          code: 'compression-broken',
          hop: 'compression',
          message: `It has "Content-Encoding: ${coding}", but can't be decompressed.`,
          fix: 'Compress once, in one place, and set the field accordingly.',
        });
      } else if (!Buffer.from(answer.content).equals(plain.content ?? new Uint8Array())) {
        findings.add(document.url, {
          code: 'compression-differs',
          hop: 'compression',
          message: 'Decompressed it differs from the uncompressed answer.',
          fix: 'Remove old compressed copies (.gz, .br) next to the files, and purge caches.',
        });
      }
      if (listsName(answer.header('vary'), 'Accept-Encoding')) continue;
      findings.add(document.url, {
        level: 'warn',
        code: 'compression-vary',
        hop: 'compression',
        message: 'It is compressed on demand without Vary: Accept-Encoding.',
        fix: 'Add "Accept-Encoding" to Vary where the response is compressed.',
      });
    }
    return `${count} of ${documents.length} documents are compressed`;
  },
};

const FIELDS = ['Content-Digest', 'Repr-Digest'];

/**
 * A digest matches its bytes. Those of signed documents are checked with their signatures.
 * @see https://www.rfc-editor.org/rfc/rfc9530
 */
export const digests: Check = {
  id: 'digests',
  group: 'trust',
  title: 'Every `Content-Digest` and `Repr-Digest` matches the bytes that it comes with',
  async run(ctx, findings) {
    const visits = ctx.client.visits.filter(hasDigest);
    for (const { asked, answer } of visits) {
      const name = FIELDS.find((field) => {
        const value = answer?.header(field);
        return (
          value !== undefined && checkContentDigest(value, answer?.bytes ?? new Uint8Array()) === 'mismatch'
        );
      });
      if (name === undefined || answer?.header('signature-input') !== undefined) continue;
      const coding = answer?.header('content-encoding');
      findings.add(asked, {
        code: 'digest-mismatch',
        hop: coding === undefined ? 'files' : 'compression',
        message: `${name} doesn't match the bytes that arrived${coding === undefined ? '' : ` (${coding})`}.`,
        fix: 'Compute the digest where the bytes are changed last, or send none.',
      });
    }
    return counted(visits.length, 'answer');
  },
};

function hasDigest({ answer, options, redirects }: Visit): boolean {
  if (answer?.status !== 200 || (options.method ?? 'GET') !== 'GET' || redirects.length > 0) return false;
  const isWhole = !answer.isCut && answer.size === answer.bytes.length;
  return isWhole && FIELDS.some((field) => answer.header(field) !== undefined);
}
