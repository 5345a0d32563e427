import { readPageHead } from '../../../content/html/page-head.js';
import { listOf, objectOf } from '../../../core/json.js';
import { parseRobots } from '../../../core/robots-rules.js';
import { counted } from '../../../core/text.js';
import { carriesUsageHeaders } from '../../../documents/page-head/usage-headers.js';
import { pathBelow } from '../../validate/resolve-url.js';
import type { Answer } from '../answer.js';
import {
  BROWSER_ACCEPT,
  type Check,
  DEPLOY_RULES,
  type Findings,
  isHtml,
  type VerifyContext,
} from '../check.js';
import type { Visit } from '../client.js';

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

function reservedInDocument({ visited }: VerifyContext): boolean {
  const rules = visited.find(({ document }) => document.row?.id === 'tdmrep')?.visit.answer?.json;
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
    level: 'fail',
    code: 'reservation-contradicted',
    hop: 'files',
    message: 'robots.txt allows training (ai-train=yes), but tdmrep.json reserves it.',
    fix: 'Deploy robots.txt together with tdmrep.json of the same build, or correct the Content-Signal of your own robots.txt.',
  });
}
