import type { Root } from 'hast';
import type { PrivacyRules } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import { type BodyRenderer, htmlOf, treeOf } from '../content/body/port.js';
import { loadRenderer } from '../content/body/table.js';
import { asSeen } from '../content/html/as-seen.js';
import { canonicalise } from '../content/html/canonical/index.js';
import { hasProse } from '../content/html/has-prose.js';
import { rebaseUrls } from '../content/html/rebase.js';
import { makeResolver } from '../content/html/resolve.js';
import { sanitise } from '../content/html/sanitise.js';
import { toHtml } from '../content/html/serialise.js';
import { visibleText } from '../content/html/text.js';
import { convertTree } from '../content/markdown/to-markdown.js';
import type { UnifiedConverter } from '../content/markdown/unified.js';
import { removeUnseen } from '../content/privacy/html/closed-parts.js';
import { errorMessage } from '../core/errors.js';
import type { Warning, Warnings } from '../core/warnings.js';
import { type ItemContext, renderItem } from '../documents/content-item.js';
import type { EntryPage } from '../documents/document-row.js';
import { clip, tidyLine } from '../documents/escape.js';
import { entryHash, renderTwin, type TwinContext } from '../documents/markdown-twin.js';
import {
  type PageMetrics,
  type ReadingRules,
  readPage,
  withImage,
} from '../quality/readiness/pages/page-metrics.js';
import type { Entry, IndexEntry, LinkedMedia, Site } from '../site/site.js';
import { ownSummary, summaryText, writtenDescription } from '../site/summary.js';
import type { TopicRules } from '../site/topics.js';
import type { RawEntry } from '../sources/port.js';
import { describeEntry, hostsOf } from './describe-entry.js';
import type { HtmlPage } from './html/html-run.js';
import { recordLinks, resolveAliases, resolveIds } from './link-graph.js';

const MAX_INDEX_EXCERPT = 160;

/** The settings that documents of single entries depend on; another value means: convert all again. */
export const CONVERSION_SETTINGS = ['markdown_front_matter', 'enable_ai_description'] as const;

/** The part of the context that documents of single entries use. */
export type EntryDocumentContext = TwinContext &
  ItemContext & { readonly settings: Pick<Settings, (typeof CONVERSION_SETTINGS)[number]> };

/** What converting needs besides the entry. */
export interface ConvertContext {
  readonly site: Site;
  /** For addresses and served documents; it has no entries yet. */
  readonly documentContext: EntryDocumentContext;
  readonly sourceBases: readonly (string | undefined)[];
  readonly authors: ReadonlyMap<string, string>;
  readonly media: LinkedMedia;
  /** Body of a published reusable block. */
  pattern(id: number): string | undefined;
  /** Path of a public entry of an export, for links by id. */
  pagePath(id: number): string | undefined;
  readonly topics: TopicRules;
  /** The owner's rules for names that sound like a restriction. */
  readonly privacy: PrivacyRules;
  readonly warnings: Warnings;
  /** Where the configuration selects the unified stack. */
  readonly unified?: UnifiedConverter | undefined;
  /** How pages are read for their checks; absent where these are switched off. */
  readonly checks?: ReadingRules;
}

/** An entry's own documents, its data for lists, and the input of its page. */
export interface Converted {
  readonly twin: string;
  /** Undefined without a static read API. */
  readonly item: string | undefined;
  readonly entry: Entry;
  /** The body, not sanitised, links absolute. */
  readonly tree: Root;
  /** For llms.txt: one line, at most 160 characters. */
  readonly excerpt: string;
  readonly hasProse: boolean;
  /** Addresses below the base that it links to, without fragments. */
  readonly links: readonly string[];
  /** Of title and body as the twin has them. */
  readonly hash: string;
  /** The results of the checks, except for the image: see `withPageImage`. Undefined where they are switched off. */
  readonly checkup: PageMetrics | undefined;
}

/** The entry's data in the index. */
export type ConvertTarget = Pick<IndexEntry, 'id' | 'type' | 'title' | 'path' | 'twin' | 'lang'>;

/**
 * Converts one public entry: body to HTML, links to the new site, HTML to Markdown and to the read API's form.
 * A failed body only affects its own entry: the documents then consist of their heads.
 * @param source number of the entry's source
 */
export async function convertEntry(
  raw: RawEntry,
  target: ConvertTarget,
  source: number,
  context: ConvertContext,
): Promise<Converted> {
  const { documentContext, site } = context;
  const url = site.baseUrl + target.path;
  const anyReference = makeResolver({
    pageUrl: url,
    exportBase: context.sourceBases[source],
    baseUrl: site.baseUrl,
  });
  const linksByIds = raw.format === 'wordpress' || raw.linksByIds === true;
  const links = new Set<string>();
  const resolve = recordLinks(
    linksByIds ? resolveIds(anyReference, context) : resolveAliases(anyReference, context),
    site,
    links,
  );
  const hosts = [site.baseUrl, context.sourceBases[source]].flatMap(hostsOf);
  const body = await convertBody(
    raw,
    target,
    { render: await loadRenderer(raw.format), resolve, hosts },
    context,
  );
  const summary = summaryText(body.summary) || body.alts();
  const entry = describeEntry(raw, target, { summary, source }, context, resolve);
  const isSummary = writtenDescription(raw) === '';
  const page: EntryPage = { entry, markdown: body.markdown, html: body.html, isSummary };
  return {
    twin: renderTwin(documentContext, page),
    item: documentContext.restApi.mode === 'static' ? renderItem(documentContext, page) : undefined,
    entry,
    tree: body.tree,
    checkup: body.checkup,
    excerpt: clip(tidyLine(noteOf(raw, entry)), MAX_INDEX_EXCERPT),
    hasProse: body.hasProse,
    links: [...links],
    hash: entryHash(page),
  };
}

/**
 * Adds the checks of an entry's image.
 * @param page the page of the entry, which may describe the image; undefined where there is none
 */
export function withPageImage(
  checkup: PageMetrics | undefined,
  { image, title }: Entry,
  page: HtmlPage | undefined,
): PageMetrics | undefined {
  return checkup && withImage(checkup, image, title, () => textOf(page));
}

function textOf(page: HtmlPage | undefined): string | undefined {
  if (page === undefined) return undefined;
  return typeof page.bytes === 'string' ? page.bytes : Buffer.from(page.bytes).toString('utf8');
}

/** A summary written by the author is a better note than the first words of the body. */
function noteOf(raw: RawEntry, entry: Entry): string {
  return ownSummary(raw, raw.excerpt) || ownSummary(raw, raw.description ?? '') || entry.excerpt;
}

interface ConvertedBody {
  readonly markdown: string;
  readonly html: string;
  readonly tree: Root;
  /** The beginning of the twin's prose, the input of summaries. */
  readonly summary: string;
  /** All text including them, for a page that only has images. */
  alts(): string;
  readonly checkup: PageMetrics | undefined;
  readonly hasProse: boolean;
}

type Resolve = ReturnType<typeof makeResolver>;

/** How a body is made into a tree. */
interface BodyMeans {
  readonly render: BodyRenderer;
  readonly resolve: Resolve;
  /** Hosts that are the site itself. */
  readonly hosts: readonly string[];
}

async function convertBody(
  raw: RawEntry,
  target: ConvertTarget,
  { render, resolve, hosts }: BodyMeans,
  context: ConvertContext,
): Promise<ConvertedBody> {
  const { media, warnings, documentContext, privacy, unified } = context;
  const toSeen = (tree: Root): void => {
    removeUnseen(tree, privacy);
    canonicalise(tree);
    asSeen(tree);
  };
  try {
    const pattern = (id: number) => context.pattern(id);
    const { ref } = raw;
    const rendered = render(raw.body, { entryId: target.id, ref, media, pattern, warnings, privacy });
    // Before the tree is changed.
    const html = unified && htmlOf(rendered);
    const tree = treeOf(rendered);
    if (raw.isAsSeen !== true) toSeen(tree);
    // Before its links are changed: the checks need the written ones.
    const checkup = readForChecks(raw, target, tree, hosts, context);
    rebaseUrls(tree, resolve);
    const hasItem = documentContext.restApi.mode === 'static';
    const twin =
      unified === undefined || html === undefined
        ? convertTree(tree)
        : await unified(html, (parsed) => {
            toSeen(parsed);
            rebaseUrls(parsed, resolve);
          });
    return {
      markdown: twin.markdown,
      summary: twin.summary,
      html: hasItem ? toHtml(sanitise(tree)) : '',
      tree,
      alts: () => visibleText(tree),
      checkup,
      hasProse: hasProse(tree),
    };
  } catch (cause) {
    warnings.add(bodyFailed(raw.ref, errorMessage(cause)));
    const tree: Root = { type: 'root', children: [] };
    const checkup = readForChecks(raw, target, tree, hosts, context);
    return {
      markdown: '',
      html: '',
      tree,
      summary: '',
      alts: () => '',
      checkup,
      // What it would say is unknown.
      hasProse: true,
    };
  }
}

/** The warning for a body that could not be converted. */
export function bodyFailed(ref: string, reason: string): Warning {
  return {
    code: 'body-failed',
    file: ref,
    message: `The body couldn't be converted (${reason}), so its twin contains only the head.`,
    fix: "Report this with the body of the entry. Until it's fixed, simplify its HTML.",
    skipped: true,
  };
}

function readForChecks(
  raw: RawEntry,
  { title, lang }: ConvertTarget,
  tree: Root,
  hosts: readonly string[],
  { checks }: ConvertContext,
): PageMetrics | undefined {
  if (checks === undefined) return undefined;
  const page = {
    tree,
    source: { body: raw.body, isWordPress: raw.format === 'wordpress' },
    excerpt: raw.excerpt,
    title,
    seoTitle: raw.seoTitle ?? '',
    focus: raw.focusKeyword ?? '',
    lang,
    ...(raw.extra && { extra: raw.extra }),
  };
  return readPage(page, checks, hosts);
}
