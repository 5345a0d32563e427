/**
 * The project of a generator with its built site. The pages are the truth about addresses, titles and texts; their
 * sources are about what is public, and about dates, people and terms. The sources are read first: nothing is yielded
 * before all marks are known.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivacyRules } from '../../config/config.js';
import { plainText } from '../../content/html/plain.js';
import { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { EntrySpool } from '../html/entry-spool.js';
import { isOpen } from '../is-open.js';
import type { RawEntry, RawSite, Source, SourceContext, SourceItem } from '../port.js';
import type { FoundProject } from './find-project.js';
import { showsHeldText } from './held-text.js';
import { type FileFacts, type HeldBack, mergeEntry } from './merge.js';
import { type BuiltPage, Pairing, type SourceFile } from './pairing.js';
import { isOutdated, ProjectReport } from './report.js';

/** A source file with its facts; without them where it can't be read. */
interface ReadFile extends SourceFile {
  readonly facts?: FileFacts;
}

/** The sources of a built page, and why it is held back although its marks allow it. */
interface Match {
  readonly files: readonly FileFacts[];
  readonly held?: HeldBack | undefined;
}

/** What a reading of the project shares. */
interface Run {
  readonly context: SourceContext;
  readonly report: ProjectReport;
  /** Files with texts for some readers. */
  readonly gated: Set<string>;
  readonly matches: Map<string, Match>;
}

interface ReadSources {
  readonly files: readonly ReadFile[];
  readonly authors: readonly SourceItem[];
  readonly site: RawSite;
}

/** What a `ProjectSource` is made of. */
export interface ProjectParts {
  readonly path: string;
  readonly project: FoundProject & { readonly built: string };
  readonly pages: Source;
  /** Undefined where the sources can't be read. */
  readonly files: Source | undefined;
}

export class ProjectSource implements Source {
  readonly type = 'project';
  readonly path: string;
  readonly #parts: ProjectParts;
  /** By file of the page; after the first reading. */
  #matches: Map<string, Match> | undefined;

  constructor(parts: ProjectParts) {
    this.path = parts.path;
    this.#parts = parts;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const run: Run = {
      context,
      report: new ProjectReport(this.#parts.project),
      gated: new Set(),
      matches: new Map(),
    };
    this.#matches = run.matches;
    const { files, site, authors } = await this.#readFiles(run);
    const pages = new Warnings();
    yield* authors;
    yield* this.#readPages(files, site, { ...run, pageContext: this.#pageContext(run, pages) });
    for (const warning of pages.list()) {
      // The generator's rules have confirmed all addresses.
      if (warning.code === 'html-no-canonical' && !run.report.hasGuesses) continue;
      context.warnings.add(this.#atPage(warning));
    }
    const built = join(this.path, this.#parts.project.built);
    run.report.tell({
      warnings: context.warnings,
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
    let base = '';
    let pairing = new Pairing(files, base);
    const later = openSpool();
    const unpaired: BuiltPage[] = [];
    for await (const item of this.#parts.pages.read(run.pageContext)) {
      if (item.kind === 'site') {
        base = item.site.baseUrl ?? '';
        pairing = new Pairing(files, base === '' ? '' : new URL(base).pathname.replace(/\/$/, ''));
        yield { kind: 'site', site: { ...site, ...item.site } };
      } else if (item.kind !== 'entry') yield item;
      else {
        const page = toPage(item.entry, base);
        run.report.seePage(page.file);
        const found = pairing.find(page);
        if (found.length === 0) later.add(unpaired.push(page) - 1, item.entry);
        else yield this.#settle(item.entry, found, undefined, run);
      }
    }
    const similar = pairing.findSimilar(unpaired);
    for (const [number, page] of unpaired.entries()) {
      const file = similar.get(page.file);
      const hidden = file === undefined ? pairing.possibleHidden(page) : undefined;
      if (file === undefined) run.report.addUnpaired(page.file, hidden?.file);
      const entry = later.get(number) as RawEntry;
      yield this.#settle(entry, file === undefined ? [] : [file], hidden, run);
    }
    later.close();
    run.report.addWithoutPage(pairing.unpaired.filter(({ isHidden }) => !isHidden));
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    // A source that wasn't read yet knows no marks.
    if (this.#matches === undefined)
      for await (const _ of this.read({ ...context, warnings: new Warnings() }));
    const start = `${this.#parts.project.built}/`;
    const files = [...wanted].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    for await (const entry of this.#parts.pages.readEntries(new Set(files), context)) {
      const match = this.#matches?.get(entry.key);
      if (match !== undefined) yield this.#placed(mergeEntry(entry, match.files, match.held), context);
    }
  }

  /** Decides what holds a page back, and keeps its sources for the second reading. */
  #settle(
    entry: RawEntry,
    found: readonly ReadFile[],
    hidden: ReadFile | undefined,
    { context, report, gated, matches }: Run,
  ): SourceItem {
    const files = found.flatMap(({ facts }) => facts ?? []);
    const unread = found.find(({ facts }) => facts === undefined) ?? hidden;
    const shown = found.find(
      ({ file }) => gated.has(file) && this.#showsHeldText(file, entry, context.privacy),
    );
    if (shown !== undefined) report.addShown(entry.ref, shown.file);
    const held = unread === undefined ? shown && showsHeld(shown.file) : mayBeHidden(unread.file);
    matches.set(entry.key, { files, held });
    const merged = mergeEntry(entry, files, held);
    if (merged.isAddressGuessed === true) report.hasGuesses = true;
    return { kind: 'entry', entry: this.#placed(merged, context) };
  }

  async #readFiles({ context, gated }: Run): Promise<ReadSources> {
    const found: ReadFile[] = [];
    const authors: SourceItem[] = [];
    let site: RawSite = {};
    const warnings = new Warnings();
    const audit: AuditListener = {
      gate: (seen) => {
        if (seen.isHeldBack) gated.add(seen.ref);
        context.audit?.gate(seen);
      },
      leftOut: (seen) => context.audit?.leftOut(seen),
    };
    // Unchanged files have to be read as well: their marks are needed.
    const { known: _, ...rest } = context;
    for await (const item of this.#parts.files?.read({ ...rest, warnings, audit }) ?? []) {
      if (item.kind === 'site') site = item.site;
      else if (item.kind === 'author') authors.push(item);
      else if (item.kind === 'entry') {
        const { body: _body, seen: _seen, password: _password, ...facts } = item.entry;
        const { key: file, url, title } = facts;
        found.push({ file, url, title, isHidden: !isOpen(facts), facts });
      }
    }
    for (const warning of warnings.list()) {
      // The page shows what its source doesn't.
      if (/^(?:permalink-|generator-not-read)/.test(warning.code)) continue;
      context.warnings.add(warning);
      const { code, file } = warning;
      if (code === 'front-matter-invalid' && file !== undefined)
        found.push({ file, url: undefined, title: '', isHidden: true });
    }
    return { files: found, authors, site };
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
        context.audit?.leftOut({ ...seen, ref: `${this.#parts.project.built}/${seen.ref}` });
      },
    };
    return { ...rest, warnings, audit };
  }

  /** Pages are named by their paths from the project, as sources are. */
  #placed(entry: RawEntry, { audit }: SourceContext): RawEntry {
    const { built } = this.#parts.project;
    const { editUrl: _edit, marks, ...rest } = entry;
    const kept = audit === undefined || marks === undefined ? {} : { marks };
    return { ...rest, ...kept, ref: `${built}/${entry.ref}`, key: `${built}/${entry.key}` };
  }

  #atPage<Item extends { readonly file?: string | undefined }>(item: Item): Item {
    return item.file === undefined ? item : { ...item, file: `${this.#parts.project.built}/${item.file}` };
  }
}

function toPage({ key, url = '/', title, editUrl }: RawEntry, base: string): BuiltPage {
  return { file: key, address: url.slice(base.length), title: plainText(title), editUrl };
}

function mayBeHidden(file: string): HeldBack {
  return {
    rule: `its source may be ${file}, which is held back`,
    setting: `Publish ${file}, or give it the address of another page.`,
  };
}

function showsHeld(file: string): HeldBack {
  return {
    rule: `it shows text that is for some readers only in ${file}`,
    setting: 'Leave that text out of the built page, or allow its mark with "privacy.allow".',
  };
}

/** In memory where no temporary file can be created. */
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
