import { readPageHead } from '../../../content/html/page-head.js';
import { listOf, objectOf } from '../../../core/json.js';
import { basePathOf } from '../../../core/paths.js';
import { parseRobots, RobotsRules } from '../../../core/robots-rules.js';
import { counted } from '../../../core/text.js';
import { carriesUsageHeaders } from '../../../documents/page-head/links.js';
import { pathBelow } from '../../validate/resolve-url.js';
import type { Answer } from '../answer.js';
import {
  arrived,
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  evenSample,
  type Findings,
  isHtml,
  samplePlaces,
  skipped,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

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
    const message = 'robots.txt shuts every bot out, although the site has documents for agents.';
    const fix = 'Set site.public to true, or remove "Disallow: /" from the robots.txt of the site.';
    findings.add(url, { code: 'robots-closed', hop: 'files', message, fix });
    return;
  }
  const kept = READERS.filter((bot) => !rules.allows(bot, path));
  if (kept.length > 0) {
    const message = `robots.txt shuts out bots that fetch for a person or for search: ${kept.join(', ')}.`;
    const fix = 'Remove their groups, unless that is intended.';
    findings.add(url, { level: 'warn', code: 'robots-readers-out', hop: 'files', message, fix });
  }
  const closed = ['/.well-known/discovery.json', '/llms.txt'].filter(
    (file) => !rules.allows('*', root + file),
  );
  for (const file of closed) {
    const message = `robots.txt keeps bots away from ${file}.`;
    const fix = 'Allow it, or remove the rule that covers it.';
    findings.add(url, { level: 'warn', code: 'robots-documents-out', hop: 'files', message, fix });
  }
}

const FIELD = 'tdm-reservation';

/**
 * The owner's reservation is the same everywhere.
 * @see https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
 */
export const usage: Check = {
  id: 'usage',
  group: 'headers',
  title: 'Where use for training is reserved, pages, the change feed, sitemaps and `robots.txt` agree',
  async run(ctx, findings) {
    const pages = await pagesOf(ctx);
    const documents = ctx.visited
      .filter(({ document }) => document.row !== undefined && carries(document.url, ctx))
      .map(({ visit }) => visit)
      .filter(({ answer, redirects }) => answer?.isOk === true && redirects.length === 0);
    const visits = [...pages, ...documents.filter(({ answer }) => answer?.looksLikeHtml === false)];
    const isReserved = reservedInDocument(ctx);
    const isMarked = visits.some(({ answer }) => isSent(answer)) || pages.some(hasMeta);
    if (isMarked) addUnmarked(findings, visits);
    if (isReserved) await addContradiction(findings, ctx);
    const detail = isReserved || isMarked ? counted(visits.length, 'answer') : 'nothing is reserved';
    return detail;
  },
};

async function pagesOf({ base, pages, client }: VerifyContext): Promise<readonly Visit[]> {
  const addresses = [`${base}/`, ...pages.map(({ page }) => page)];
  const visits = await Promise.all(addresses.map((url) => client.visit(url, { accept: BROWSER_ACCEPT })));
  return visits.filter((visit) => isHtml(visit) && visit.redirects.length === 0);
}

function carries(url: string, { base, restPrefix }: VerifyContext): boolean {
  const path = pathBelow(url, base)?.split(/[?#]/, 1)[0];
  // The service only sends the header with these documents; providers' documents are their own.
  return (
    path !== undefined && carriesUsageHeaders(path, restPrefix) && /^\/svc-|^\/sitemap[^/]*\.xml$/.test(path)
  );
}

function isSent(answer: Answer | undefined): boolean {
  return answer?.header(FIELD)?.trim() === '1';
}

function hasMeta({ answer }: Visit): boolean {
  return readPageHead(answer?.text ?? '').metas.get(FIELD) === '1';
}

function reservedInDocument({ advertised }: VerifyContext): boolean {
  const rules = advertised('tdmrep')?.visit.answer?.json;
  return listOf(rules).some((rule) => objectOf(rule)['location'] === '/' && objectOf(rule)[FIELD] === 1);
}

function addUnmarked(findings: Findings, visits: readonly Visit[]): void {
  for (const { asked, answer } of visits) {
    if (isSent(answer)) continue;
    findings.addLimited('headers', asked, {
      code: 'reservation-missing',
      hop: 'server',
      message: `${FIELD}: 1 isn't sent, although the site reserves use for training.`,
      fix: DEPLOY_RULES,
    });
  }
}

async function addContradiction(findings: Findings, { base, client }: VerifyContext): Promise<void> {
  const { answer } = await client.visit(`${base}/robots.txt`);
  if (answer?.status !== 200 || answer.looksLikeHtml) return;
  const signals = parseRobots(answer.text).filter(({ key }) => key === 'content-signal');
  if (!signals.some(({ value }) => /(?:^|[\s,])ai-train=yes\b/.test(value))) return;
  findings.add(`${base}/robots.txt`, {
    code: 'reservation-contradicted',
    hop: 'files',
    message: 'robots.txt allows training (ai-train=yes), but tdmrep.json reserves it.',
    fix: 'Deploy robots.txt together with tdmrep.json of the same build, or correct the Content-Signal of your own robots.txt.',
  });
}

/** Fields that `HEAD` and `GET` share; others may change between two requests. */
const COMPARED = [
  'content-type',
  'vary',
  'cache-control',
  'access-control-allow-origin',
  'x-content-type-options',
  'x-robots-tag',
  'link',
  'etag',
  'last-modified',
  'content-digest',
];

/**
 * Agents that only request the headers get those of the document.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
 */
export const head: Check = {
  id: 'head',
  group: 'headers',
  title: '`HEAD` has the status and the headers of `GET`',
  async run(ctx, findings) {
    const documents = (await arrived(ctx)).map(({ document }) => [document.url, '*/*'] as const);
    const pages = samplePlaces(ctx).map(({ page }) => [page, BROWSER_ACCEPT] as const);
    const asked = evenSample([...documents, ...pages], 2 * ctx.sample);
    if (asked.length === 0) return skipped('nothing answers');
    await Promise.all(
      asked.map(async ([url, accept]) => {
        const get = await ctx.client.visit(url, accept === '*/*' ? {} : { accept });
        const visit = await ctx.client.visit(url, { method: 'HEAD', accept });
        addFindings(findings, url, get, visit);
      }),
    );
    return counted(asked.length, 'address', 'addresses');
  },
};

function addFindings(findings: Findings, url: string, { answer: get }: Visit, { answer: own }: Visit): void {
  if (get?.isOk !== true) return;
  if (own?.status !== get.status) {
    const message = `HEAD answers ${own?.status ?? 'nothing'} and GET ${get.status}.`;
    const fix = 'Let the rule for GET answer HEAD too.';
    findings.add(url, { code: 'head-status', hop: 'server', message, fix });
    return;
  }
  const length = own.header('content-length');
  const other = COMPARED.filter((name) => comparable(own, name) !== comparable(get, name));
  if (length !== undefined && Number(length) !== get.size && !get.isCut) other.push('content-length');
  for (const name of other) {
    const message = `HEAD and GET differ in ${name}${shown(own.header(name), get.header(name))}.`;
    findings.add(url, { level: 'warn', code: 'head-headers', hop: 'server', message, fix: DEPLOY_RULES });
  }
}

/** Servers send a weak tag for a file that was changed a moment ago. */
function comparable(answer: Answer, name: string): string | undefined {
  const value = answer.header(name);
  return name === 'etag' ? value?.replace(/^W\//, '') : value;
}

/** Values that only one address has would keep equal findings apart. */
function shown(own: string | undefined, get: string | undefined): string {
  const isShort = (value = '') => value.length <= 40 && !/\d{3}/.test(value);
  return isShort(own) && isShort(get) ? `: "${own ?? ''}" and "${get ?? ''}"` : '';
}
