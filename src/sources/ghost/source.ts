/**
 * The JSON export of Ghost.
 *
 * The file is read twice, because tags, authors and meta fields come after the posts that need them: once
 * over a sliding window for everything but the posts, then post by post at the recorded positions. A parser that
 * yields tokens or values would have to keep all posts in between, and none of them reports where a value is.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseYamlText } from '../../config/parse-yaml.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { isObject, objectOf } from '../../core/json.js';
import { Warnings } from '../../core/warnings.js';
import {
  assertUnchanged,
  ByteWindow,
  ExportFile,
  entriesAmong,
  ItemIndex,
  type ItemPlace,
  planBatches,
  versionOf,
} from '../export-file.js';
import type { OpenOptions, RawEntry, Source, SourceContext, SourceItem } from '../port.js';
import { type EntryContext, readPost } from './entry.js';
import { JsonScanner, parsePiece } from './json-scanner.js';
import { type GhostOptions, readGhostOptions, readGhostSite } from './site.js';
import { type Overview, readOverview, toTerm } from './tables.js';
import { asRow } from './values.js';

/** The versions whose exports are known. */
const VERSIONS = { from: 1, to: 6 };
/** Before version 1, exports had the number of a schema: `000` to `009`. */
const SCHEMA = /^00\d$/;

/** The results of a complete reading. */
interface ExportFacts {
  readonly overview: Overview;
  readonly index: ItemIndex;
  readonly version: string;
}

class GhostSource implements Source {
  readonly type = 'ghost';
  readonly path: string;
  readonly bytes: number;
  #learned: ExportFacts | undefined;

  constructor(
    private readonly file: ExportFile,
    private readonly options: GhostOptions,
  ) {
    this.path = file.path;
    this.bytes = file.bytes;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    yield* this.#withFile(async function* (this: GhostSource, handle: FileHandle) {
      const version = await versionOf(handle);
      const scanner = new JsonScanner(new ByteWindow(handle.fd, this.options.windowBytes));
      const overview = readOverview(scanner, context.onBytes?.bind(context));
      this.#warnAboutVersion(overview.version, context.warnings);
      await this.#warnAboutNotPosts(overview.notPosts, context.warnings);
      const entryContext = this.#entryContext(overview, context, context.warnings);
      yield { kind: 'site', site: entryContext.site.raw };
      for (const author of overview.tables.users.values()) yield { kind: 'author', author };
      for (const tag of overview.tables.tags.values()) {
        if (!tag.isInternal) yield { kind: 'term', term: toTerm(tag) };
      }
      const index = new ItemIndex();
      const places = overview.posts.map((place) => ({ ...place, line: 0 }));
      for await (const { entry, place } of this.#postsAt(handle, places, entryContext)) {
        index.set(entry.key, place);
        yield { kind: 'entry', entry };
      }
      this.#learned = { overview, index, version };
    });
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    if (wanted.size === 0) return;
    const learned = this.#learned;
    if (learned === undefined) {
      yield* entriesAmong(this.read(context), wanted);
      return;
    }
    yield* this.#withFile(async function* (this: GhostSource, handle: FileHandle) {
      await assertUnchanged(handle, learned.version, this.path);
      // `read` has given the warnings already.
      const entryContext = this.#entryContext(learned.overview, context, new Warnings());
      const places = learned.index.places(wanted);
      for await (const { entry } of this.#postsAt(handle, places, entryContext)) yield entry;
    });
  }

  async *#postsAt(
    handle: FileHandle,
    places: Iterable<ItemPlace>,
    context: EntryContext,
  ): AsyncGenerator<{ readonly entry: RawEntry; readonly place: ItemPlace }> {
    for (const batch of planBatches(places)) {
      const bytes = Buffer.allocUnsafe(batch.end - batch.offset);
      await handle.read(bytes, 0, bytes.length, batch.offset);
      for (const place of batch.places) {
        const text = bytes.toString('utf8', place.offset - batch.offset, place.end - batch.offset);
        const row = asRow(parsePiece(text, place.offset));
        const entry = row === undefined ? undefined : readPost(row, context);
        if (entry !== undefined) yield { entry, place };
      }
    }
  }

  #entryContext(
    overview: Overview,
    { timeZone, privacy, audit }: SourceContext,
    warnings: Warnings,
  ): EntryContext {
    const { tables } = overview;
    const site = readGhostSite(tables.settings, this.options, timeZone);
    return {
      file: this.path,
      tables,
      site,
      options: this.options,
      warnings,
      privacy: privacy ?? NO_PRIVACY_RULES,
      audit,
    };
  }

  #warnAboutVersion(version: string, warnings: Warnings): void {
    const major = Number.parseInt(version, 10);
    if (SCHEMA.test(version) || (major >= VERSIONS.from && major <= VERSIONS.to)) return;
    warnings.add({
      code: 'ghost-version',
      file: this.path,
      message:
        version === ''
          ? 'The export has no version; it was read as one of the current versions.'
          : `The export is of version ${version.slice(0, 20)}; it was read as one of version ${VERSIONS.to}.`,
    });
  }

  async #warnAboutNotPosts([first, ...more]: Overview['notPosts'], warnings: Warnings): Promise<void> {
    if (first === undefined) return;
    const message =
      more.length === 0
        ? "A value among the posts isn't a post, so it was left out."
        : `${more.length + 1} values among the posts aren't posts, and were left out. This is the first.`;
    const { line } = await this.file.locate(first.offset);
    const fix = 'Export again, or remove them from the file.';
    warnings.add({ code: 'ghost-post-skipped', file: this.path, line, message, fix, skipped: true });
  }

  /** Opens the file for the duration of a reading and adds line and column to faults. */
  async *#withFile<T>(body: (this: GhostSource, handle: FileHandle) => AsyncGenerator<T>): AsyncGenerator<T> {
    const handle = await this.file.open();
    try {
      yield* body.call(this, handle);
    } catch (error) {
      throw await this.file.explained(error);
    } finally {
      await handle.close();
    }
  }
}

const USUAL_FIX = 'Export again; if the same place fails, fix it in the file.';

/**
 * Opens an export.
 * @throws SvcError `SVC_SOURCE_MISSING` if the file doesn't exist or can't be read
 */
export async function openGhostExport(options: OpenOptions): Promise<Source> {
  const file = await ExportFile.find(options, USUAL_FIX);
  return new GhostSource(file, readGhostOptions({ ...collectionsNear(options.path), ...options.options }));
}

/** The collections of `routes.yaml`, which backups have in another folder than the export. */
function collectionsNear(path: string): { readonly collections?: unknown } {
  const folder = dirname(path);
  const file = [join(folder, 'routes.yaml'), join(folder, '../settings/routes.yaml')].find(existsSync);
  if (file === undefined) return {};
  const { value } = parseYamlText(readFileSync(file, 'utf8'), file, 'SVC_SOURCE_MALFORMED');
  const { collections } = objectOf(value);
  return isObject(collections) ? { collections } : {};
}
