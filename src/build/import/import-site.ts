import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainText } from '../../content/html/text.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import type { Clock } from '../../core/clock.js';
import { SvcError } from '../../core/errors.js';
import { foldName } from '../../core/text.js';
import { Warnings } from '../../core/warnings.js';
import { isPublic } from '../../site/gate.js';
import type { RawEntry, Source, SourceContext } from '../../sources/port.js';
import { openWordPressEntry } from '../../sources/privacy/gated-source.js';
import { openSource } from '../../sources/table.js';
import { inspectFolder, NewFolder, nameFiles } from './folder.js';
import { type FrontMatterWriter, libraryFiles, makeFrontMatterWriter } from './front-matter.js';
import { entryIdOf, type Gathered, gatherSources } from './gather.js';
import { type ImportFormat, type ImportReport, importBody, Losses } from './report.js';
import { UploadsCopier } from './uploads/copier.js';
import type { UploadReader } from './uploads/reader.js';

/** The options of an import. */
export interface ImportOptions {
  /** Absolute path of the folder to write. */
  readonly to: string;
  readonly format: ImportFormat;
  /** IANA zone for dates without an offset. */
  readonly timeZone: string;
  /** Passwords of entries go into the files, in clear. */
  readonly withPasswords: boolean;
  /** A folder that isn't empty gets the missing files. */
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly clock: Clock;
  /** The source of the files that public pages refer to; undefined to leave them where they are. */
  readonly uploads?: { readonly reader: UploadReader; readonly base?: string };
}

/** Files above this size are left out by a build, unless its source says otherwise. */
const MAX_BYTES = 5_000_000;

/**
 * Turns exports into a folder of files with front matter, from which a build makes the same site as from the exports.
 * @param sources parts of one site's export; if an id occurs twice the later one counts
 * @throws SvcError `SVC_OUT_OCCUPIED` for a folder that is not empty or leads elsewhere, and errors of sources
 */
export async function importSite(sources: readonly Source[], options: ImportOptions): Promise<ImportReport> {
  const { to, dryRun, force } = options;
  const place = inspectFolder(to);
  if (place === 'full' && !force) throw notEmpty(to);
  const warnings = new Warnings();
  const context = {
    warnings,
    timeZone: options.timeZone,
    keep: { passwords: options.withPasswords, meta: true },
  };
  const gathered = await gatherSources(sources, context);
  const present = place === 'full' ? await presentIn(to, context, options.clock) : NONE;
  const folder = dryRun ? undefined : new NewFolder(to);
  const run = new Run(gathered, options, present, warnings, folder);
  try {
    for await (const { file, text } of run.files(sources, context)) folder?.write(file, text);
    const kept = folder?.commit() ?? [];
    return run.report(kept);
  } finally {
    folder?.discard();
  }
}

interface Present {
  readonly ids: ReadonlySet<number>;
  readonly files: ReadonlySet<string>;
}

const NONE: Present = { ids: new Set(), files: new Set() };

/** The entries that the folder has already, wherever their files have been moved to. */
async function presentIn(to: string, context: SourceContext, clock: Clock): Promise<Present> {
  const source = await openSource({ type: 'files', path: to, label: to, options: {}, now: clock.now() });
  const [ids, files] = [new Set<number>(), new Set<string>()];
  for await (const item of source.read({ ...context, warnings: new Warnings() })) {
    if (item.kind !== 'entry') continue;
    ids.add(entryIdOf(item.entry));
    files.add(foldName(item.entry.key));
  }
  return { ids, files };
}

function notEmpty(to: string): SvcError {
  const fix =
    'Name a new folder with --to, or add missing files to this folder with --force (existing files stay as they are).';
  return new SvcError('SVC_OUT_OCCUPIED', "the folder isn't empty", { file: to, fix });
}

/** One import: writes each entry when its last version is read. */
class Run {
  readonly #names: ReadonlyMap<number, string>;
  readonly #frontMatter: FrontMatterWriter;
  readonly #losses = new Losses();
  readonly #written: string[] = [];
  readonly #kept: string[] = [];
  readonly #types = new Map<string, number>();
  readonly #hidden = new Map<string, number>();

  readonly #uploads: UploadsCopier | undefined;

  constructor(
    private readonly gathered: Gathered,
    private readonly options: ImportOptions,
    private readonly present: Present,
    private readonly warnings: Warnings,
    folder: NewFolder | undefined,
  ) {
    this.#names = nameFiles(gathered.entries.values());
    this.#frontMatter = makeFrontMatterWriter(gathered);
    this.#uploads = options.uploads && this.#copier(options.uploads, folder);
  }

  async *files(
    sources: readonly Source[],
    context: SourceContext,
  ): AsyncGenerator<{ readonly file: string; readonly text: string }> {
    for (const [number, source] of sources.entries()) {
      const keys = new Set<string>();
      for (const { key, source: own } of this.gathered.entries.values()) {
        if (own === number) keys.add(key);
      }
      // After the first reading, a source yields the last version of each.
      for await (const entry of source.readEntries(keys, context)) {
        yield* this.#entryFile(entry, entryIdOf(entry));
      }
    }
    for (const [file, text] of libraryFiles(this.gathered, this.options.format === 'source')) {
      if (this.#isThere(file)) {
        this.#keepLibrary(file, text);
        continue;
      }
      this.#written.push(file);
      yield { file, text };
    }
  }

  /** @param keptNow files that existed when the folder was put in place */
  report(keptNow: readonly string[]): ImportReport {
    const { to, format, dryRun } = this.options;
    const { counts, terms, authors, media, site } = this.gathered;
    const late = new Set(keptNow);
    return {
      ok: true,
      dryRun,
      to,
      format,
      sources: counts,
      entries: Object.fromEntries(this.#types),
      hidden: Object.fromEntries(this.#hidden),
      terms: terms.length,
      authors: authors.size,
      media: media.length,
      files: {
        written: this.#written.filter((file) => !late.has(file)).sort(),
        kept: [...this.#kept, ...late].sort(),
      },
      ...(this.#uploads && { uploads: this.#uploads.report() }),
      lost: this.#losses.list(),
      warnings: this.warnings.list(),
      siteUrl: site.baseUrl ?? '',
    };
  }

  async *#entryFile(
    entry: RawEntry,
    id: number,
  ): AsyncGenerator<{ readonly file: string; readonly text: string }> {
    const file = this.#names.get(id) ?? `${id}.html`;
    this.#count(entry);
    const isKept = this.present.ids.has(id) || this.#isThere(file);
    const isCopied = this.#uploads !== undefined && this.#isPublic(entry);
    if (isCopied) await this.#copyUploads(entry, file);
    if (isKept) {
      this.#kept.push(file);
      return;
    }
    const body = await importBody(entry, this.gathered, this.options.format, this.warnings);
    const own = isCopied ? this.#uploads?.relink(body.text) : body.text;
    const extra = body.isSource ? 'format: wordpress\n' : '';
    // A build can't find what was removed from the body in its summaries any more.
    const open = body.isCut ? openWordPressEntry(entry, NO_PRIVACY_RULES).entry : entry;
    const text = `---\n${this.#frontMatter(open)}${extra}---\n${own ? `\n${own}\n` : ''}`;
    this.#noteLosses(entry, file, body.isCut, text);
    this.#written.push(file);
    yield { file, text };
  }

  #copier(
    { reader, base }: NonNullable<ImportOptions['uploads']>,
    folder: NewFolder | undefined,
  ): UploadsCopier {
    const write = (file: string, content: { bytes: Uint8Array } | { from: string }) => {
      if ('bytes' in content) folder?.write(file, content.bytes);
      else folder?.copy(file, content.from);
    };
    const target = { isThere: (file: string) => this.#isThere(file), write: folder && write };
    const bases = [this.gathered.site.baseUrl, base].filter((url) => url !== undefined);
    return new UploadsCopier(reader, target, bases);
  }

  #isPublic(entry: RawEntry): boolean {
    return isPublic(entry, { now: this.options.clock.now(), visibleTypes: new Set([entry.type]) });
  }

  /** Copies the files that readers of a page see; parts for members have been cut from it. */
  async #copyUploads(entry: RawEntry, file: string): Promise<void> {
    const { library } = this.gathered;
    const images = [entry.image, ...(entry.product?.gallery ?? [])];
    const urls = images.map((image) => (typeof image === 'number' ? library.byId(image)?.url : image));
    const { text } = await importBody(entry, this.gathered, 'html', new Warnings());
    await this.#uploads?.copyFrom(
      text,
      urls.filter((url) => url !== undefined),
      file,
    );
  }

  #isThere(file: string): boolean {
    return this.present.files.has(foldName(file)) || existsSync(join(this.options.to, file));
  }

  #keepLibrary(file: string, text: string): void {
    const { to } = this.options;
    this.#kept.push(file);
    if (readFileSync(join(to, file), 'utf8') === text) return;
    const message = 'The existing file was kept, although the export would write it differently.';
    const fix = 'To write it again, move it and import again with --force.';
    this.warnings.add({ code: 'import-library-kept', file, message, fix });
  }

  #count({ type, status, protected: isProtected, noindex }: RawEntry): void {
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    const reason =
      status !== 'publish' ? status : isProtected ? 'protected' : noindex ? 'noindex' : undefined;
    if (reason !== undefined) this.#hidden.set(reason, (this.#hidden.get(reason) ?? 0) + 1);
  }

  /** Records what the file can't contain. */
  #noteLosses(entry: RawEntry, file: string, isCut: boolean, text: string): void {
    if (isCut) this.#losses.add('parts of pages that only members may see (kept with --format source)', file);
    if (/<\/?[a-z]/i.test(entry.title) && plainText(entry.title) !== entry.title) {
      this.#losses.add('markup in titles', file);
    }
    if (text.length > MAX_BYTES / 4 && Buffer.byteLength(text) > MAX_BYTES) {
      const message = `The file has more than ${MAX_BYTES} bytes; a build leaves it out unless its limit is raised.`;
      const fix = 'Raise "maxBytes" of the source in the configuration.';
      this.warnings.add({ code: 'import-large-file', file, message, fix });
    }
  }
}
