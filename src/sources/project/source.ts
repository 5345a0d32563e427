import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivacyRules } from '../../config/config.js';
import { plainText } from '../../content/html/text.js';
import { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { EntrySpool } from '../html/entry-spool.js';
import type { RawEntry, RawSite, Source, SourceContext, SourceItem } from '../port.js';
import { sourceOf, withLanguages } from './code-languages.js';
import type { FoundProject } from './find-project.js';
import type { HeldLinks } from './held-links.js';
import { showsHeldText } from './held-text.js';
import {
  findHeldPages,
  isListed,
  type Match,
  mayBeHidden,
  type PairedPage,
  pairRest,
  type ReadFile,
  SHOWS_HELD_PAGES,
  showsHeld,
} from './listings.js';
import { mergeEntry, mergeSite } from './merge.js';
import { type BuiltPage, Pairing } from './pairing.js';
import { readSources } from './read-sources.js';
import { isOutdated, ProjectReport } from './report.js';

/**
 * The project of a generator with its built site. The pages are the truth about addresses, titles and texts; their
 * sources are about what is public, and about dates, people and terms. The sources are read first: nothing is yielded
 * before all marks are known.
 */

/** What a reading of the project shares. */
interface Run {
  readonly context: SourceContext;
  readonly report: ProjectReport;
  /** Files with texts for some readers. */
  readonly gated: Set<string>;
  readonly matches: Map<string, Match>;
}

/** What a `ProjectSource` is made of. */
export interface ProjectParts {
  readonly path: string;
  readonly project: FoundProject & { readonly built: string };
  readonly pages: Source;
  /** Undefined where the sources can't be read. */
  readonly files: Source | undefined;
  /** Files that the generator names as sources, from the project, by keys of their pages' addresses. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Unix seconds. */
  readonly now: number;
}

export class ProjectSource implements Source {
  readonly type = 'project';
  readonly path: string;
  readonly builtFolder: string;
  /** By file of the page; after the first reading. */
  #matches: Map<string, Match> | undefined;
  #links: HeldLinks | undefined;
  /** The configuration says in which order pages are. */
  #isOrdered = false;

  constructor(private readonly parts: ProjectParts) {
    this.path = parts.path;
    this.builtFolder = join(parts.path, parts.project.built);
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const run: Run = {
      context,
      report: new ProjectReport(this.parts.project),
      gated: new Set(),
      matches: new Map(),
    };
    this.#matches = run.matches;
    const { files, site, authors } = await readSources(this.parts.files, run);
    this.#isOrdered = files.some(({ facts }) => facts?.navOrder !== undefined);
    const pages = new Warnings();
    yield* authors;
    const onBase = (shown: string | undefined) => context.onBase?.(shown ?? site.baseUrl);
    const pageContext = { ...this.#pageContext(run, pages), onBase };
    yield* this.#readPages(files, site, { ...run, pageContext });
    for (const warning of pages.list()) {
      // The generator's rules have confirmed all addresses.
      if (warning.code === 'html-no-canonical' && !run.report.hasGuesses) continue;
      context.warnings.add(this.#atPage(warning));
    }
    const built = join(this.path, this.parts.project.built);
    run.report.addWarnings(context.warnings, {
      hasSources: files.length > 0,
      isOutdated: isOutdated(
        files.map(({ file }) => join(this.path, file)),
        run.report.pages.map((page) => join(built, page)),
      ),
    });
  }

  async *#readPages(
    files: readonly ReadFile[],
    site: RawSite,
    run: Run & { readonly pageContext: SourceContext },
  ): AsyncGenerator<SourceItem> {
    const { now, pairs } = this.parts;
    let base = '';
    let pairing = new Pairing(files, base, pairs);
    const later = openSpool();
    const pages: PairedPage[] = [];
    const others: SourceItem[] = [];
    let shownSite: RawSite = {};
    const isAllPublic =
      run.gated.size === 0 && files.every(({ facts }) => facts !== undefined && isListed(facts, now));
    for await (const item of this.parts.pages.read(run.pageContext)) {
      if (item.kind === 'site') {
        base = item.site.baseUrl ?? '';
        const basePath = base === '' ? '' : new URL(base).pathname.replace(/\/$/, '');
        pairing = new Pairing(files, basePath, pairs);
        shownSite = item.site;
        if (isAllPublic) yield { kind: 'site', site: mergeSite(site, item.site) };
      } else if (!isAllPublic && item.kind !== 'entry') others.push(item);
      else if (item.kind !== 'entry') yield item;
      else {
        const page = toPage(item.entry, base);
        run.report.seePage(page.file);
        const found = pairing.find(page);
        // Other pages may show those that are held back, which are known after the last.
        if (found.length === 0 || !isAllPublic) later.add(pages.push({ page, found }) - 1, item.entry);
        else {
          this.#match(item.entry, { page, found }, run);
          yield this.#settle(item.entry, run);
        }
      }
    }
    pairRest(pages, pairing, run.report);
    const entryAt = (number: number) => later.get(number) as RawEntry;
    for (const [at, page] of pages.entries()) this.#match(entryAt(at), page, run);
    const { matches } = run;
    this.#links = findHeldPages({
      bases: [base, site.baseUrl],
      files,
      count: pages.length,
      now,
      matches,
      entryAt,
    });
    if (!isAllPublic) {
      yield { kind: 'site', site: mergeSite(site, this.#links.withoutMentions(shownSite)) };
      yield* others;
    }
    for (const at of pages.keys()) yield this.#settle(entryAt(at), run);
    later.close();
    run.report.addWithoutPage(pairing.unpaired, run.context.audit);
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    // A source that wasn't read yet knows no marks.
    if (this.#matches === undefined)
      for await (const _ of this.read({ ...context, warnings: new Warnings() }));
    const start = `${this.parts.project.built}/`;
    const files = [...wanted].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    for await (const entry of this.parts.pages.readEntries(new Set(files), context)) {
      const match = this.#matches?.get(entry.key);
      if (match === undefined) continue;
      const kept = match.isListing === true ? (this.#listing(entry, match)?.entry ?? entry) : entry;
      yield this.#placed(this.#merge(kept, match), context);
    }
  }

  fileOf(key: string): string | undefined {
    const page = key.slice(this.parts.project.built.length + 1);
    const file = this.#matches?.get(page)?.files[0]?.key;
    return file && join(this.path, file);
  }

  /** Decides what holds a page back, and keeps its sources for the second reading. */
  #match(entry: RawEntry, { found, hidden }: PairedPage, { context, report, gated, matches }: Run): void {
    const files = found.flatMap(({ facts }) => facts ?? []);
    const unread = found.find(({ facts }) => facts === undefined) ?? hidden;
    const shown = found.find(
      ({ file }) => gated.has(file) && this.#showsHeldText(file, entry, context.privacy),
    );
    if (shown !== undefined) report.addShown(entry.ref, shown.file);
    const held = unread === undefined ? shown && showsHeld(shown.file) : mayBeHidden(unread.file);
    matches.set(entry.key, { files, held });
  }

  #settle(entry: RawEntry, { context, report, matches }: Run): SourceItem {
    let match = matches.get(entry.key) ?? { files: [] };
    const listing = match.held === undefined ? this.#listing(entry, match) : undefined;
    if (listing !== undefined) {
      report.addListing(entry.ref, listing.isShown);
      match = { ...match, held: listing.isShown ? SHOWS_HELD_PAGES : undefined, isListing: true };
      matches.set(entry.key, match);
    }
    const shown = listing?.entry ?? entry;
    // The order of the configuration and that of the pages don't mix.
    const { navOrder: _navOrder, section: _section, ...unordered } = shown;
    const kept = this.#isOrdered ? unordered : shown;
    const merged = this.#merge(kept, match);
    if (merged.isAddressGuessed === true) report.hasGuesses = true;
    return { kind: 'entry', entry: this.#placed(merged, context) };
  }

  #merge(entry: RawEntry, { files, held }: Match): RawEntry {
    const kept = this.#links?.withoutMentions(entry) ?? entry;
    if (files.length === 0) return mergeEntry(kept, files, held);
    const body = withLanguages(kept.body, () => sourceOf(this.path, files));
    return mergeEntry({ ...kept, body }, files, held);
  }

  /** A page without the items of pages that are held back; undefined where it shows none. */
  #listing(
    entry: RawEntry,
    { files }: Match,
  ): { readonly entry: RawEntry; readonly isShown: boolean } | undefined {
    const own = files.length === 0 ? undefined : () => sourceOf(this.path, files);
    const listing = this.#links?.strip(entry, own);
    if (listing === undefined) return undefined;
    const { seen: _seen, ...rest } = entry;
    return { entry: { ...rest, body: listing.body }, isShown: listing.isShown };
  }

  #showsHeldText(file: string, { body }: RawEntry, privacy: PrivacyRules | undefined): boolean {
    if (privacy === undefined) return false;
    try {
      return showsHeldText(body, readFileSync(join(this.path, file), 'utf8'), privacy);
    } catch {
      // The file has just gone.
      return true;
    }
  }

  #pageContext({ context, report }: Run, warnings: Warnings): SourceContext {
    const { known: _, ...rest } = context;
    const audit: AuditListener = {
      gate: (seen) => context.audit?.gate(seen),
      leftOut: (seen) => {
        report.seePage(seen.ref);
        context.audit?.leftOut({ ...seen, ref: `${this.parts.project.built}/${seen.ref}` });
      },
    };
    return { ...rest, warnings, audit };
  }

  /** Pages are named by their paths from the project, as sources are. */
  #placed(entry: RawEntry, { audit }: SourceContext): RawEntry {
    const { built } = this.parts.project;
    const { editUrl: _edit, marks, ...rest } = entry;
    const kept = audit === undefined || marks === undefined ? {} : { marks };
    return { ...rest, ...kept, ref: `${built}/${entry.ref}`, key: `${built}/${entry.key}` };
  }

  #atPage<Item extends { readonly file?: string | undefined }>(item: Item): Item {
    return item.file === undefined ? item : { ...item, file: `${this.parts.project.built}/${item.file}` };
  }
}

function toPage({ key, url = '/', title, editUrl }: RawEntry, base: string): BuiltPage {
  return { file: key, address: url.slice(base.length), title: plainText(title), editUrl };
}

/** A spool for entries: in memory where no temporary file can be created. */
function openSpool(): Pick<EntrySpool, 'add' | 'get' | 'close'> {
  try {
    return new EntrySpool();
  } catch {
    const kept = new Map<number, RawEntry>();
    return {
      add: (number, entry) => void kept.set(number, entry),
      get: (number) => kept.get(number),
      close: () => kept.clear(),
    };
  }
}
