import type { Check, Outcome, VerifyContext } from '../check.js';
import { Findings, skipped } from '../check.js';
import { counted } from '../counted.js';

/** The whole text is there, whole. */
export const llmsFull: Check = {
  id: 'llms-full',
  group: 'lists',
  title: '`llms-full.txt` arrives whole and begins with a title',
  async run(ctx: VerifyContext): Promise<Outcome> {
    const one = ctx.visited.find(({ document }) => document.row?.id === 'llms-full');
    const answer = one?.visit.answer;
    if (one === undefined || answer?.isOk !== true) return skipped('there is no llms-full.txt');
    const findings = new Findings(ctx);
    const { url } = one.document;
    const tell = (code: string, message: string, fix: string) =>
      findings.add(url, { level: 'warn', code, hop: 'files', message, fix });
    if (answer.isCut) {
      tell('llms-full-huge', 'It is larger than 50 MB.', 'Lower llms_full_posts or llms_full_max_kb.');
    }
    const length = answer.header('content-length');
    if (length !== undefined && Number(length) !== answer.size && !answer.isCut) {
      const message = `Content-Length is ${length}, but ${answer.size} bytes arrived.`;
      tell('llms-full-length', message, 'Find the hop that changes the body and keeps its length.');
    }
    if (!answer.looksLikeHtml && !/^\ufeff?# \S/.test(answer.text)) {
      tell('llms-full-title', 'Expected a title ("# Name") in the first line.', 'Build and deploy again.');
    }
    return { detail: counted(answer.size, 'byte'), findings: findings.list() };
  },
};
