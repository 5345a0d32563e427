/** Reads items of a large export by their position in the file, as often as they are needed. */

import { readSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { SvcError } from '../core/errors.js';
import type { OpenOptions, RawEntry, SourceItem } from './port.js';

/** Damage in an export; `ExportFile` makes an `SvcError` with line and column of it. */
export class ExportFault extends Error {
  /** The remedy, where it isn't the usual one. */
  readonly fix: string | undefined;

  constructor(
    /** In bytes from the start of the file. */
    readonly offset: number,
    message: string,
    fix?: string,
  ) {
    super(message);
    this.fix = fix;
  }
}

/** The position of an entry in the file. */
export interface ItemPlace {
  readonly offset: number;
  readonly end: number;
  readonly line: number;
}

/** Byte ranges of all entries of a file by key. */
export class ItemIndex {
  readonly #places = new Map<string, ItemPlace>();

  /** Records an entry; of two positions of a key the later one counts. */
  set(key: string, { offset, end, line }: ItemPlace): void {
    this.#places.set(key, { offset, end, line });
  }

  /** Positions of the wanted entries in the order of the file; unknown keys are skipped. */
  places(wanted: ReadonlySet<string>): readonly ItemPlace[] {
    return [...wanted]
      .map((key) => this.#places.get(key))
      .filter((place) => place !== undefined)
      .sort((a, b) => a.offset - b.offset);
  }
}

/** The file of an export. */
export class ExportFile {
  /** For messages. */
  readonly path: string;
  readonly #file: string;

  private constructor(
    { path, label = path }: OpenOptions,
    readonly bytes: number,
    private readonly usualFix: string,
  ) {
    this.path = label;
    this.#file = path;
  }

  /**
   * @param usualFix the remedy for damage
   * @throws SvcError `SVC_SOURCE_MISSING` if the file doesn't exist or can't be read
   */
  static async find(options: OpenOptions, usualFix: string): Promise<ExportFile> {
    const { path, label = path } = options;
    const { size } = await stat(path).catch((cause) => missing(label, cause));
    return new ExportFile(options, size, usualFix);
  }

  /** @throws SvcError `SVC_SOURCE_MISSING` if the file can't be read any more */
  async open(): Promise<FileHandle> {
    return open(this.#file).catch((cause) => missing(this.path, cause));
  }

  /** The error for whatever was thrown while the file was read: faults become errors with their place. */
  async explained(error: unknown): Promise<unknown> {
    if (!(error instanceof ExportFault)) return error;
    return new SvcError('SVC_SOURCE_MALFORMED', error.message, {
      file: this.path,
      ...(await this.locate(error.offset)),
      fix: error.fix ?? this.usualFix,
      cause: error,
    });
  }

  /**
   * Line and column of a byte offset, both from 1, columns in characters. Reads the file up to there, so use it for
   * messages only.
   */
  async locate(offset: number): Promise<{ line: number; column: number }> {
    const handle = await open(this.#file);
    try {
      const chunk = Buffer.allocUnsafe(MAX_BATCH);
      let line = 1;
      let lineStart = 0;
      let at = 0;
      while (at < offset) {
        const { bytesRead } = await handle.read(chunk, 0, Math.min(MAX_BATCH, offset - at), at);
        if (bytesRead === 0) break;
        const part = chunk.subarray(0, bytesRead);
        for (let i = part.indexOf(0x0a); i >= 0; i = part.indexOf(0x0a, i + 1)) {
          line++;
          lineStart = at + i + 1;
        }
        at += bytesRead;
      }
      // A line of a broken file may be megabytes long; past the chunk the column counts bytes.
      const width = Math.min(MAX_BATCH, at - lineStart);
      await handle.read(chunk, 0, width, lineStart);
      const characters = [...chunk.toString('utf8', 0, width)].length;
      return { line, column: at - lineStart - width + characters + 1 };
    } finally {
      await handle.close();
    }
  }
}

function missing(file: string, cause: unknown): never {
  throw new SvcError('SVC_SOURCE_MISSING', "the export can't be read", {
    file,
    fix: 'Check the path, and that you may read the file.',
    cause,
  });
}

/** Size and time of the last change of an open export. */
export async function versionOf(handle: FileHandle): Promise<string> {
  const { size, mtimeMs } = await handle.stat();
  return `${size} ${mtimeMs}`;
}

/** @throws SvcError `SVC_SOURCE_MALFORMED` if the file isn't that of the complete reading any more */
export async function assertUnchanged(handle: FileHandle, version: string, file: string): Promise<void> {
  if ((await versionOf(handle)) === version) return;
  throw new SvcError('SVC_SOURCE_MALFORMED', 'the export changed while it was being read', {
    file,
    fix: 'Wait until the file is completely written, then run the command again.',
  });
}

/** Places closer to each other than this are read together. */
const MAX_GAP = 64 * 1024;
const MAX_BATCH = 1 << 20;

/** Groups neighbouring places, given in the order of the file, so that many wanted entries take few reads. */
export function* planBatches(
  places: Iterable<ItemPlace>,
): Generator<{ readonly offset: number; readonly end: number; readonly places: readonly ItemPlace[] }> {
  let batch: ItemPlace[] = [];
  const range = () => ({ offset: batch[0]?.offset ?? 0, end: batch.at(-1)?.end ?? 0, places: batch });
  for (const place of places) {
    const { offset, end } = range();
    if (batch.length > 0 && (place.offset - end > MAX_GAP || place.end - offset > MAX_BATCH)) {
      yield range();
      batch = [];
    }
    batch.push(place);
  }
  if (batch.length > 0) yield range();
}

/** The wanted entries of a complete reading. */
export async function* entriesAmong(
  items: AsyncIterable<SourceItem>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<RawEntry> {
  for await (const item of items) {
    if (item.kind === 'entry' && wanted.has(item.entry.key)) yield item.entry;
  }
}

const INITIAL_CAPACITY = 1 << 20;

/**
 * A window that slides over a file: only the bytes from the current element on are kept, so memory stays flat at
 * any file size. It grows only when one single element does not fit.
 */
export class ByteWindow {
  #bytes: Buffer;
  #base = 0;
  #length = 0;
  #ended = false;

  /**
   * @param file descriptor of the opened file, read from its start
   * @param capacity first size of the buffer in bytes; tests make it small
   */
  constructor(
    private readonly file: number,
    capacity: number = INITIAL_CAPACITY,
  ) {
    this.#bytes = Buffer.allocUnsafe(Math.max(16, capacity));
  }

  /** The buffer; only indexes below `length` are filled. It is replaced when the window grows. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  /** File offset of index 0. */
  get base(): number {
    return this.#base;
  }

  /** Bytes read from the file so far. */
  get consumed(): number {
    return this.#base + this.#length;
  }

  /**
   * Forgets everything before `keepFrom`, which becomes index 0, and reads more after the rest. At a megabyte a
   * time, a blocking read is faster than the thread pool.
   * @returns false at the end of the file, when nothing was added
   */
  more(keepFrom: number): boolean {
    const kept = this.#length - keepFrom;
    const target = kept * 2 > this.#bytes.length ? Buffer.allocUnsafe(this.#bytes.length * 2) : this.#bytes;
    this.#bytes.copy(target, 0, keepFrom, this.#length);
    this.#bytes = target;
    this.#base += keepFrom;
    this.#length = kept;
    if (this.#ended) return false;
    const bytesRead = readSync(this.file, target, kept, target.length - kept, this.#base + kept);
    this.#length += bytesRead;
    this.#ended = bytesRead === 0;
    return !this.#ended;
  }
}
