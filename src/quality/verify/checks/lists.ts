import { formatUtcOffset } from '../../../core/dates.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { llmsFullItem } from '../../../documents/llms-full.js';
import { addressLine } from '../../../documents/markdown-twin.js';
import { readApiRoot } from '../../validate/resolve-url.js';
import { type Answer, type FoundLink, parseLinks } from '../answer.js';
import {
  type Check,
  DEPLOY_RULES,
  evenSample,
  type Findings,
  htmlPages,
  isMarkdown,
  skipped,
  type VerifyContext,
} from '../check.js';
import { absoluteLinksIn, readHtmlPage } from '../pages.js';

/** The length of `llms.txt` beyond which readers truncate it, in characters. */
const MAX_BYTES = 100_000;

/** The links of the index for language models work. */
export const llms: Check = {
  id: 'llms',
  group: 'lists',
  title: 'The targets of the links in `llms.txt` exist',
  async run(ctx, findings) {
    const one = ctx.advertised('llms');
    const answer = one?.visit.answer;
    if (one === undefined || answer?.isOk !== true) return skipped('there is no llms.txt');
    addLength(findings, one.document.url, answer);
    const links = [...new Set(absoluteLinksIn(answer.text))];
    const sample = evenSample(links, ctx.sample);
    await Promise.all(sample.map((url) => addLost(findings, url, ctx)));
    if (links.length === 0) {
      const message = 'llms.txt has no links.';
      const fix = 'Build again with public content.';
      findings.add(one.document.url, { level: 'warn', code: 'llms-empty', hop: 'files', message, fix });
    }
    return `${sample.length} of ${counted(links.length, 'link')}`;
  },
};

function addLength(findings: Findings, url: string, { text }: Answer): void {
  if (text.length <= MAX_BYTES) return;
  const message = `llms.txt has ${text.length} characters; readers take ${MAX_BYTES} at most.`;
  const fix = 'List fewer entries, or shorten their descriptions.';
  findings.add(url, { level: 'warn', code: 'llms-long', hop: 'files', message, fix });
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

/** The full text is there and complete. */
export const llmsFull: Check = {
  id: 'llms-full',
  group: 'lists',
  title:
    '`llms-full.txt` arrives whole, begins with a title, and each page in it is its Markdown twin, whole',
  async run(ctx, findings) {
    const one = ctx.advertised('llms-full');
    const answer = one?.visit.answer;
    if (one === undefined || answer?.isOk !== true) return skipped('there is no llms-full.txt');
    const { url } = one.document;
    const report = (code: string, message: string, fix: string) =>
      findings.add(url, { level: 'warn', code, hop: 'files', message, fix });
    if (answer.isCut) {
      report('llms-full-huge', 'It is larger than 50 MB.', 'Lower llms_full_posts or llms_full_max_kb.');
    }
    const length = answer.header('content-length');
    if (length !== undefined && Number(length) !== answer.size && !answer.isCut) {
      const message = `Content-Length is ${length}, but ${answer.size} bytes arrived.`;
      report('llms-full-length', message, 'Find the hop that changes the body and keeps its length.');
    }
    if (!answer.looksLikeHtml && !/^\ufeff?# \S/.test(answer.text)) {
      report('llms-full-title', 'Expected a title ("# Name") in the first line.', 'Build and deploy again.');
    }
    // Of a large one only the beginning is kept.
    if (answer.size === answer.bytes.length) await addOtherTexts(findings, { url, text: answer.text }, ctx);
    return counted(answer.size, 'byte');
  },
};

interface FullText {
  readonly url: string;
  readonly text: string;
}

/** The pages that are sampled, and the last one in the file, which is the first to be cut. */
async function addOtherTexts(findings: Findings, full: FullText, ctx: VerifyContext): Promise<void> {
  const last = [...full.text.matchAll(/^\*.*<(https?:[^<>\s]+)>\*$/gm)].at(-1)?.[1];
  const ofLast = last?.startsWith(`${ctx.base}/`) ? `${last.replace(/\/+$/, '')}.md` : undefined;
  const twins = new Set([...ctx.pages.map(({ twin }) => twin), ...(ofLast === undefined ? [] : [ofLast])]);
  for (const twin of twins) {
    const visit = await ctx.client.visit(twin);
    const text = isMarkdown(visit) ? (visit.answer?.text ?? '') : '';
    const address = addressLine(text);
    // Pages may be left out by number or by size.
    if (address === undefined || !full.text.includes(`${address}\n`)) continue;
    if (full.text.includes(llmsFullItem(text))) continue;
    const message = `Its text of the page differs from ${twin}, or is only a part of it.`;
    const fix =
      'Deploy llms-full.txt and the twins of one build together, and find the hop that truncates long answers.';
    findings.add(full.url, { code: 'llms-full-differs', hop: 'files', message, fix });
  }
}

/** Returning readers get the changes. */
export const changes: Check = {
  id: 'changes',
  group: 'lists',
  title: 'The change feed belongs to this build, and `?since=` returns later changes, or the whole window',
  async run(ctx, findings) {
    const one = ctx.advertised('changes');
    const feed = objectOf(one?.visit.answer?.json);
    if (one === undefined || !Array.isArray(feed['items'])) return skipped('there is no change feed');
    const { url } = one.document;
    const times = listOf(feed['items'])
      .map(timeOf)
      .filter((time) => !Number.isNaN(time));
    addFuture(findings, url, times, ctx.now());
    const since = times[Math.floor(times.length / 2)] ?? ctx.now();
    const later = objectOf((await ctx.client.visit(`${url}?since=${since}`)).answer?.json);
    addSince(findings, `${url}?since=${since}`, { feed, later, since });
    const how = later['since'] === null ? 'the whole window, as files do' : 'what came later';
    return `${counted(times.length, 'change')}; ?since= gives ${how}`;
  },
};

function timeOf(item: unknown): number {
  const { action, deleted, modified } = objectOf(item);
  return Date.parse(textOf(action === 'deleted' ? deleted : modified)) / 1000;
}

/** Readers who filter by today's date would never see changes dated tomorrow. */
function addFuture(findings: Findings, url: string, times: readonly number[], now: number): void {
  const newest = Math.max(...times, 0);
  if (newest <= now + 300) return;
  const message = `The newest change is of ${formatUtcOffset(newest)}, which is in the future.`;
  const fix = 'Set the clock of the machine that builds, or correct the date of the entry.';
  findings.add(url, { level: 'warn', code: 'changes-future', hop: 'clock', message, fix });
}

interface Since {
  readonly feed: JsonObject;
  readonly later: JsonObject;
  /** Unix seconds. */
  readonly since: number;
}

/** A static host ignores the query and returns more than was requested; a sidecar returns exactly the later changes. */
function addSince(findings: Findings, url: string, { feed, later, since }: Since): void {
  const report = (message: string) =>
    findings.add(url, {
      code: 'changes-since',
      hop: later['since'] === undefined ? 'server' : 'sidecar',
      message,
      fix: 'Let ?since= reach the sidecar with its query, or the file; no cache may drop the query from its key.',
    });
  const items = later['items'];
  if (!Array.isArray(items)) {
    report("?since= doesn't return a change feed.");
    return;
  }
  if (later['since'] === null) {
    if (items.length < listOf(feed['items']).length)
      report('?since= returns less than the whole list, without the time at which it begins.');
    return;
  }
  const expected = listOf(feed['items'])
    .map(timeOf)
    .filter((time) => time > since).length;
  if (items.some((item) => timeOf(item) <= since)) report("?since= returns changes that aren't later.");
  else if (items.length !== expected && feed['generated'] === later['generated']) {
    report(`?since= gives ${items.length} changes; the window holds ${expected} that are later.`);
  }
}

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

function expectedOf(ctx: VerifyContext, twin: string | undefined): readonly Expected[] {
  const { base, discovery } = ctx;
  const index = `${base}/.well-known/discovery.json`;
  const llms = textOf(objectOf(discovery['documents'])['llms']);
  const root = readApiRoot(ctx.advertised('api-catalog')?.visit.answer?.json);
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
