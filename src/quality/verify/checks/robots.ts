import { basePathOf } from '../../../core/paths.js';
import { RobotsRules } from '../../../core/robots-rules.js';
import type { Answer } from '../answer.js';
import type { Check, Findings, VerifyContext } from '../check.js';

/** Bots that fetch on behalf of a person, or for search; training crawlers are the owner's choice. */
const READERS = [
  'ChatGPT-User',
  'OAI-SearchBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Googlebot',
  'Bingbot',
];

/** Bots that collect training data, and Google's token for that. */
const TRAINERS = ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended', 'Applebot-Extended', 'Bytespider'];

/** The rules for bots can be read, and shut no bot out by mistake. */
export const robots: Check = {
  id: 'robots',
  group: 'address',
  title: '`robots.txt` can be read, and allows agents',
  async run(ctx, findings) {
    const url = `${ctx.base}/robots.txt`;
    const { answer } = await ctx.client.visit(url);
    if (answer?.status !== 200 || answer.looksLikeHtml) {
      addUnreadable(findings, url, answer);
      return `answers ${answer?.status ?? 'nothing'}`;
    }
    const rules = new RobotsRules(answer.text);
    addLockedOut(findings, url, rules, ctx);
    await addOrigin(findings, ctx);
    const out = TRAINERS.filter((bot) => rules.names(bot) && !rules.allows(bot, '/'));
    const detail =
      out.length === 0 ? 'readable' : `readable; kept out by the owner's choice: ${out.join(', ')}`;
    return detail;
  },
};

/** Bots read the file at the root of the host, even for a site in a folder. */
async function addOrigin(findings: Findings, ctx: VerifyContext): Promise<void> {
  const { origin } = new URL(ctx.base);
  if (ctx.base === origin) return;
  const { answer } = await ctx.client.visit(`${origin}/robots.txt`);
  if (answer?.status !== 200 || answer.looksLikeHtml) return;
  addLockedOut(findings, `${origin}/robots.txt`, new RobotsRules(answer.text), ctx);
}

function addUnreadable(findings: Findings, url: string, answer: Answer | undefined): void {
  const status = answer?.status ?? 0;
  const what =
    answer?.looksLikeHtml === true ? `${status} with a page` : status === 0 ? 'not' : String(status);
  const effect = status >= 500 || status === 0 ? ' Crawlers take that for "keep out" (RFC 9309).' : '';
  findings.add(url, {
    level: 'fail',
    code: 'robots-unreadable',
    hop: status === 403 || status === 429 ? 'bot-protection' : 'server',
    message: `robots.txt answers ${what}; expected 200 with text/plain.${effect}`,
    fix: 'Deploy robots.txt, and let every client fetch it without a challenge.',
  });
}

function addLockedOut(findings: Findings, url: string, rules: RobotsRules, { base }: VerifyContext): void {
  const root = basePathOf(base);
  const path = `${root}/`;
  if (!rules.allows('*', path)) {
    findings.add(url, {
      level: 'fail',
      code: 'robots-closed',
      hop: 'files',
      message: 'robots.txt shuts every bot out, although the site has documents for agents.',
      fix: 'Set site.public to true, or remove "Disallow: /" from the robots.txt of the site.',
    });
    return;
  }
  const kept = READERS.filter((bot) => !rules.allows(bot, path));
  if (kept.length > 0) {
    findings.add(url, {
      level: 'warn',
      code: 'robots-readers-out',
      hop: 'files',
      message: `robots.txt shuts out bots that fetch for a person or for search: ${kept.join(', ')}.`,
      fix: 'Remove their groups, unless that is intended.',
    });
  }
  const closed = ['/.well-known/discovery.json', '/llms.txt'].filter(
    (file) => !rules.allows('*', root + file),
  );
  for (const file of closed) {
    findings.add(url, {
      level: 'warn',
      code: 'robots-documents-out',
      hop: 'files',
      message: `robots.txt keeps bots away from ${file}.`,
      fix: 'Allow it, or remove the rule that covers it.',
    });
  }
}
