/**
 * A folder of built pages, of any generator.
 *
 * Every page is read twice: its head, for the facts that depend on all pages together (the site's base, what titles
 * share, which pages are copies), then the page itself, whose entry is kept on disk for later readings. Only as many
 * pages are in memory as keep the reading threads busy; without threads it is one.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../core/attempt.js';
import { SvcError } from '../../core/errors.js';
import type { Threads } from '../../core/threads.js';
import { Warnings } from '../../core/warnings.js';
import { isNotionSite } from '../archive-names.js';
import { excludedGlobs, filesOf, globFilter, type IncludedPaths } from '../globs/globs.js';
import type { OpenOptions, RawEntry, Source, SourceContext, SourceItem } from '../port.js';
import type { Doubt } from './addresses/evidence.js';
import type { AddressStyle } from './addresses/page-address.js';
import { mayNameSite } from './addresses/sitemaps.js';
import type { EntryContext } from './entry.js';
import { EntrySpool } from './entry-spool.js';
import { frameSample } from './frame.js';
import type { FolderLimits } from './head-facts.js';
import { LEFT_OUT_SETTINGS, LEFT_OUT_WORDS, type OmissionReason } from './left-out.js';
import { listPages } from './list-pages.js';
import { type HtmlOptions, readHtmlOptions } from './options.js';
import { warnOfDoubts, warnOfEmptyPages, warnOfLeftOut, warnOfNoindex } from './page-warnings.js';
import { PageReader } from './read-all.js';
import { type ReadContext, readPages, readPageText } from './read-page.js';
import { readSite } from './read-site.js';
import { type FolderScan, scanFolder } from './scan.js';

/**
 * Reading short pages is about a third of the work that makes threads worthwhile, and each reading thread needs some
 * three seconds of processor time to warm up.
 */
const LESS_WORK = 4;

/** The results of the site's globs. */
interface NamedPages {
  readonly included: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, string>;
  readonly includedPaths: IncludedPaths | undefined;
  readonly configured: Partial<AddressStyle>;
}

class HtmlSource implements Source {
  readonly type = 'html';
  readonly builtFolder: string;
  readonly #included: ReadonlySet<string>;
  readonly #types: ReadonlyMap<string, string>;
  readonly #includedPaths: IncludedPaths | undefined;
  readonly #configured: Partial<AddressStyle>;
  readonly #limits: FolderLimits;
  #scan: FolderScan | undefined;
  #spool: EntrySpool | undefined;

  constructor(
    readonly path: string,
    private readonly options: HtmlOptions,
    named: NamedPages,
  ) {
    const { included, types, includedPaths, configured } = named;
    this.builtFolder = path;
    const { maxBytes, content, remove } = options;
    this.#limits = { root: path, maxBytes, content, remove };
    this.#configured = configured;
    this.#included = included;
    this.#types = types;
    this.#includedPaths = includedPaths;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const paths = listPages(this.path, this.#includedPaths, context.warnings);
    // Without an address, the build would fail after reading all pages.
    if (context.onBase !== undefined && !mayNameSite(this.path, paths)) context.onBase(undefined);
    const reader = new PageReader(this.#limits, await this.#threadsFor(paths, context));
    const scan = await this.#scanPages(paths, context.warnings, reader);
    yield* this.#readItems(scan, context, reader);
  }

  async *#readItems(
    scan: FolderScan,
    context: SourceContext,
    reader: PageReader,
  ): AsyncGenerator<SourceItem> {
    const readContext = this.#readContext(context, new Warnings());
    const authors = new Set<string>();
    const terms = new Set<string>();
    const leftOut = new Map<OmissionReason, string[]>();
    const doubts: (readonly [file: string, doubt: Doubt])[] = [];
    const noindex = { pages: 0, marked: 0 };
    const empty: string[] = [];
    this.#spool?.close();
    this.#spool = openSpool();
    const site = readSite(scan, readContext);
    context.onBase?.(site.baseUrl);
    yield { kind: 'site', site };
    const pages = reader.pages(this.#entryContext(scan, context), (bytes) => context.onBytes?.(bytes));
    for await (const [{ number, file, decision }, result] of pages) {
      if (result === undefined) continue;
      if ('leftOut' in result) {
        leftOut.set(result.leftOut, [...(leftOut.get(result.leftOut) ?? []), file]);
        context.audit?.leftOut({
          ref: file,
          rule: `pages that ${LEFT_OUT_WORDS[result.leftOut]} are left out`,
          setting: LEFT_OUT_SETTINGS[result.leftOut],
        });
        continue;
      }
      for (const author of result.authors) {
        if (authors.has(author.key)) continue;
        authors.add(author.key);
        yield { kind: 'author', author };
      }
      for (const term of result.terms) {
        const key = `${term.taxonomy}/${term.slug}`;
        if (terms.has(key)) continue;
        terms.add(key);
        yield { kind: 'term', term };
      }
      noindex.pages += 1;
      if (result.isShell) empty.push(file);
      if (result.entry.noindex) noindex.marked += 1;
      if ('doubt' in decision && !result.entry.noindex) doubts.push([file, decision.doubt]);
      this.#keep(number, result.entry);
      yield { kind: 'entry', entry: result.entry };
    }
    warnOfLeftOut(leftOut, context.warnings);
    warnOfNoindex(noindex, context.warnings);
    warnOfEmptyPages(empty, context.warnings);
    // A mistaken address that all pages share has been reported.
    const isReported = scan.commonCanonical !== undefined;
    warnOfDoubts(isReported ? doubts.filter(([, doubt]) => doubt === 'disagree') : doubts, context.warnings);
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const scan = this.#scan ?? (await this.#rescan());
    const entryContext = this.#entryContext(scan, context);
    let number = -1;
    for (const [file, decision] of scan.pages) {
      number += 1;
      if (!wanted.has(file) || 'leftOut' in decision) continue;
      const kept = this.#spool?.get(number);
      if (kept !== undefined) {
        yield kept;
        continue;
      }
      const { results, bytes } = await readPages([{ file, ...decision }], this.path, entryContext);
      context.onBytes?.(bytes);
      const [result] = results;
      if (result !== undefined && 'entry' in result) yield result.entry;
    }
    this.#spool?.close();
  }

  #keep(number: number, entry: RawEntry): void {
    try {
      this.#spool?.add(number, entry);
    } catch {
      // No disk space: pages are read again instead.
      this.#spool?.close();
      this.#spool = undefined;
    }
  }

  async #scanPages(paths: readonly string[], warnings: Warnings, reader: PageReader): Promise<FolderScan> {
    this.#scan = await scanFolder(reader.heads(paths, frameSample(paths), warnings), {
      root: this.path,
      options: this.options,
      included: this.#included,
      configured: this.#configured,
      warnings,
      readText: (path) => readPageText(path, { ...this.#limits, warnings: new Warnings() }),
    });
    return this.#scan;
  }

  #rescan(): Promise<FolderScan> {
    const warnings = new Warnings();
    return this.#scanPages(
      listPages(this.path, this.#includedPaths, warnings),
      warnings,
      new PageReader(this.#limits),
    );
  }

  #threadsFor(pages: readonly string[], context: SourceContext): Promise<Threads | undefined> | undefined {
    const size = (page: string) => statSync(join(this.path, page), { throwIfNoEntry: false })?.size ?? 0;
    const length = pages.reduce((sum, page) => sum + size(page), 0);
    return context.threads?.({ entries: Math.floor(pages.length / LESS_WORK), length });
  }

  #entryContext(scan: FolderScan, { timeZone, audit, privacy }: SourceContext): EntryContext {
    const isAudited = audit !== undefined;
    return {
      scan,
      options: this.options,
      included: this.#included,
      types: this.#types,
      timeZone,
      privacy,
      isAudited,
    };
  }

  #readContext(context: SourceContext, warnings: Warnings): ReadContext {
    const onBytes = context.onBytes?.bind(context);
    return { ...this.#limits, warnings, ...(onBytes === undefined ? {} : { onBytes }) };
  }
}

/** @returns undefined where no temporary file can be created; pages are read again then */
function openSpool(): EntrySpool | undefined {
  return attempt(() => new EntrySpool());
}

/**
 * Opens a folder of built pages.
 * @param configured how addresses are written according to the configuration of the generator
 */
export async function openPages(
  { path, options }: OpenOptions,
  configured: Partial<AddressStyle> = {},
): Promise<Source> {
  if (isNotionSite(path)) {
    throw new SvcError('SVC_SOURCE_UNKNOWN', 'this is an export of Notion, not a built site', {
      file: path,
      fix: 'Pass the folder as --source: then the properties of its pages are read, which decide who may see them.',
    });
  }
  const read = readHtmlOptions(options);
  const types = new Map<string, string>();
  for (const [type, globs] of Object.entries(read.types)) {
    for (const page of await filesOf(path, globs)) types.set(page, type);
  }
  const [included, includedPaths] = await Promise.all([
    filesOf(path, read.include),
    globFilter(excludedGlobs(read.exclude, path)),
  ]);
  return new HtmlSource(path, read, { included, types, includedPaths, configured });
}
