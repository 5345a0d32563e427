import { counted } from '../../../core/text.js';
import { checkContentDigest } from '../../../documents/signing/content-digest.js';
import { arrived, type Check, spread } from '../check.js';
import type { Visit } from '../client.js';
import { listsName } from '../http-fields.js';

/** A document is the same with and without compression. */
export const compression: Check = {
  id: 'compression',
  group: 'way',
  title: 'Compressed answers decompress to the same bytes',
  async run(ctx, findings) {
    const documents = spread(await arrived(ctx), 2 * ctx.sample).filter(
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
