/**
 * A folder of Markdown and HTML files with front matter, as Hugo, Jekyll, Eleventy, Astro or people by hand write it.
 *
 * Decisions where generators differ:
 * - Collections of Jekyll (`_docs/…`) and of Astro are pages; dated names and the folders `_posts`, `posts`, `blog`,
 *   `news`, `articles` hold posts; a `type` of the site's own is kept.
 * - Without a configuration file every address ends in a slash (`/docs/setup/`) and keeps its letters' case.
 * - `README.md` and the like at the top of a repository are its papers, unless they have front matter; any other
 *   `README.md` is the page of its folder.
 * - A folder with a `_svc.yml` (as `svc import` writes it) is read to the letter: `to-the-letter.ts`.
 * - Whatever a page or its generator keeps out of lists counts as `noindex`; forwards, `permalink: false` and
 *   `published: false` count as drafts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { type Clock, systemClock } from '../../core/clock.js';
import { isTimeZone } from '../../core/dates.js';
import { Warnings } from '../../core/warnings.js';
import { globFilter, type KeptByGlobs } from '../globs/globs.js';
import type { KnownSegment, KnownSegments, LookedFiles, LookupAnswer } from '../known-segments.js';
import type {
  OpenOptions,
  RawAuthor,
  RawEntry,
  RawMedia,
  RawSite,
  RequestedKeys,
  Source,
  SourceContext,
  SourceDefinition,
  SourceItem,
} from '../port.js';
import { addressTable } from './address-table.js';
import { detectFiles } from './detect.js';
import type { EntryContext } from './entry.js';
import { allOf, askedIn, authorsIn, FileRunNotes, FileRuns, othersIn, type Stretch } from './file-runs.js';
import { type FolderFacts, FolderFactsRecorder, isStillAnswered } from './folder-facts.js';
import { siteFromConfig } from './generator-config.js';
import { HeldBack } from './held-back.js';
import { type Inherited, readInherited } from './inherited.js';
import { findLayout, type Layout } from './layout.js';
import { LeftOutFiles } from './left-out-files.js';
import { type Library, makeMediaLookup, readMedia } from './library.js';
import { listFiles } from './list-files.js';
import { type FilesOptions, readFilesOptions } from './options.js';
import { PageAddresses } from './page-addresses.js';
import { readContentFile } from './read-file.js';
import { RecentEntries } from './recent-entries.js';
import type { AddressTable } from './references.js';
import { SubstackTables } from './substack.js';
import { withReferences } from './with-references.js';

/** What a file gives, with the authors that come before it. */
interface FileItem {
  readonly item: Extract<SourceItem, { kind: 'entry' | 'run' }>;
  readonly authors: readonly RawAuthor[];
}

/** A file that has been read. */
interface ReadFile extends FileItem {
  readonly asked: readonly LookupAnswer[];
}

/** What one reading of all files stands on. */
interface FilesReading {
  readonly context: SourceContext;
  readonly entryContext: EntryContext;
  readonly files: readonly string[];
  readonly folder: FolderFacts;
}

class FilesSource implements Source {
  readonly type = 'files';
  /** An imported site may have been one of WordPress. */
  readonly linksByIds: boolean;
  readonly path: string;
  readonly #options: FilesOptions;
  readonly #now: number;
  readonly #keptByGlobs: KeptByGlobs | undefined;
  readonly #layout: Layout;
  readonly #site: RawSite;
  readonly #media: readonly RawMedia[];
  readonly #mediaAt: Library['mediaAt'];
  #table: AddressTable | undefined;
  /** What the first reading knew of the files; undefined where there was none. */
  #stretches: readonly Stretch[] | undefined;
  #files: readonly string[] | undefined;
  #inherited: Inherited | undefined;
  readonly #recent: RecentEntries;

  /** @param now Unix seconds */
  constructor(path: string, options: FilesOptions, now: number, keptByGlobs: KeptByGlobs | undefined) {
    this.path = path;
    this.#options = options;
    this.#now = now;
    this.#keptByGlobs = keptByGlobs;
    this.#layout = findLayout(path, options);
    this.#recent = new RecentEntries(this.#layout.root);
    const { library, config } = this.#layout;
    this.linksByIds = library !== undefined;
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
    this.#recent.clear();
    const authors = new Set<string>();
    for (const { item, authors: named } of this.#readFiles(context)) {
      for (const author of named) {
        if (authors.has(author.key)) continue;
        authors.add(author.key);
        yield { kind: 'author', author };
      }
      yield item;
    }
  }

  *#readFiles(context: SourceContext): Generator<FileItem> {
    const { warnings, known } = context;
    const entryContext = this.#entryContext(context, warnings);
    const files = this.#listFiles(warnings, known?.looked, entryContext.leftOut);
    this.#table = undefined;
    this.#stretches =
      known &&
      new FileRuns(known, files, entryContext, [
        this.#site,
        this.#media,
        [entryContext.substack.print(files), this.#handedDown(files).print()],
      ]).stretches();
    const reading = { context, entryContext, files, folder: this.#folderFacts(entryContext) };
    for (const stretch of this.#stretches ?? [allOf(files)]) {
      const { run } = stretch;
      if (run !== undefined && isStillAnswered(askedIn(run), reading.folder)) {
        yield* this.#passRun(run, stretch, reading);
      } else yield* this.#readStretch(stretch, reading);
    }
    entryContext.held.tell(warnings);
    entryContext.leftOut.tell(warnings);
  }

  *#readStretch(stretch: Stretch, reading: FilesReading): Generator<FileItem> {
    const { from, to } = stretch;
    const { known } = reading.context;
    const notes = known && new FileRunNotes(known);
    for (let at = from; at < to; at++) {
      const before = notes?.noted ?? 0;
      const { file, isClean } = this.#readFile(at, reading);
      if (file !== undefined) yield file;
      if (file !== undefined || !isClean)
        notes?.add(at - from, before, file?.authors ?? [], file?.asked ?? []);
    }
    notes?.end(stretch);
  }

  /** Passes over a run; only files that gave no public entry are read again. */
  *#passRun(run: KnownSegment, { from }: Stretch, reading: FilesReading): Generator<FileItem> {
    const known = reading.context.known as KnownSegments;
    const piece = (start: number, end: number): FileItem => ({
      item: { kind: 'run', run, from: start, to: end, refOf: (index) => run.keyOf(index) },
      authors: authorsIn(run, start, end),
    });
    known.begin();
    let next = 0;
    for (const [entries, at] of othersIn(run)) {
      if (entries > next) yield piece(next, entries);
      next = entries;
      const { file } = this.#readFile(from + at, reading);
      if (file !== undefined) yield file;
    }
    if (run.size > next) yield piece(next, run.size);
    // A run in which something has become public is read and noted anew by the next build.
    if (known.noted === 0) known.keep(run);
  }

  /** What a file gives, and whether there is nothing that has to be said again by the next build. */
  #readFile(
    at: number,
    { context, entryContext, files, folder }: FilesReading,
  ): { readonly file: ReadFile | undefined; readonly isClean: boolean } {
    const { warnings } = context;
    const said = warnings.given;
    const before = entryContext.leftOut.count;
    const path = files[at] ?? '';
    const stamp = this.#recent.stampOf(path);
    const file = readContentFile(path, entryContext, context.onBytes?.bind(context));
    if (file === undefined)
      return { file, isClean: warnings.given === said && entryContext.leftOut.count === before };
    const recorder = new FolderFactsRecorder(folder);
    const entry = this.#withReferences(file.entry, recorder);
    this.#recent.keep(path, { entry, stamp, context });
    const isClean = warnings.given === said;
    const item = { kind: 'entry', entry, ...(isClean && { isNoted: true }) } as const;
    return { file: { item, authors: file.authors, asked: recorder.asked() }, isClean };
  }

  /** The same files in both readings: a large folder takes a while to list. */
  #listFiles(warnings: Warnings, looked?: LookedFiles, leftOut?: LeftOutFiles): readonly string[] {
    this.#files ??= listFiles(this.#layout, { warnings, looked, leftOut, keptByGlobs: this.#keptByGlobs });
    return this.#files;
  }

  async *readEntries(wanted: RequestedKeys, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const entryContext = this.#entryContext(context, new Warnings());
    const folder = this.#folderFacts(entryContext);
    for (const path of this.#listFiles(entryContext.warnings)) {
      if (!wanted.has(path)) continue;
      const recent = this.#recent.take(path, context);
      const file = recent ?? readContentFile(path, entryContext, context.onBytes?.bind(context))?.entry;
      if (file !== undefined) yield file === recent ? file : this.#withReferences(file, folder);
    }
    this.#recent.clear();
  }

  #handedDown(files: readonly string[]): Inherited {
    this.#inherited ??= readInherited(this.#layout, files);
    return this.#inherited;
  }

  #entryContext(context: SourceContext, warnings: Warnings): EntryContext {
    // UTC is what a run falls back on; the site's own configuration knows better.
    const zone = this.#site.timezone;
    const timeZone =
      context.timeZone === 'UTC' && zone !== undefined && isTimeZone(zone) ? zone : context.timeZone;
    const { privacy, audit } = context;
    return {
      layout: this.#layout,
      options: this.#options,
      timeZone,
      warnings,
      privacy: privacy ?? NO_PRIVACY_RULES,
      cutsGates: privacy !== undefined,
      inherited: (path) => this.#handedDown(this.#listFiles(warnings)).valuesFor(path),
      held: new HeldBack(),
      leftOut: new LeftOutFiles(audit),
      substack: new SubstackTables(this.#layout.root),
      audit,
    };
  }

  #withReferences(entry: RawEntry, folder: FolderFacts): RawEntry {
    return withReferences(entry, folder, { layout: this.#layout, site: this.#site, mediaAt: this.#mediaAt });
  }

  #folderFacts(context: EntryContext): FolderFacts {
    return {
      table: () => {
        this.#table ??= this.#addresses({
          ...context,
          warnings: new Warnings(),
          held: new HeldBack(),
          leftOut: new LeftOutFiles(),
          audit: undefined,
        });
        return this.#table;
      },
      hasFile: (path) => existsSync(join(this.#layout.root, path)),
    };
  }

  #addresses(context: EntryContext): AddressTable {
    const files = this.#listFiles(context.warnings);
    const addresses = new PageAddresses({
      files,
      stretches: this.#stretches ?? [allOf(files)],
      layout: this.#layout,
      now: this.#now,
      read: (path) => readContentFile(path, context)?.entry,
    });
    return addressTable(addresses, this.#layout);
  }
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
      const read = readFilesOptions(options);
      const keptByGlobs = await globFilter(read.exclude);
      return new FilesSource(path, read, now ?? clock().now(), keptByGlobs);
    },
  };
}

/** The source of content folders; its options are those of `FilesOptions`. */
export const filesSource: SourceDefinition = makeFilesSource();
