/**
 * A folder of Markdown and HTML files with front matter, as Hugo, Jekyll, Eleventy, Astro or people by hand write it.
 *
 * Decisions where generators differ:
 * - Collections of Jekyll (`_docs/…`) and of Astro are pages; dated names and the folders `_posts`, `posts`, `blog`,
 *   `news`, `articles` hold posts; a `type` of the site's own is kept.
 * - Without a configuration file every address ends in a slash (`/docs/setup/`) and keeps its letters' case.
 * - `README.md` and the like at the top are papers of the repository, unless they have front matter; a `README.md`
 *   in a folder is that folder's page.
 * - A folder with a `_svc.yml` (as `svc import` writes it) is read to the letter: `to-the-letter.ts`.
 * - Whatever a page or its generator keeps out of lists counts as `noindex`; forwards, `permalink: false` and
 *   `published: false` count as drafts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.js';
import { isTimeZone } from '../../core/dates.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import { Warnings } from '../../core/warnings.js';
import type {
  KnownEntry,
  OpenOptions,
  RawAuthor,
  RawEntry,
  RawMedia,
  RawSite,
  Source,
  SourceContext,
  SourceDefinition,
  SourceItem,
  Wanted,
} from '../port.js';
import { buildAddressTable } from './address-table.js';
import { detectFiles } from './detect.js';
import type { EntryContext } from './entry.js';
import { type FolderFacts, FolderFactsRecorder, isStillAnswered } from './folder-facts.js';
import { siteFromConfig } from './generator-config.js';
import { KnownFiles } from './known-files.js';
import { findLayout, type Layout, withinBase } from './layout.js';
import { type Library, makeMediaLookup, readMedia } from './library.js';
import { listFiles } from './list-files.js';
import { type FilesOptions, readFilesOptions } from './options.js';
import { readContentFile } from './read-file.js';
import { type AddressTable, type ReferenceContext, resolveImage, resolveReferences } from './references.js';

/** What a file gives, with its authors. */
type FileItem = Extract<SourceItem, { kind: 'entry' | 'known' }> & { readonly authors: readonly RawAuthor[] };

class FilesSource implements Source {
  readonly type = 'files';
  readonly path: string;
  readonly #options: FilesOptions;
  readonly #now: number;
  readonly #layout: Layout;
  readonly #site: RawSite;
  readonly #media: readonly RawMedia[];
  readonly #mediaAt: Library['mediaAt'];
  #table: AddressTable | undefined;
  /** Files that need not be read, for both readings. */
  #known: KnownFiles | undefined;
  #files: readonly string[] | undefined;

  constructor(path: string, options: FilesOptions, now: number) {
    this.path = path;
    this.#options = options;
    this.#now = now;
    this.#layout = findLayout(path, options);
    const { library, config } = this.#layout;
    this.#site = library?.site ?? (config === undefined ? {} : siteFromConfig(config));
    this.#media = library?.media ?? readMedia(path);
    this.#mediaAt = library?.mediaAt ?? makeMediaLookup(this.#media);
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    if (Object.keys(this.#site).length > 0) yield { kind: 'site', site: this.#site };
    const { terms = [], patterns = [] } = this.#layout.library ?? {};
    for (const term of terms) yield { kind: 'term', term };
    for (const item of this.#media) yield { kind: 'media', media: item };
    for (const pattern of patterns) yield { kind: 'pattern', pattern };
    const authors = new Set<string>();
    for (const item of this.#readFiles(context)) {
      for (const author of item.authors) {
        if (authors.has(author.key)) continue;
        authors.add(author.key);
        yield { kind: 'author', author };
      }
      yield item;
    }
  }

  *#readFiles(context: SourceContext): Generator<FileItem> {
    const { warnings } = context;
    const entryContext = this.#entryContext(context, warnings);
    this.#known = context.known && new KnownFiles(context.known, entryContext, [this.#site, this.#media]);
    this.#table = undefined;
    const folder = this.#folderFacts(entryContext);
    for (const path of this.#listFiles(warnings)) {
      const { mark, found } = this.#known?.look(path) ?? {};
      if (mark !== undefined && found !== undefined && isStillAnswered(found.asked, folder)) {
        yield { kind: 'known', mark, ref: path, authors: found.authors };
        continue;
      }
      const complaints = warnings.given;
      const file = readContentFile(path, entryContext, context.onBytes?.bind(context));
      if (file === undefined) continue;
      const { authors } = file;
      const recorder = new FolderFactsRecorder(folder);
      const entry = this.#withReferences(file.entry, recorder);
      // What was warned of must be said again by the next build.
      const isMarked = mark !== undefined && warnings.given === complaints;
      yield { kind: 'entry', entry, authors, ...(isMarked && { mark, asked: recorder.asked() }) };
    }
  }

  /** The same files in both readings: a large folder takes a while to list. */
  *#listFiles(warnings: Warnings): Iterable<string> {
    this.#files ??= listFiles(this.#layout, this.#options, warnings);
    yield* this.#files;
  }

  async *readEntries(wanted: Wanted, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const entryContext = this.#entryContext(context, new Warnings());
    const folder = this.#folderFacts(entryContext);
    for (const path of this.#listFiles(entryContext.warnings)) {
      if (!wanted.has(path)) continue;
      const file = readContentFile(path, entryContext, context.onBytes?.bind(context));
      if (file !== undefined) yield this.#withReferences(file.entry, folder);
    }
  }

  #entryContext(context: SourceContext, warnings: Warnings): EntryContext {
    // UTC is what a run falls back on; the site's own configuration knows better.
    const zone = this.#site.timezone;
    const timeZone =
      context.timeZone === 'UTC' && zone !== undefined && isTimeZone(zone) ? zone : context.timeZone;
    return { layout: this.#layout, options: this.#options, timeZone, warnings };
  }

  /** The entry with its references resolved. */
  #withReferences(raw: RawEntry, folder: FolderFacts): RawEntry {
    // Imported HTML is as its site showed it: nothing in it is a template, its addresses are those of the site.
    if (this.#layout.library !== undefined && raw.format !== 'markdown') return raw;
    const base = this.#site.baseUrl === undefined ? undefined : new URL(this.#site.baseUrl);
    const references: ReferenceContext = {
      folder,
      siteTitle: this.#site.title ?? '',
      siteDescription: this.#site.description ?? '',
      siteOrigin: base?.origin ?? '',
      basePath: (base?.pathname ?? '').replace(/\/+$/, ''),
      sitePath: (path) => withinBase(path, this.#layout) ?? path,
    };
    const image = typeof raw.image === 'string' ? resolveImage(raw.image, raw, references) : raw.image;
    const known = typeof image === 'string' ? (this.#mediaAt(image) ?? image) : image;
    const entry = known === undefined ? raw : { ...raw, image: known };
    const body = resolveReferences(entry, references);
    if (body === entry.body) return entry;
    // Only the renderer of Markdown knows how to dissolve a link; it leaves the HTML of HTML files alone.
    const format = body.includes(UNRESOLVED) ? 'markdown' : entry.format;
    return { ...entry, body, format };
  }

  #folderFacts(context: EntryContext): FolderFacts {
    return {
      table: () => {
        this.#table ??= this.#readAddresses({ ...context, warnings: new Warnings() });
        return this.#table;
      },
      hasFile: (path) => existsSync(join(this.#layout.root, path)),
    };
  }

  /** Asks every file for its address, once, and only when some body refers to another file. */
  #readAddresses(context: EntryContext): AddressTable {
    const pages: [string, string][] = [];
    for (const path of this.#listFiles(context.warnings)) {
      const entry = this.#known?.look(path).found?.entry ?? readContentFile(path, context)?.entry;
      if (entry === undefined) continue;
      pages.push([path, isOpen(entry, this.#now) ? (entry.url ?? UNRESOLVED) : UNRESOLVED]);
    }
    return buildAddressTable(pages, this.#layout);
  }
}

/** False for a page that is not public (yet): a link to it would give its name away. */
function isOpen(entry: KnownEntry['entry'], now: number): boolean {
  const { status, noindex, published = now, expires } = entry;
  const isDue = published <= now && (expires === undefined || expires > now);
  return status === 'publish' && !entry.protected && !noindex && isDue;
}

/**
 * Makes the source of content folders.
 * @param clock tells which pages have expired, where the run does not; read once when a folder is opened
 */
export function makeFilesSource(clock: () => Clock = systemClock): SourceDefinition {
  return {
    type: 'files',
    detect: detectFiles,
    async open({ path, options, now }: OpenOptions) {
      return new FilesSource(path, readFilesOptions(options), now ?? clock().now());
    },
  };
}

/** The source of content folders; its options are those of `FilesOptions`. */
export const filesSource: SourceDefinition = makeFilesSource();
