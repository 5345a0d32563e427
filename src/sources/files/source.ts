/**
 * A folder of Markdown and HTML files with front matter, as Hugo, Jekyll, Eleventy, Astro or people by hand write it.
 *
 * Decisions where generators differ:
 * - Collections of Jekyll (`_docs/…`) and of Astro are pages; dated names and the folders `_posts`, `posts`, `blog`,
 *   `news`, `articles` hold posts; a `type` of the site's own is kept.
 * - Without a configuration file every address ends in a slash (`/docs/setup/`) and keeps its letters' case.
 * - `README.md` and the like at the top of a repository are its documents, unless they have front matter; any other
 *   `README.md` is the page of its folder.
 * - A folder with a `_svc.yml` (as `svc import` writes it) is read literally: `to-the-letter.ts`.
 * - Pages that front matter or the generator keeps out of lists count as `noindex`; forwards, `permalink: false` and
 *   `published: false` count as drafts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { systemClock } from '../../core/clock.js';
import { isTimeZone } from '../../core/dates.js';
import { Warnings } from '../../core/warnings.js';
import { globFilter, type IncludedPaths } from '../globs/globs.js';
import type {
  OpenOptions,
  RawAuthor,
  RawEntry,
  RawMedia,
  RawSite,
  Source,
  SourceContext,
  SourceItem,
} from '../port.js';
import { childPages } from './child-pages.js';
import { loadEmoji } from './emoji.js';
import type { EntryContext, FileEntry } from './entry.js';
import { FileUnits, factsOf } from './file-units.js';
import { findLayout, siteOf } from './find-layout.js';
import { globsFromRoot } from './find-root.js';
import { type FolderFacts, FolderFactsRecorder, isStillAnswered } from './folder-facts.js';
import { HeldBack, LeftOutFiles } from './held-back.js';
import { IncludedFiles } from './includes/included-files.js';
import { type LabelledPlace, labelIndex, labelKey } from './includes/myst/labels.js';
import { type Inherited, readInherited } from './inherited.js';
import type { Layout } from './layout.js';
import { type Library, makeMediaLookup, readMedia } from './library.js';
import { listFiles } from './list-files.js';
import { type Navigation, navigationOf } from './navigation.js';
import { noteNames } from './note-names.js';
import { type FilesOptions, readFilesOptions } from './options.js';
import { addressTable, PageAddresses } from './page-addresses.js';
import { readContentFile } from './read-file.js';
import { RecentEntries } from './recent-entries.js';
import type { AddressTable } from './references.js';
import { SubstackTables } from './substack.js';
import { withReferences } from './with-references.js';

/** The shared data of one reading of all files. */
interface FilesReading {
  readonly context: SourceContext;
  readonly entryContext: EntryContext;
  readonly folder: FolderFacts;
  /** Keys of authors that have been yielded. */
  readonly authors: Set<string>;
}

class FilesSource implements Source {
  readonly type = 'files';
  /** An imported site may come from WordPress. */
  readonly linksByIds: boolean;
  readonly path: string;
  readonly builtFolder?: string;
  readonly #site: RawSite;
  readonly #media: readonly RawMedia[];
  readonly #mediaAt: Library['mediaAt'];
  #table: AddressTable | undefined;
  /** Recognises unchanged files during `read`; undefined where every file must be read. */
  #units: FileUnits | undefined;
  #files: readonly string[] | undefined;
  #inherited: Inherited | undefined;
  #navigation: Navigation | undefined;
  #notes: ReadonlyMap<string, string> | undefined;
  #labels: ReadonlyMap<string, LabelledPlace> | undefined;
  readonly #recent: RecentEntries;

  /** @param now Unix seconds */
  constructor(
    private readonly layout: Layout,
    private readonly options: FilesOptions,
    private readonly now: number,
    private readonly includedPaths: IncludedPaths | undefined,
  ) {
    this.path = layout.root;
    this.#recent = new RecentEntries(this.layout.root);
    const { library } = this.layout;
    if (layout.rules.isServed === true) this.builtFolder = join(layout.root, layout.bases[0]?.folder ?? '');
    this.linksByIds = library !== undefined;
    this.#site = siteOf(this.layout);
    this.#media = library?.media ?? readMedia(layout.root);
    this.#mediaAt = library?.mediaAt ?? makeMediaLookup(this.#media);
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    if (Object.keys(this.#site).length > 0) yield { kind: 'site', site: this.#site };
    const { terms = [], patterns = [] } = this.layout.library ?? {};
    for (const term of terms) yield { kind: 'term', term };
    for (const item of this.#media) yield { kind: 'media', media: item };
    for (const pattern of patterns) yield { kind: 'pattern', pattern };
    this.#recent.clear();
    yield* this.#readFiles(context);
  }

  *#readFiles(context: SourceContext): Generator<SourceItem> {
    const { warnings, known } = context;
    const entryContext = this.#entryContext(context, warnings);
    const files = this.#listFiles(warnings, entryContext.leftOut);
    const navigation = [...this.#navigated(files)];
    const others = [entryContext.substack.print(files), this.#handedDown(files).print(), navigation];
    this.#table = undefined;
    this.#labels = undefined;
    this.#units = known && new FileUnits(known, entryContext, [this.#site, this.#media, others]);
    const folder = this.#folderFacts(entryContext);
    const reading = { context, entryContext, folder, authors: new Set<string>() };
    for (const path of files) {
      const unit = this.#units?.find(path);
      if (unit === undefined || !isStillAnswered(factsOf(unit).asked, folder)) {
        yield* this.#readFile(path, reading);
      } else {
        yield* newAuthors(factsOf(unit).authors, reading);
        yield { kind: 'known', unit, ref: path };
      }
    }
    // A sidecar keeps the source, and shouldn't keep the last build's records.
    this.#units = undefined;
    entryContext.held.addWarnings(warnings);
    entryContext.leftOut.addWarnings(warnings);
    for (const warning of this.layout.rules.warnings?.() ?? []) warnings.add(warning);
  }

  /** The items of a file. A file with warnings is read again by the next build, which repeats them. */
  *#readFile(path: string, reading: FilesReading): Generator<SourceItem> {
    const { context, entryContext, folder } = reading;
    const before = entryContext.leftOut.count;
    const fingerprint = this.#units?.fingerprintOf(path);
    const stamp = this.#recent.stampOf(path);
    const file = readContentFile(path, entryContext, context.onBytes?.bind(context));
    const recorder = new FolderFactsRecorder(folder);
    if (file !== undefined) {
      const entry = this.#finished(file, recorder, entryContext);
      this.#recent.keep(path, { entry, stamp, context });
      yield* newAuthors(file.authors, reading);
      yield { kind: 'entry', entry };
    }
    const isClean = entryContext.leftOut.count === before;
    const facts = { asked: recorder.asked(), authors: file?.authors ?? [] };
    yield { kind: 'unit', key: path, fingerprint: isClean ? fingerprint : undefined, facts };
  }

  /** The same files in both readings: a large folder takes a while to list. */
  #listFiles(warnings: Warnings, leftOut?: LeftOutFiles): readonly string[] {
    const { followLinks } = this.options;
    const given = { warnings, leftOut, followLinks };
    this.#files ??= listFiles(this.layout, { ...given, includedPaths: this.includedPaths });
    return this.#files;
  }

  fileOf(key: string): string {
    return join(this.path, key);
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const entryContext = this.#entryContext(context, new Warnings());
    const folder = this.#folderFacts(entryContext);
    const files = this.#listFiles(entryContext.warnings);
    this.#navigated(files);
    for (const path of files) {
      if (!wanted.has(path)) continue;
      const recent = this.#recent.take(path, context);
      if (recent !== undefined) yield recent;
      else {
        const file = readContentFile(path, entryContext, context.onBytes?.bind(context));
        if (file !== undefined) yield this.#finished(file, folder, entryContext);
      }
    }
    this.#recent.clear();
  }

  #handedDown(files: readonly string[]): Inherited {
    this.#inherited ??= readInherited(this.layout, files);
    return this.#inherited;
  }

  #entryContext(context: SourceContext, warnings: Warnings): EntryContext {
    // UTC is the fallback of a run; the site's own configuration is better.
    const zone = this.#site.timezone;
    const timeZone =
      context.timeZone === 'UTC' && zone !== undefined && isTimeZone(zone) ? zone : context.timeZone;
    const { privacy, audit } = context;
    return {
      layout: this.layout,
      options: this.options,
      timeZone,
      now: this.now,
      siteTitle: this.#site.title,
      warnings,
      privacy: privacy ?? NO_PRIVACY_RULES,
      cutsGates: privacy !== undefined,
      inherited: (path) => this.#handedDown(this.#listFiles(warnings)).valuesFor(path),
      held: new HeldBack(),
      leftOut: new LeftOutFiles(audit),
      substack: new SubstackTables(this.layout.root),
      audit,
    };
  }

  #navigated(files: readonly string[]): Navigation {
    this.#navigation ??= navigationOf(this.layout, files, this.options, this.#handedDown(files));
    return this.#navigation;
  }

  /** The entry with what depends on other files. */
  #finished(
    file: FileEntry,
    folder: FolderFacts,
    { warnings, privacy, cutsGates, inherited }: EntryContext,
  ): RawEntry {
    const entry = { ...file.entry, ...this.#navigation?.get(file.entry.key) };
    return withReferences({ ...file, entry }, folder, {
      layout: this.layout,
      site: this.#site,
      mediaAt: this.#mediaAt,
      warnings,
      privacy: cutsGates ? privacy : undefined,
      ...(inherited && { inherited }),
    });
  }

  #folderFacts(context: EntryContext): FolderFacts {
    const included = new IncludedFiles(context);
    return {
      textOf: (path) => included.textOf(path),
      titleOf: (path) => included.titleOf(path),
      noteNamed: (name) => {
        this.#notes ??= noteNames(this.#listFiles(context.warnings));
        return this.#notes.get(name.toLowerCase());
      },
      labelled: (label) => {
        this.#labels ??= labelIndex(this.#listFiles(context.warnings), (path) => included.textOf(path));
        return this.#labels.get(labelKey(label));
      },
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
      hasFile: (path) => existsSync(join(this.layout.root, path)),
      children: (path) => childPages(path, [...this.#listFiles(context.warnings)], context, this.#navigation),
    };
  }

  #addresses(context: EntryContext): AddressTable {
    const files = this.#listFiles(context.warnings);
    const addresses = new PageAddresses({
      files,
      layout: this.layout,
      now: this.now,
      knownUrl: (path) => {
        const unit = this.#units?.find(path);
        return unit && (unit.entry?.url ?? null);
      },
      read: (path) => readContentFile(path, context)?.entry,
    });
    return addressTable(addresses, this.layout);
  }
}

/** Authors that no earlier file has named. */
function* newAuthors(named: readonly RawAuthor[], { authors }: FilesReading): Generator<SourceItem> {
  for (const author of named) {
    if (authors.has(author.key)) continue;
    authors.add(author.key);
    yield { kind: 'author', author };
  }
}

/**
 * Opens a content folder.
 * @param options those of `FilesOptions`; `now` decides which pages have expired
 */
export async function openFolder({ path, options, now }: OpenOptions): Promise<Source> {
  const read = readFilesOptions(options);
  const layout = findLayout(path, read);
  const includedPaths = await globFilter(globsFromRoot(read.exclude, path, layout.root), read.followLinks);
  await loadEmoji(layout);
  return new FilesSource(layout, read, now ?? systemClock().now(), includedPaths);
}
