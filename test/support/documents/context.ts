import type { YieldKey } from '../../../src/config/hooks/yield-key.js';
import { defaultSettings, type Settings } from '../../../src/config/settings.js';
import { renderItem } from '../../../src/documents/content-item.js';
import { type ContextFacts, createDocumentContext } from '../../../src/documents/context.js';
import {
  bodyText,
  type DocumentContext,
  type DocumentRow,
  type EntryPage,
} from '../../../src/documents/document-row.js';
import { renderTwin } from '../../../src/documents/markdown-twin.js';
import { documentTable, fileOf, instancesOf } from '../../../src/documents/table.js';
import { routedNames } from '../../../src/documents/well-known-files.js';
import { NOTHING_PUBLISHED } from '../../../src/site/registry/registry.js';
import type { ContentType, Entry, IndexEntry, Site, Term } from '../../../src/site/site.js';

/** 2026-07-02T10:00:00Z: the time of every test build. */
export const NOW = 1_782_986_400;

/** Unix seconds of an ISO date or date-time in UTC. */
export function at(date: string): number {
  return Date.parse(date.length === 10 ? `${date}T00:00:00Z` : date) / 1000;
}

/** An entry in a few words; everything else follows from the id, title and type. */
export interface EntryLine extends Partial<Omit<Entry, 'published' | 'modified'>> {
  readonly id: number;
  /** ISO dates in UTC; null for an undated entry. */
  readonly published?: string | null;
  readonly modified?: string | null;
  /** Path below the base; by default `/{slug}/`. */
  readonly path?: string;
  /** False: the entry has no twin. */
  readonly twin?: boolean;
  readonly menuOrder?: number;
  readonly navOrder?: number;
  readonly section?: string;
  readonly inbound?: number;
  readonly hasProse?: boolean;
  readonly llms?: boolean;
  readonly action?: 'created' | 'updated';
  readonly changed?: string;
  readonly markdown?: string;
  readonly html?: string;
}

type Nested<T> = { readonly [K in keyof T]?: T[K] extends readonly unknown[] ? T[K] : Partial<T[K]> | T[K] };

/** What a test wants different from a plain site without entries. */
export interface ContextOptions
  extends Partial<Omit<ContextFacts, 'site' | 'settings' | 'entries' | 'terms'>> {
  readonly site?: Partial<Site>;
  /** Maps (`identity`, `content_signal`) are merged one level deep. */
  readonly settings?: Nested<Settings>;
  readonly entries?: readonly EntryLine[];
  readonly terms?: readonly (Partial<Term> & { readonly name: string })[];
  readonly cede?: readonly YieldKey[];
  /** Rows to use instead of the whole table. */
  readonly table?: readonly DocumentRow[];
}

export const POST: ContentType = { slug: 'post', label: 'Post', plural: 'Posts', collection: 'posts' };
export const PAGE: ContentType = { slug: 'page', label: 'Page', plural: 'Pages', collection: 'pages' };

const SITE: Site = {
  baseUrl: 'https://tea.example',
  home: 'https://tea.example/',
  name: 'Tea Notes',
  description: 'Leaves and water',
  lang: 'en',
  logo: '',
  timeZone: 'UTC',
  public: true,
  privacyPolicyUrl: '',
};

/**
 * A context over a few entries, with the real table, a fixed clock and default settings. Twins and items are
 * rendered by the real functions when somebody asks for them.
 */
export function testContext(options: ContextOptions = {}): DocumentContext {
  const { site, settings, entries = [], terms = [], cede = [], table = documentTable, ...facts } = options;
  const fullSite = completeSite(site);
  const pages = new Map<number, EntryPage>(entries.map((line) => [line.id, toPage(line, fullSite)]));
  const page = (entry: IndexEntry): EntryPage => {
    const found = pages.get(entry.id);
    if (found === undefined) throw new Error(`the test has no entry ${entry.id}`);
    return found;
  };
  const ctx: DocumentContext = createDocumentContext(
    {
      now: NOW,
      restPrefix: 'api',
      readPrefix: facts.restPrefix ?? 'api',
      restApi: { mode: 'static' },
      sidecar: false,
      types: [POST, PAGE],
      languages: [],
      tombstones: [],
      feedGenerated: NOW,
      changesMax: 200,
      sitemapPageSize: 2000,
      otherSitemap: undefined,
      otherFeed: undefined,
      robotsBase: undefined,
      seoOwner: false,
      sidecarBase: facts.sidecar === true ? fullSite.baseUrl : undefined,
      version: '1.0.0',
      published: NOTHING_PUBLISHED,
      files: { has: () => false, wellKnown: [] },
      signing: undefined,
      asked: {
        schemaUrl: undefined,
        specs: {},
        cardServer: '',
        securityTxt: true,
        routed: new Set(routedNames(table)),
      },
      securityExpires: NOW + 182 * 86_400,
      referralBeacon: settings?.enable_referral_beacon === true,
      ...facts,
      site: fullSite,
      settings: mergeSettings(settings ?? {}),
      entries: entries.map((line) => toIndexEntry(line, page)).sort((a, b) => a.id - b.id),
      terms: terms.map(toTerm),
      ceded: (key) => cede.includes(key),
      twinText: (entry) => renderTwin(ctx, page(entry)),
      itemJson: (entry) => renderItem(ctx, page(entry)),
    },
    table,
  );
  return ctx;
}

/** One row of the table by its id. */
export function documentRow(id: string, table: readonly DocumentRow[] = documentTable): DocumentRow {
  const row = table.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`there is no document "${id}"`);
  return row;
}

/** The files that one document makes, by their path below `out/`; none while it is not served. */
export function filesOf(id: string, ctx: DocumentContext): Readonly<Record<string, string>> {
  if (!ctx.served(id)) return {};
  const row = documentRow(id);
  const files: Record<string, string> = {};
  for (const one of instancesOf(row, ctx)) {
    const file = fileOf(one);
    if (file in files) throw new Error(`${id} makes ${file} twice`);
    files[file] = bodyText(row.render(ctx, one.params));
  }
  return files;
}

/** The text of a document with a literal path. */
export function textOf(id: string, ctx: DocumentContext): string {
  return bodyText(documentRow(id).render(ctx, undefined));
}

/** The page of an entry line, as the converter would hand it over. */
export function toPage(line: EntryLine, site: Site = SITE): EntryPage {
  const path = line.path ?? `/${line.slug ?? `entry-${line.id}`}/`;
  const hasTwin = line.twin !== false && path !== '/';
  const { published, modified } = datesOf(line);
  const text = line.markdown ?? 'Warm the pot first.\n';
  return {
    entry: {
      id: line.id,
      type: line.type ?? 'post',
      title: line.title ?? `Entry ${line.id}`,
      slug: line.slug ?? `entry-${line.id}`,
      url: site.baseUrl + path,
      markdownUrl: hasTwin ? `${site.baseUrl}${path.replace(/\/+$/, '')}.md` : '',
      ...(published === undefined ? {} : { published }),
      ...(modified === undefined ? {} : { modified }),
      ...(line.utcOffset === undefined ? {} : { utcOffset: line.utcOffset }),
      authors: line.authors ?? [],
      categories: line.categories ?? [],
      tags: line.tags ?? [],
      excerpt: line.excerpt ?? '',
      description: line.description ?? '',
      topics: line.topics ?? [],
      lang: line.lang ?? site.lang,
      ...(line.image === undefined ? {} : { image: line.image }),
    },
    markdown: text,
    html: line.html ?? (text.trim() === '' ? '' : `<p>${text.trim()}</p>`),
  };
}

function datesOf(line: EntryLine): { published: number | undefined; modified: number | undefined } {
  if (line.published === null) return { published: undefined, modified: undefined };
  const published = at(line.published ?? '2026-06-01');
  return { published, modified: line.modified == null ? published : at(line.modified) };
}

function toIndexEntry(line: EntryLine, page: (entry: IndexEntry) => EntryPage): IndexEntry {
  const { entry } = page({ id: line.id } as IndexEntry);
  const url = new URL(entry.url);
  const modified = entry.modified ?? NOW;
  const path = line.path ?? url.pathname;
  return {
    id: entry.id,
    type: entry.type,
    title: entry.title,
    path,
    twin: entry.markdownUrl === '' ? '' : `${decodeURIComponent(path.replace(/^\/|\/+$/g, ''))}.md`,
    published: entry.published ?? NOW,
    modified,
    dated: entry.published !== undefined,
    menuOrder: line.menuOrder ?? 0,
    navOrder: line.navOrder,
    section: line.section,
    inbound: line.inbound ?? 0,
    hasProse: line.hasProse ?? true,
    lang: entry.lang,
    excerpt: entry.excerpt.length > 160 ? `${entry.excerpt.slice(0, 160)}…` : entry.excerpt,
    llms: line.llms ?? true,
    action: line.action ?? 'created',
    changed: line.changed === undefined ? modified : at(line.changed),
  };
}

function toTerm(line: Partial<Term> & { readonly name: string }): Term {
  const slug = line.slug ?? line.name.toLowerCase().replaceAll(' ', '-');
  const url = `${SITE.baseUrl}/category/${slug}/`;
  return { taxonomy: 'category', description: '', url, count: 1, ...line, slug };
}

function completeSite(patch: Partial<Site> = {}): Site {
  const site = { ...SITE, ...patch };
  return { ...site, home: patch.home ?? `${site.baseUrl}/` };
}

function mergeSettings(patch: Nested<Settings>): Settings {
  const merged: Record<string, unknown> = { ...defaultSettings() };
  for (const [key, value] of Object.entries(patch)) {
    const stored = merged[key];
    const isMap = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
    merged[key] = isMap ? { ...stored, ...(value as object) } : value;
  }
  return merged as unknown as Settings;
}
