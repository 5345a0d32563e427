import { counted } from '../../../core/text.js';
import { textsOf } from '../../validate/values.js';
import { type Check, type Visited, withTwins } from '../check.js';
import { linksIn } from '../html-page.js';

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
      findings.add(one.document.url, {
        level: 'fail',
        code: 'mixed-schemes',
        hop: 'files',
        message: `It names ${found}, but the site is ${ctx.base}/.`,
        fix: `Build with --base-url ${ctx.base}; in content, correct the link.`,
      });
    }
    return counted(documents.length, 'document');
  },
};

/** Advertised addresses only; those in prose and schemas don't count. */
function addressesIn({ document, visit: { answer } }: Visited): readonly string[] {
  if (answer?.isOk !== true || document.file === undefined) return [];
  const value = answer.json;
  if (value !== undefined) return [...textsOf(value)].map(({ text }) => text);
  return linksIn(answer.text);
}
