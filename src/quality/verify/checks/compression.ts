import { arrived, type Check, spread } from '../check.js';
import { listsName } from '../media-type.js';

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
          level: 'fail',
          code: 'compression-broken',
          hop: 'compression',
          message: `It has "Content-Encoding: ${coding}", but can't be decompressed.`,
          fix: 'Compress once, in one place, and set the field accordingly.',
        });
      } else if (!Buffer.from(answer.content).equals(plain.content ?? new Uint8Array())) {
        findings.add(document.url, {
          level: 'fail',
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
