import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { counted } from '../../../core/text.js';
import { documentTable } from '../../../documents/table.js';
import { schemaProblems } from '../../validate/ajv.js';
import type { Document } from '../../validate/document.js';
import { Folder } from '../../validate/folder.js';
import type { RawFinding, Subject } from '../../validate/rule.js';
import { rules } from '../../validate/rules/table.js';
import {
  BROWSER_ACCEPT,
  type Check,
  evenSample,
  type Findings,
  isHtml,
  isMarkdown,
  skipped,
  type VerifyContext,
  withTwins,
} from '../check.js';
import type { Visit } from '../client.js';
import { readHtmlPage, type SampledPage, saysNoindex } from '../pages.js';

/** Every listed entry has its Markdown. */
export const twins: Check = {
  id: 'twins',
  group: 'pages',
  title: 'The Markdown twins in the lists answer 200 with Markdown, and their pages answer too',
  async run(ctx, findings) {
    if (ctx.pages.length === 0) return skipped('llms.txt and the change feed name no twins');
    for (const one of ctx.pages) addTwin(findings, one, await ctx.client.visit(one.twin));
    const pages = await Promise.all(
      ctx.pages.map(async ({ page }) => ctx.client.visit(page, { accept: BROWSER_ACCEPT })),
    );
    addPages(findings, pages);
    return counted(ctx.pages.length, 'entry', 'entries');
  },
};

function addTwin(findings: Findings, { twin, from }: SampledPage, visit: Visit): void {
  const { answer, redirects, failure } = visit;
  if (answer?.isOk !== true) {
    const message = `${from} names the twin, but it answers ${answer?.status ?? `nothing (${failure?.message ?? 'no reason'})`}.`;
    const fix =
      'Deploy the .md files next to the pages; a rule that adds or strips endings must leave them alone.';
    findings.add(twin, { code: 'twin-missing', hop: 'files', message, fix });
  } else if (answer.looksLikeHtml) {
    const message = 'An HTML page is sent instead of the Markdown.';
    const fix = 'Let the web server send the .md file itself.';
    findings.add(twin, { code: 'twin-page', hop: 'server', message, fix });
  } else if (redirects.length > 0) {
    const message = `The twin answers only after a redirect to ${visit.url}.`;
    const fix = 'Serve the .md file at its own address; check the rule for trailing slashes.';
    findings.add(twin, { level: 'warn', code: 'twin-redirected', hop: 'redirect', message, fix });
  }
}

/** Where no page answers, the pages are elsewhere and nothing is reported about them. */
function addPages(findings: Findings, pages: readonly Visit[]): void {
  const lost = pages.filter(({ answer }) => answer?.isOk !== true);
  if (lost.length === pages.length) return;
  for (const { asked, answer } of lost) {
    const message = `The page of a listed entry answers ${answer?.status ?? 'nothing'}.`;
    const fix = 'Deploy the page, or build again without the entry.';
    findings.add(asked, { code: 'page-missing', hop: 'files', message, fix });
  }
}

/** Entries that are no longer public, or never were, have no Markdown either. */
export const hidden: Check = {
  id: 'hidden',
  group: 'pages',
  title: 'Entries that are gone, kept from search engines or behind a sign-in have no Markdown',
  async run(ctx, findings) {
    const gone = goneUrls(ctx);
    await Promise.all(gone.map((url) => addGone(findings, url, ctx)));
    for (const { page, twin } of ctx.pages) await addHidden(findings, page, twin, ctx);
    if (gone.length + ctx.pages.length === 0) return skipped('the lists contain no entries');
    return `${gone.length} gone, ${counted(ctx.pages.length, 'entry', 'entries')} listed`;
  },
};

function goneUrls({ advertised, sample }: VerifyContext): readonly string[] {
  const feed = advertised('changes')?.visit.answer?.json;
  const urls = listOf(objectOf(feed)['items'])
    .map(objectOf)
    .filter(({ action }) => action === 'deleted')
    .map(({ url }) => textOf(url));
  return evenSample(
    urls.filter((url) => isParsableUrl(url) && !/\?/.test(url)),
    sample,
  );
}

async function addGone(findings: Findings, url: string, { base, client }: VerifyContext): Promise<void> {
  const plain = url.replace(/\/+$/, '');
  const twin = plain === base ? undefined : await client.visit(`${plain}.md`);
  // Another check reports a page or a redirect for every unknown name.
  const isServed = twin?.answer?.isOk === true && twin.redirects.length === 0 && !twin.answer.looksLikeHtml;
  if (twin !== undefined && isServed) {
    const message = 'The change feed lists the entry as deleted, but its Markdown is still served.';
    const fix =
      'Remove files that the build removed: deploy with deletion, or by the list "removed" of its report; purge caches.';
    findings.add(twin.asked, { code: 'gone-twin', hop: 'files', message, fix });
  }
  const negotiated = await client.visit(url, { accept: 'text/markdown' });
  if (!isMarkdown(negotiated) || negotiated.redirects.length > 0) return;
  findings.add(url, {
    code: 'gone-negotiated',
    hop: 'server',
    message: 'The entry is deleted in the change feed, but its address still returns Markdown.',
    fix: 'Remove files that the build removed, and purge caches.',
  });
}

async function addHidden(
  findings: Findings,
  page: string,
  twin: string,
  { client }: VerifyContext,
): Promise<void> {
  const visit = await client.visit(page, { accept: BROWSER_ACCEPT });
  const { answer } = visit;
  const copy = await client.visit(twin);
  if (answer === undefined || !isMarkdown(copy)) return;
  const isRefused = answer.status === 401 || answer.status === 403;
  const tagged = isHtml(visit) && readHtmlPage(answer.text).isNoindex;
  if (!isRefused && !tagged && !saysNoindex(answer.header('x-robots-tag') ?? '')) return;
  findings.add(twin, {
    code: isRefused ? 'refused-twin' : 'noindex-twin',
    hop: 'files',
    message: isRefused
      ? `The page answers ${answer.status}, but its Markdown is public.`
      : 'The page is kept from search engines (noindex), but its Markdown is served and listed.',
    fix: 'Mark the entry as private, protected or noindex in the source, build and deploy again; or open the page.',
  });
}

const SCHEMA = 'discovery.schema.json';

/** The master index exists, is valid, and names this address. */
export const discovery: Check = {
  id: 'discovery',
  group: 'documents',
  title: '`discovery.json` answers 200 and is valid by its schema, and `site.url` is the requested address',
  async run(ctx, findings) {
    const url = `${ctx.base}/.well-known/discovery.json`;
    const { answer } = await ctx.client.visit(url);
    if (answer?.isOk !== true) {
      const message = `discovery.json answers ${answer?.status ?? 'nothing'}; expected 200.`;
      const fix =
        'Deploy the whole output folder, with the folder .well-known, whose name begins with a dot.';
      findings.add(url, { code: 'discovery-missing', hop: 'files', message, fix });
      return 'not there';
    }
    const value = answer.json;
    if (value === undefined) {
      findings.add(url, {
        code: 'discovery-no-json',
        hop: answer.looksLikeHtml ? 'server' : 'files',
        message: `discovery.json is ${answer.looksLikeHtml ? 'answered with a page' : 'no JSON'}.`,
        fix: 'Let the web server send the file itself, not a page of the site.',
      });
      return 'no JSON';
    }
    addSchemaProblems(findings, url, value);
    addWrongAddress(findings, url, value, ctx);
    const { spec_version, resources } = objectOf(value);
    const count = Array.isArray(resources) ? resources.length : 0;
    return `version ${textOf(spec_version)}, ${counted(count, 'resource')}`;
  },
};

function addSchemaProblems(findings: Findings, url: string, value: unknown): void {
  for (const { pointer, message } of schemaProblems(SCHEMA, value).slice(0, 5)) {
    findings.add(url, {
      code: 'discovery-schema',
      hop: 'files',
      message: `${pointer === '' ? 'The document' : pointer} ${message}.`,
      fix: 'Run "svc validate" on what was deployed, build again, and deploy that.',
    });
  }
}

function addWrongAddress(findings: Findings, url: string, value: unknown, { base }: VerifyContext): void {
  const own = textOf(objectOf(objectOf(value)['site'])['url']);
  if (isParsableUrl(own) && new URL(own).href.replace(/\/+$/, '') === base) return;
  const message = `site.url is "${own}", but this is ${base}/: every advertised address leads there.`;
  const fix = `Build with --base-url ${base}, or verify ${own === '' ? 'the address of the site' : own} instead.`;
  findings.add(url, { code: 'other-address', hop: 'files', message, fix });
}

const RULES = rules.filter(({ anywhere }) => anywhere);

/** The answers are valid documents. */
export const content: Check = {
  id: 'content',
  group: 'documents',
  title: 'Every document is valid by its schema and its standard',
  async run(ctx, findings) {
    const subject = subjectOf(ctx);
    let count = 0;
    for (const visited of await withTwins(ctx)) {
      const document = ctx.received(visited);
      // The index has a check of its own, and a page instead of a document is reported already.
      if (document === undefined || visited.visit.answer?.looksLikeHtml === true) continue;
      count += 1;
      if (document.row.id !== 'discovery') addFindings(findings, visited.document.url, document, subject);
    }
    return counted(count, 'document');
  },
};

function addFindings(findings: Findings, url: string, document: Document, subject: Subject): void {
  for (const rule of RULES) {
    for (const found of rule.checkDocument?.(document, subject) ?? []) {
      // A site on http is reported once, for its address; on this machine http is normal.
      if (found.code === 'security-https' && subject.deployment.baseUrl.startsWith('http:')) continue;
      const level = found.level ?? rule.level;
      const isOwners = document.source === 'file';
      findings.add(url, {
        level: level === 'error' && !isOwners ? 'fail' : 'warn',
        code: found.code,
        hop: 'files',
        message: `${placeOf(found)}${found.message}`,
        fix:
          found.fix ??
          'Run "svc validate" on what was deployed; build and deploy again where it finds nothing.',
      });
    }
  }
}

function placeOf({ pointer, line }: RawFinding): string {
  if (line !== undefined) return `Line ${line}: `;
  return pointer === undefined || pointer === '' ? '' : `${pointer}: `;
}

/** The facts about a deployment from outside: its address, and no folder. */
function subjectOf({ base, restPrefix, rowOf, discovery, now }: VerifyContext): Subject {
  const folder = new Folder({ root: '/', rowOf, written: new Set(), sourceOf: () => 'generated' });
  const deployment = {
    baseUrl: base,
    restPrefix,
    readPrefix: restPrefix,
    sidecar: false,
    pages: 'none',
    redirects: new Set<string>(),
    declared: new Set<string>(),
    foreign: [],
    siteHas: () => false,
  } as const;
  return {
    folder,
    deployment,
    table: documentTable,
    rowOf,
    now: now(),
    discovery,
    record: undefined,
    headers: undefined,
    deployFile: () => undefined,
    settings: undefined,
    notices: [],
    realWellKnown: undefined,
  };
}
