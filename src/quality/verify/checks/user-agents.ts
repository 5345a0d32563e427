import { RobotsRules } from '../../../core/robots-rules.js';
import { counted } from '../../../core/text.js';
import type { Answer } from '../answer.js';
import {
  BROWSER_USER_AGENT,
  type Check,
  type Findings,
  isHtml,
  isMarkdown,
  skipped,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

/** The User-Agents of assistants and crawlers, by their token in robots.txt. */
const AGENTS: readonly (readonly [token: string, userAgent: string])[] = [
  [
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  ],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  ],
  [
    'OAI-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)',
  ],
  [
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  [
    'Claude-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  ],
  [
    'PerplexityBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  ],
  // Google-Extended is a word of robots.txt alone: Googlebot does the fetching.
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  ['curl', 'curl/8.5.0'],
];

/** Every client gets the same content. */
export const userAgents: Check = {
  id: 'user-agents',
  group: 'way',
  title: 'Assistants and crawlers get what a browser gets: no refusal, no challenge, no other text',
  async run(ctx, findings) {
    const places = placesOf(ctx);
    const known = await readable(places, ctx);
    if (known.length === 0) return skipped('a browser gets nothing here');
    const robots = (await ctx.client.visit(`${ctx.base}/robots.txt`)).answer;
    const rules = new RobotsRules(robots?.status === 200 ? robots.text : '');
    const agents = [...AGENTS, ...ctx.userAgents.map((name) => [name, name] as const)];
    const asked = agents.flatMap(([token, userAgent]) =>
      known.map(async (browser) => {
        const visit = await ctx.client.visit(browser.asked, { userAgent });
        return { token, visit, browser, isOut: !rules.allows(token, '/') };
      }),
    );
    for (const compared of await Promise.all(asked)) addFinding(findings, compared);
    return `${agents.length} names at ${counted(known.length, 'address', 'addresses')}`;
  },
};

function placesOf({ base, pages, advertised }: VerifyContext): readonly string[] {
  const llms = advertised('llms')?.document.url;
  const [first] = pages;
  const index = `${base}/.well-known/discovery.json`;
  return [
    `${base}/`,
    index,
    ...(llms === undefined ? [] : [llms]),
    ...(first === undefined ? [] : [first.page, first.twin]),
  ];
}

/** The addresses that answer a browser; other checks report the rest. */
async function readable(places: readonly string[], { client }: VerifyContext): Promise<readonly Visit[]> {
  const visits = await Promise.all(places.map((url) => client.visit(url, { userAgent: BROWSER_USER_AGENT })));
  return visits.filter(({ answer }) => answer?.isOk === true && !isChallenge(answer));
}

interface Compared {
  readonly token: string;
  readonly visit: Visit;
  readonly browser: Visit;
  /** robots.txt shuts it out. */
  readonly isOut: boolean;
}

function addFinding(findings: Findings, { token, visit, browser, isOut }: Compared): void {
  const { answer } = visit;
  if (answer === undefined || !answer.isOk || isChallenge(answer)) {
    const how =
      answer === undefined
        ? 'gets no answer'
        : isChallenge(answer)
          ? 'is challenged'
          : `gets ${answer.status}`;
    findings.add(visit.asked, {
      // The owner may enforce robots.txt.
      level: isOut ? 'warn' : 'fail',
      code: isOut ? 'agent-kept-out' : 'agent-refused',
      hop: 'bot-protection',
      message: `${token} ${how} where a browser gets ${browser.answer?.status ?? 200}${isOut ? '; robots.txt shuts it out too' : ''}.`,
      fix: `Allow ${token} in the bot protection of the CDN or the web server, at least for the files for agents.`,
    });
  } else if (!isSame(visit, browser)) {
    findings.add(visit.asked, {
      code: 'agent-other-content',
      hop: 'bot-protection',
      message: `${token} gets a different text from a browser.`,
      fix: 'Send every client the same; documents for agents have their own addresses.',
    });
  }
}

/** A page that demands a proof of being human. */
export function isChallenge(answer: Answer): boolean {
  if (answer.header('cf-mitigated') !== undefined) return true;
  return (
    answer.looksLikeHtml &&
    /(?:challenge-platform|cf-chl|captcha-delivery|_Incapsula_Resource|Checking your browser)/i.test(
      answer.text,
    )
  );
}

/** Pages may differ a little from one visit to the next; with `markdown_for_ai_agents` they are Markdown. */
function isSame(visit: Visit, browser: Visit): boolean {
  const [own, other] = [visit.answer?.content, browser.answer?.content];
  if (own === undefined || other === undefined) return own === other;
  if (isHtml(browser)) {
    if (isMarkdown(visit)) return true;
    return isHtml(visit) && own.length > other.length / 2 && own.length < other.length * 2;
  }
  return Buffer.from(own).equals(other);
}
