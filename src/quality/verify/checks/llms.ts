import { counted } from '../../../core/text.js';
import type { Answer } from '../answer.js';
import { type Check, type Findings, skipped, spread, type VerifyContext } from '../check.js';
import { linksIn } from '../html-page.js';

/** The length of `llms.txt` beyond which readers truncate it, in characters. */
const MAX_BYTES = 100_000;

/** The links of the index for language models work. */
export const llms: Check = {
  id: 'llms',
  group: 'lists',
  title: 'The targets of the links in `llms.txt` exist',
  async run(ctx, findings) {
    const one = ctx.visited.find(({ document }) => document.row?.id === 'llms');
    const answer = one?.visit.answer;
    if (one === undefined || answer?.isOk !== true) return skipped('there is no llms.txt');
    addLength(findings, one.document.url, answer);
    const links = [...new Set(linksIn(answer.text))];
    const sample = spread(links, ctx.sample);
    await Promise.all(sample.map((url) => addLost(findings, url, ctx)));
    if (links.length === 0) {
      findings.add(one.document.url, {
        level: 'warn',
        code: 'llms-empty',
        hop: 'files',
        message: 'llms.txt has no links.',
        fix: 'Build again with public content.',
      });
    }
    return `${sample.length} of ${counted(links.length, 'link')}`;
  },
};

function addLength(findings: Findings, url: string, { text }: Answer): void {
  if (text.length <= MAX_BYTES) return;
  findings.add(url, {
    level: 'warn',
    code: 'llms-long',
    hop: 'files',
    message: `llms.txt has ${text.length} characters; readers take ${MAX_BYTES} at most.`,
    fix: 'List fewer entries, or shorten their descriptions.',
  });
}

async function addLost(findings: Findings, url: string, { client, base }: VerifyContext): Promise<void> {
  const { answer, failure } = await client.visit(url);
  if (answer?.isOk === true) return;
  const isOwn = new URL(url).origin === new URL(base).origin;
  findings.add(url, {
    level: isOwn ? 'fail' : 'warn',
    code: 'llms-link-lost',
    hop: isOwn ? 'files' : 'connection',
    message: `llms.txt links to it, but it answers ${answer?.status ?? `nothing: ${failure?.message ?? ''}`}.`,
    fix: 'Deploy llms.txt together with the files of the same build.',
  });
}
