import { counted } from '../../../core/text.js';
import { checkContentDigest } from '../../../documents/signing/content-digest.js';
import type { Check } from '../check.js';
import type { Visit } from '../client.js';

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
        level: 'fail',
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
