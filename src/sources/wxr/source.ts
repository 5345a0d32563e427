import type { FileHandle } from 'node:fs/promises';
import { Warnings } from '../../core/warnings.js';
import {
  assertUnchanged,
  ExportFile,
  entriesAmong,
  ItemIndex,
  type ItemPlace,
  planBatches,
  versionOf,
} from '../export-file.js';
import type { OpenOptions, RawEntry, Source, SourceContext, SourceItem, SourcePart } from '../port.js';
import { ElementScanner } from './element-scanner.js';
import type { EntryContext } from './entry.js';
import { Fields } from './fields.js';
import { inspectBytes } from './inspect-bytes.js';
import { readItem } from './item.js';
import type { NameTable } from './names.js';
import { readWxrOptions, type WxrOptions } from './options.js';
import { type Ahead, readAhead } from './read-ahead.js';
import { ExportReading } from './read-export.js';
import type { TextReader } from './text-reader.js';

/** The results of a complete reading. */
interface FirstReading {
  readonly index: ItemIndex;
  readonly facts: ReaderTables;
  readonly ahead: Ahead;
  readonly version: string;
}

/** An export in WordPress eXtended RSS 1.0 to 1.2, streamed at any size. */
class WxrSource implements Source {
  readonly type = 'wxr';
  readonly linksByIds = true;
  readonly path: string;
  readonly bytes: number;
  #learned: FirstReading | undefined;

  constructor(
    private readonly file: ExportFile,
    private readonly options: WxrOptions,
    /** All parts of the export. */
    private readonly parts: readonly SourcePart[],
  ) {
    this.path = file.path;
    this.bytes = file.bytes;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const handle = await this.file.open();
    try {
      const version = await versionOf(handle);
      const index = new ItemIndex();
      const ahead = readAhead(this.parts, context.warnings);
      const reading = new ExportReading(handle.fd, this.path, context, index, this.options, ahead);
      // Not `yield*`, which awaits several promises for each item.
      for (const item of reading.items()) yield item;
      const { names, text } = reading.reader;
      this.#learned = { index, facts: { names, text }, ahead, version };
    } catch (error) {
      throw await this.file.explained(error);
    } finally {
      await handle.close();
    }
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    if (wanted.size === 0) return;
    const learned = this.#learned;
    if (learned === undefined) {
      yield* entriesAmong(this.read(context), wanted);
      return;
    }
    const { timeZone, keep, privacy } = context;
    const own = { file: this.path, warnings: new Warnings(), options: this.options, ...learned.ahead };
    const entryContext = { ...own, timeZone, ...(keep && { keep }), ...(privacy && { privacy }) };
    const handle = await this.file.open();
    try {
      await assertUnchanged(handle, learned.version, this.path);
      yield* readItemsAt(handle, learned.index.places(wanted), learned.facts, entryContext);
    } catch (error) {
      throw await this.file.explained(error);
    } finally {
      await handle.close();
    }
  }
}

const USUAL_FIX =
  'Export again; if the same place fails, fix it in the file (a plug-in that prints its own tags into the export is the usual cause).';

/**
 * Opens an export. `readEntries` seeks to the wanted items after a complete `read`.
 * @throws SvcError `SVC_SOURCE_MISSING` if the file doesn't exist or can't be read
 * @throws SvcError `SVC_CONFIG_INVALID` for an unknown option
 * @see reference of the format: the namespace http://wordpress.org/export/1.2/
 */
export async function openWxrExport(options: OpenOptions): Promise<Source> {
  const file = await ExportFile.find(options, USUAL_FIX);
  const { path, label = path, parts = [{ path, label }] } = options;
  return new WxrSource(file, readWxrOptions(options.options), parts);
}

/** The facts about a file from a full reading that a second one needs. */
interface ReaderTables {
  readonly names: NameTable;
  readonly text: TextReader;
}

/** Reads just the items at the given places, in the order of the file. */
async function* readItemsAt(
  handle: FileHandle,
  places: Iterable<ItemPlace>,
  facts: ReaderTables,
  context: EntryContext,
): AsyncGenerator<RawEntry> {
  const scanner = new ElementScanner(facts.names);
  // One shared buffer: an entry's texts are decoded before it is yielded, and nothing points into it afterwards.
  let bytes = Buffer.alloc(0);
  for (const batch of planBatches(places)) {
    const size = batch.end - batch.offset;
    if (bytes.length < size) bytes = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(bytes, 0, size, batch.offset);
    for (const place of batch.places) {
      const at = place.offset - batch.offset;
      const found = scanner.scan(bytes, at, bytesRead, batch.offset);
      if (found === undefined) return;
      const { controls, returns } = inspectBytes(bytes, at, found.end);
      const element = { ...place, node: found.node, flags: { controls: controls > 0, returns: returns > 0 } };
      const item = readItem(new Fields(element, bytes, facts.text), context);
      if (item?.kind === 'entry') yield item.entry;
    }
  }
}
