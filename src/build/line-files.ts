import { Fingerprint } from '../core/fingerprint.js';
import { shortHash } from '../core/hash.js';
import type { Piece } from '../core/join-pieces.js';
import type { Output } from '../deploy/output.js';
import type { LineDocument } from '../documents/lines.js';
import type { SurfaceContext } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import { codeVersion } from './cache/code-version.js';
import type { JoinedFiles, LineBlock } from './cache/joined-files.js';
import type { Digests } from './digests.js';
import type { ListedEntry } from './listed-entry.js';

/** So many entries are looked at together in the mean. */
const BLOCK = 64;
const MAX_BLOCK = 1024;
/** Most bytes that are copied at once. */
const MAX_PIECE = 1 << 20;

/** Where something begins and ends. */
type Range = readonly [start: number, end: number];

/** A document that has a text of its own for each of many entries. */
export interface LineFile {
  /** Id of its surface. */
  readonly surface: string;
  /** Path below the output folder, decoded. */
  readonly file: string;
  readonly document: LineDocument;
}

/** Where a build keeps files, and what it knows of the last one's. */
export interface LineFilesOptions {
  readonly output: Output;
  readonly joined: JoinedFiles;
  readonly digests: Digests;
  /** All entries of the context. */
  readonly entries: readonly ListedEntry[];
}

/** A text, or some entries that follow each other. */
interface Block {
  /** Of everything that its text is made from. */
  readonly key: string;
  text(): string;
}

/**
 * Writes documents that have a text of its own for each of many entries. One whose entries stayed as they are is kept;
 * of another the texts of blocks that stayed are cut out of the last build's file, and only the others are made.
 * Where a block ends is said by its last entry itself, so that one that comes or goes leaves the other blocks alone.
 * @see design section 8
 */
export class LineFiles {
  readonly #ctx: SurfaceContext;
  readonly #options: LineFilesOptions;
  /** Of everything that a text depends on beside its entry. */
  readonly #context: string;
  /** Fingerprints of everything that a text depends on of its entry, by slot: two halves each. */
  #prints: Uint32Array | undefined;

  constructor(ctx: SurfaceContext, options: LineFilesOptions) {
    this.#ctx = ctx;
    this.#options = options;
    const served = ctx.table.filter(({ id }) => ctx.served(id)).map(({ id }) => id);
    this.#context = shortHash(JSON.stringify([codeVersion(), ctx.site, ctx.settings, served]));
  }

  /** Writes or keeps a document. */
  put({ surface, file, document }: LineFile): void {
    const { output, joined, digests } = this.#options;
    const blocks = [...this.#blocksOf(`${this.#context} ${surface}`, document)];
    const before = joined.lines(file);
    if (before !== undefined && isSame(blocks, before.blocks) && output.keep(file, before.facts)) {
      joined.setLines(file, before);
      digests.set(file, before.digest);
      return;
    }
    const old = before && output.readBefore(file, before.facts);
    const places = placesOf(old === undefined ? [] : (before?.blocks ?? []));
    const written: LineBlock[] = [];
    const facts = output.put(file, digests.through(file, joinRanges(texts(), old)));
    const digest = digests.of(file);
    if (facts !== undefined && digest !== undefined)
      joined.setLines(file, { facts, blocks: written, digest });

    function* texts(): Iterable<string | Range> {
      for (const { key, text } of blocks) {
        const found = places.get(key) ?? text();
        const size = typeof found === 'string' ? Buffer.byteLength(found) : found[1] - found[0];
        written.push({ key, size });
        yield found;
      }
    }
  }

  *#blocksOf(context: string, { parts, line }: LineDocument): Iterable<Block> {
    for (const part of parts) {
      if (typeof part === 'string') {
        yield { key: shortHash(part), text: () => part };
        continue;
      }
      for (const [start, end] of cut(part)) {
        const entries = part.slice(start, end);
        const text = () => entries.map((entry) => line(this.#ctx, entry)).join('');
        yield { key: this.#keyOf(context, entries), text };
      }
    }
  }

  #keyOf(context: string, entries: readonly IndexEntry[]): string {
    const prints = this.#prints ?? this.#printAll();
    // The entries of the context are those that are listed.
    const halves = new Uint32Array(2 * entries.length);
    for (const [index, entry] of entries.entries()) {
      const { slot } = entry as ListedEntry;
      halves[2 * index] = prints[2 * slot] ?? 0;
      halves[2 * index + 1] = prints[2 * slot + 1] ?? 0;
    }
    return shortHash(Buffer.concat([Buffer.from(context), Buffer.from(halves.buffer)]));
  }

  #printAll(): Uint32Array {
    const { entries, joined } = this.#options;
    const slots = entries.reduce((most, { slot }) => Math.max(most, slot + 1), 0);
    const prints = new Uint32Array(2 * slots);
    const print = new Fingerprint();
    for (const entry of entries) {
      print.begin(...joined.seed);
      entry.addShownTo(print);
      const versions = this.#ctx.translationsOf?.(entry) ?? [];
      if (versions.length > 0) print.addText(JSON.stringify(versions));
      prints[2 * entry.slot] = print.high;
      prints[2 * entry.slot + 1] = print.low;
    }
    this.#prints = prints;
    return prints;
  }
}

/** Where each block of a list begins and ends. */
function* cut(entries: readonly IndexEntry[]): Iterable<Range> {
  let start = 0;
  for (let end = 1; end <= entries.length; end++) {
    const isFull = end - start === MAX_BLOCK || end === entries.length;
    if (!isFull && !isLast(entries[end - 1]?.id ?? 0)) continue;
    yield [start, end];
    start = end;
  }
}

/** One id of so many, in a way that has nothing to do with how ids follow each other. */
function isLast(id: number): boolean {
  return (Math.imul(id, 0x9e3779b1) >>> 16) % BLOCK === 0;
}

function isSame(blocks: readonly Block[], before: readonly LineBlock[]): boolean {
  return blocks.length === before.length && blocks.every(({ key }, index) => key === before[index]?.key);
}

/** Where the text of each block begins and ends in the file. */
function placesOf(blocks: readonly LineBlock[]): ReadonlyMap<string, Range> {
  const places = new Map<string, Range>();
  let start = 0;
  for (const { key, size } of blocks) {
    places.set(key, [start, start + size]);
    start += size;
  }
  return places;
}

/** Texts and ranges of the last file, those that follow each other in one piece. */
function* joinRanges(texts: Iterable<string | Range>, old: Buffer = Buffer.alloc(0)): Iterable<Piece> {
  let [start, end] = [0, 0];
  for (const text of texts) {
    const isNext = typeof text !== 'string' && text[0] === end && text[1] - start <= MAX_PIECE;
    if (!isNext && end > start) yield old.subarray(start, end);
    if (typeof text === 'string') {
      yield text;
      [start, end] = [0, 0];
    } else [start, end] = [isNext ? start : text[0], text[1]];
  }
  if (end > start) yield old.subarray(start, end);
}
