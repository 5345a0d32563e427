import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import type { Answer } from '../answer.js';
import { type Check, DEPLOY_RULES, type Findings, htmlPages, skipped, type VerifyContext } from '../check.js';
import { readHtmlPage } from '../html-page.js';
import { type FoundLink, parseLinks } from '../http-fields.js';

/** A required link of a page. */
interface Expected {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  /** True: the link may be in the head of the page instead. */
  readonly mayBeInHead: boolean;
}

/** Pages link to the documents for agents. */
export const links: Check = {
  id: 'links',
  group: 'pages',
  title: 'Pages have `Link` headers to the discovery document (twice), `llms.txt` and their own Markdown',
  async run(ctx, findings) {
    let count = 0;
    for await (const { page, twin, answer } of htmlPages(ctx)) {
      count += 1;
      addMissing(findings, page, answer, expectedOf(ctx, twin));
    }
    if (count === 0) return skipped('there are no pages here');
    return counted(count, 'page');
  },
};

function expectedOf(
  { base, discovery, visited }: VerifyContext,
  twin: string | undefined,
): readonly Expected[] {
  const index = `${base}/.well-known/discovery.json`;
  const llms = textOf(objectOf(discovery['documents'])['llms']);
  const catalog = visited.find(({ document }) => document.row?.id === 'api-catalog')?.visit.answer?.json;
  const root = textOf(objectOf(listOf(objectOf(listOf(objectOf(catalog)['linkset'])[0])['item'])[0])['href']);
  return [
    { rel: 'service-desc', href: index, type: 'application/json', mayBeInHead: false },
    { rel: 'discovery', href: index, type: 'application/json', mayBeInHead: false },
    ...(root.startsWith(`${base}/`) ? [{ rel: 'api-catalog', href: root, mayBeInHead: true }] : []),
    ...(llms === '' ? [] : [{ rel: 'describedby', href: llms, mayBeInHead: true }]),
    ...(twin === undefined
      ? []
      : [{ rel: 'alternate', href: twin, type: 'text/markdown', mayBeInHead: true }]),
  ];
}

function addMissing(findings: Findings, page: string, answer: Answer, expected: readonly Expected[]): void {
  const sent = parseLinks(answer.headers('link'));
  const inHead = readHtmlPage(answer.text).links;
  const isThere = (links: readonly FoundLink[], one: Expected) =>
    links.some(
      ({ href, rels, type }) =>
        rels.includes(one.rel) &&
        isSameUrl(href, one.href, page) &&
        (one.type === undefined || type === one.type),
    );
  for (const one of expected) {
    if (isThere(sent, one)) continue;
    const isInHead = isThere(inHead, one);
    const what = `A page has no Link header with rel="${one.rel}"`;
    const found = {
      code: isInHead ? 'link-in-head-only' : 'link-missing',
      hop: 'server',
      message: isInHead ? `${what}, only a tag in its head.` : `${what}.`,
      fix: DEPLOY_RULES,
    } as const;
    if (isInHead && one.mayBeInHead) findings.add(page, { ...found, level: 'warn' });
    else findings.addLimited('headers', page, found);
  }
}

function isSameUrl(href: string, expected: string, page: string): boolean {
  return isParsableUrl(href, page) && new URL(href, page).href === new URL(expected).href;
}
