import { EventLoopShare } from '../../core/event-loop-share.js';
import { JobLost, JobThread } from '../../core/threads.js';
import { Warnings } from '../../core/warnings.js';
import { twinPath } from '../../documents/addresses.js';
import type { DocumentContext } from '../../documents/document-row.js';
import type { LiveDocuments } from '../../documents/live-content.js';
import { buildLlms } from '../../documents/llms.js';
import { entrySubject } from '../../documents/page-head/head.js';
import { readSchemaBody } from '../../documents/schema-org/body.js';
import type { SchemaContext } from '../../documents/schema-org/context.js';
import { buildGraph, type SchemaGraph } from '../../documents/schema-org/graph.js';
import type { ReadingRules } from '../../quality/readiness/pages/page-metrics.js';
import { twinFile } from '../../site/address.js';
import type { SharedMedia } from '../../site/media-index.js';
import type { IndexEntry, Site } from '../../site/site.js';
import type { RawEntry } from '../../sources/port.js';
import type { ConvertTarget } from '../convert.js';
import { headContext } from '../html/head-context.js';
import type { HtmlPage } from '../html/html-run.js';
import { type PackableContext, packContext } from '../workers/shared-context.js';
import { findListed } from './content-store.js';
import type {
  ContentEntry,
  ContentPreviews,
  ContentStore,
  MarkdownPreview,
  PreviewTarget,
  ReadEntry,
  RenderedEntry,
  SchemaAnswers,
  SchemaPreview,
} from './port.js';
import { type PreviewedEntry, type PreviewJob, previewEntry } from './preview-entry.js';
import { markdownNote, schemaNote } from './preview-notes.js';

/** Length of a body that is converted in a thread, so that the sidecar stays responsive. */
const LONG_BODY = 30_000;

const thread = new JobThread(new URL('./preview-worker.js', import.meta.url), 30_000);

/** The part of a build's context that previews keep. */
export type PreviewContext = Pick<
  PackableContext,
  | 'sourceBases'
  | 'authors'
  | 'media'
  | 'pattern'
  | 'patterns'
  | 'pagePath'
  | 'paths'
  | 'privacy'
  | 'converter'
>;

/** The inputs of previews. */
export interface PreviewOptions {
  readonly store: ContentStore;
  /** As in the build's conversions; site, document context and topics are the current ones. */
  readonly convert: PreviewContext;
  /** The library for entries that aren't public, which may show uploads of other such entries. */
  readonly mediaOfHidden: SharedMedia;
  readonly answers: SchemaAnswers;
  /** The build renders the pages itself. */
  readonly isOwnHtml: boolean;
  /** The written page of a listed entry; undefined where there is none. */
  writtenPage(entry: IndexEntry): HtmlPage | undefined;
}

/** Previews of what agents get of an entry, or would get if it were published. */
export class Previews implements ContentPreviews {
  constructor(private readonly options: PreviewOptions) {}

  async schema(id: number, { ctx }: LiveDocuments): Promise<SchemaPreview | undefined> {
    const { answers } = this.options;
    const owned = ctx.seoOwner || answers.defersSchema;
    const reason = !ctx.settings.enable_schema ? 'disabled' : owned ? 'seo_plugin' : 'ok';
    const state = { active: reason === 'ok', reason, seoPlugin: owned } as const;
    const schema = this.#schemaContext(ctx);
    if (id === 0) {
      return { ...state, ...siteState(ctx.site), ...withJson(buildGraph(schema, { isFront: true })) };
    }
    const entry = this.#find(id, ctx);
    if (entry === undefined) return undefined;
    const graph = entry.isProtected
      ? buildGraph(schema, { isFront: false })
      : await this.#entryGraph(entry, ctx, schema);
    const shown = { ...entryState(entry), postIncluded: !entry.isProtected, postNote: schemaNote(entry) };
    return { ...state, ...shown, ...withJson(graph) };
  }

  async markdown(id: number, { ctx }: LiveDocuments): Promise<MarkdownPreview | undefined> {
    const active = ctx.settings.enable_markdown;
    const state = { active, reason: active ? 'ok' : 'disabled' } as const;
    const index = { markdown: buildLlms(ctx), mdUrl: `${ctx.site.baseUrl}/index.md` };
    if (id === 0) {
      const postNote = 'This is the index of the site, made from the profile and the list of pages.';
      return { ...state, ...siteState(ctx.site), postNote, ...index };
    }
    const entry = this.#find(id, ctx);
    if (entry === undefined) return undefined;
    const path = pathOf(entry, ctx.site);
    const shown = { ...entryState(entry), postNote: markdownNote(entry, path) };
    if (shown.postNote !== '') return { ...state, ...shown, postIncluded: false, markdown: '', mdUrl: '' };
    const served = { ...state, ...shown, postIncluded: true };
    // A request for Markdown at the front page gets the index.
    if (path === '/') return { ...served, ...index };
    const markdown = await this.#twin(entry, ctx);
    return { ...served, markdown, mdUrl: ctx.site.baseUrl + twinPath({ path }) };
  }

  async render(id: number, documents: LiveDocuments): Promise<RenderedEntry | undefined> {
    for await (const rendered of this.renderMany([id], documents)) return rendered;
    return undefined;
  }

  async *renderMany(ids: Iterable<number>, { ctx }: LiveDocuments): AsyncGenerator<RenderedEntry> {
    const share = new EventLoopShare();
    for await (const { entry, raw } of this.options.store.readMany(ids)) {
      yield await this.#convert(entry, raw, ctx);
      await share.yieldTurn();
    }
  }

  #find(id: number, ctx: DocumentContext): ContentEntry | undefined {
    const entry = this.options.store.find(id);
    return entry !== undefined && ctx.types.some(({ slug }) => slug === entry.type) ? entry : undefined;
  }

  /** The served twin; converted now where there is none. */
  async #twin(entry: ContentEntry, ctx: DocumentContext): Promise<string> {
    const listed = findListed(ctx.entries, entry.id);
    if (listed !== undefined && listed.twin !== '' && ctx.served('markdown')) {
      try {
        return ctx.twinText(listed);
      } catch (error) {
        // Switched on since the last build.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    const raw = await this.options.store.read(entry.id);
    return raw === undefined ? '' : (await this.#convert(entry, raw, ctx)).twin;
  }

  async #entryGraph(entry: ContentEntry, ctx: DocumentContext, schema: SchemaContext): Promise<SchemaGraph> {
    const raw = await this.options.store.read(entry.id);
    if (raw === undefined) return buildGraph(schema, { isFront: false });
    const { entry: page, tree } = await this.#convert(entry, raw, ctx);
    const category = firstCategory(raw, ctx);
    const subject = {
      isFront: pathOf(entry, ctx.site) === '/',
      body: readSchemaBody(tree, raw.body.length),
      ...(category === undefined ? {} : { category }),
    };
    const listed = findListed(ctx.entries, entry.id);
    return buildGraph(
      schema,
      listed === undefined ? { ...subject, entry: page } : entrySubject(page, listed, subject),
    );
  }

  async readForChecks(
    id: number,
    rules: ReadingRules,
    { ctx }: LiveDocuments,
  ): Promise<ReadEntry | undefined> {
    const { store, writtenPage } = this.options;
    const entry = store.find(id);
    const raw = entry && (await store.read(id));
    if (entry === undefined || raw === undefined) return undefined;
    const listed = findListed(ctx.entries, id);
    const written = listed && writtenPage(listed);
    const { checkup } = await this.#preview(entry, raw, ctx, { checks: rules, page: written });
    return checkup && { raw, checkup };
  }

  async #convert(entry: ContentEntry, raw: RawEntry, ctx: DocumentContext): Promise<RenderedEntry> {
    const { entry: shown, tree, twin } = await this.#preview(entry, raw, ctx, {});
    return { raw, entry: shown, tree, twin };
  }

  async #preview(
    entry: ContentEntry,
    raw: RawEntry,
    ctx: DocumentContext,
    { checks, page }: { readonly checks?: ReadingRules; readonly page?: HtmlPage | undefined },
  ): Promise<PreviewedEntry> {
    const { settings, site } = ctx;
    const context: PackableContext = {
      ...this.options.convert,
      ...(!entry.isListed && { media: this.options.mediaOfHidden }),
      site,
      // The form of the read API is not needed.
      documentContext: { ...ctx, restApi: { mode: 'off' } },
      topics: {
        enabled: settings.enable_topics,
        derive: settings.topics_derive_default,
        max: settings.topics_max,
        exclude: ctx.topicExclude ?? [],
      },
      warnings: new Warnings(),
      ...(checks && { checks }),
    };
    const job: PreviewJob = { raw, target: targetOf(entry, site), source: entry.source, page };
    if (raw.body.length < LONG_BODY || !thread.isAvailable) return previewEntry(job, context);
    try {
      return await thread.run('previewPacked', { job, shared: packContext(context) });
    } catch (cause) {
      if (!(cause instanceof JobLost)) throw cause;
      // Show the head alone, as a build does.
      return previewEntry({ ...job, raw: { ...raw, body: '' } }, context);
    }
  }

  #schemaContext(documentContext: DocumentContext): SchemaContext {
    const { convert, answers, isOwnHtml } = this.options;
    return headContext({ documentContext, media: convert.media, isOwn: isOwnHtml, ...answers }).schema;
  }
}

function siteState({ name, home }: Site) {
  const target: PreviewTarget = { type: 'site', id: 0, label: name, url: home };
  return { target, postIncluded: true, postNote: '', livePublic: true };
}

function entryState(entry: ContentEntry) {
  const { id, title, url, status, isProtected, isExpired } = entry;
  const target: PreviewTarget = { type: 'post', id, label: title || `(untitled #${id})`, url };
  return { target, livePublic: status === 'publish' && !isProtected && !isExpired };
}

/** A graph for display: one without nodes counts as none (spec section 4.1.1). */
export function withJson(graph: SchemaGraph): Pick<SchemaPreview, 'graph' | 'json'> {
  if (graph['@graph'].length === 0) return { graph: null, json: '' };
  return { graph, json: JSON.stringify(graph, null, 4) };
}

/** Below the base; empty for an entry without an address. */
function pathOf({ url }: ContentEntry, { baseUrl }: Site): string {
  return url.slice(baseUrl.length);
}

function targetOf(entry: ContentEntry, site: Site): ConvertTarget {
  const { id, type, title, lang } = entry;
  const path = pathOf(entry, site);
  const hasTwin = path !== '' && path !== '/' && !path.includes('?');
  return { id, type, title, lang, path, twin: hasTwin ? twinFile(path) : '' };
}

/** The first category with an archive, as on the page of the entry. */
function firstCategory(raw: RawEntry, ctx: DocumentContext) {
  for (const { taxonomy, slug } of raw.terms) {
    if (taxonomy !== 'category') continue;
    const term = ctx.terms.find((one) => one.taxonomy === taxonomy && one.slug === slug);
    if (term !== undefined && term.url !== '') return { name: term.name, url: term.url };
  }
  return undefined;
}
