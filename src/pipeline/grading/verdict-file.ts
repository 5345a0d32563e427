import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCoverageState, type Verdict } from '../../readiness/verdicts/verdict.js';
import {
  LinePacker,
  lineRanges,
  NEWLINE,
  type PackedLines,
  placesById,
  unpackLines,
} from '../cache/packed-lines.js';

type Row = readonly [
  id: number,
  type: string,
  title: string,
  url: string,
  modified: number,
  flags: readonly string[],
  points: number,
  focus: string,
  coverage: string,
  stake: number,
  gradeable: 0 | 1,
  ruleset: string,
  contentHash: string,
  images: string,
  // The last two, so that they are found without parsing the row.
  key: string,
  gradedAt: number,
];

/** The unpacked file of the last build, and where the row of each page begins. */
interface LastLines {
  readonly lines: PackedLines | undefined;
  readonly bytes: Buffer;
  readonly places: ReadonlyMap<number, number>;
}

const NO_LINES: LastLines = { lines: undefined, bytes: Buffer.alloc(0), places: new Map() };

const VERSION = 2;
const COMMA = 0x2c;
/** Seconds after which a verdict counts as read again although nothing has changed. */
const RENEWED_AFTER = 30 * 86_400;

/** What the first line of the file says. */
interface Head {
  readonly version: number;
  readonly ruleset: string;
  /** Unix seconds of the build. */
  readonly graded: number;
}

/** What the last build has left. */
export interface KeptVerdicts {
  readonly ruleset: string;
  /** Unix seconds of the build. */
  readonly graded: number;
  readonly verdicts: readonly Verdict[];
}

/**
 * The verdicts of a build, packed and written as they come. A page of which the same is to be said as the last time
 * keeps the time at which it was read.
 */
export class VerdictFile {
  readonly #state: string;
  readonly #ignore: boolean;
  readonly #forget: boolean;
  #before: LastLines = NO_LINES;
  #now: LinePacker | undefined;
  #isGraded = false;
  /** What is not written: of a dry run. */
  #held: { readonly ruleset: string; readonly graded: number; readonly verdicts: Verdict[] } | undefined;

  /**
   * @param stateFolder `.svc`
   * @param ignore `--full`: every page counts as read again
   * @param forget `--dry-run`: write nothing
   */
  constructor(
    stateFolder: string,
    { ignore, forget }: { readonly ignore: boolean; readonly forget: boolean },
  ) {
    this.#state = stateFolder;
    this.#ignore = ignore;
    this.#forget = forget;
  }

  /**
   * Called before the first verdict.
   * @param graded Unix seconds
   */
  begin(ruleset: string, graded: number): void {
    this.#isGraded = true;
    if (this.#forget) {
      this.#held = { ruleset, graded, verdicts: [] };
      return;
    }
    const path = pathIn(this.#state);
    this.#before = this.#ignore ? NO_LINES : readPlaces(path);
    this.#now = new LinePacker(path, this.#before.lines);
    this.#now.add(JSON.stringify({ version: VERSION, ruleset, graded } satisfies Head));
  }

  /**
   * Called in place of `begin` where checks are switched off: the last verdicts stay, but for those of pages that are
   * not public any more.
   * @param entries all that are public
   */
  retain(entries: readonly { readonly id: number }[]): void {
    const path = pathIn(this.#state);
    const { lines, bytes, places } = this.#forget ? NO_LINES : readPlaces(path);
    const ids = new Set(places.size === 0 ? [] : entries.map(({ id }) => id));
    if ([...places.keys()].every((id) => ids.has(id))) return;
    this.#now = new LinePacker(path, lines);
    this.#now.addFrom(bytes, 0, bytes.indexOf(NEWLINE));
    for (const [id, start] of places) {
      if (ids.has(id)) this.#now.addFrom(bytes, start, bytes.indexOf(NEWLINE, start));
    }
  }

  /**
   * Adds a verdict.
   * @param key of everything that it was judged by; empty where that cannot be told
   */
  add(verdict: Verdict, key: string): void {
    this.#held?.verdicts.push(verdict);
    if (this.#now === undefined) return;
    const line = JSON.stringify(toRow(verdict, key));
    this.#now.add(this.#kept(verdict, line) ?? line);
  }

  /**
   * Adds the verdict of the last build, which need not be judged again.
   * @param now Unix seconds
   * @returns false where there is none of this key, or one that is too old
   */
  keep(id: number, key: string, now: number): boolean {
    const range = this.#rangeOf(id);
    if (this.#now === undefined || range === undefined) return false;
    const { bytes } = this.#before;
    const [start, end] = range;
    const cut = bytes.lastIndexOf(COMMA, end);
    const isSame = bytes.toString('utf8', Math.max(start, cut - key.length - 2), cut) === `"${key}"`;
    if (!isSame || !isYoung(bytes.toString('utf8', cut + 1, end), now)) return false;
    this.#now.addFrom(bytes, start, end);
    return true;
  }

  /** Writes the file. */
  save(): void {
    this.#now?.save();
  }

  /** What this build has found, once it is saved; undefined where checks are switched off. */
  found(): KeptVerdicts | undefined {
    return this.#held ?? (this.#isGraded ? readVerdicts(this.#state) : undefined);
  }

  /** Lets everything go, when the build has failed; after `save` there is nothing left to do. */
  discard(): void {
    this.#now?.discard();
  }

  /** The line of the last build, where it says the same and is not too old. */
  #kept({ id, gradedAt }: Verdict, line: string): string | undefined {
    const range = this.#rangeOf(id);
    if (range === undefined) return undefined;
    const before = this.#before.bytes.toString('utf8', ...range);
    const cut = before.lastIndexOf(',');
    if (before.slice(0, cut) !== line.slice(0, line.lastIndexOf(','))) return undefined;
    return isYoung(before.slice(cut + 1), gradedAt) ? before : undefined;
  }

  #rangeOf(id: number): readonly [start: number, end: number] | undefined {
    const { bytes, places } = this.#before;
    const start = places.get(id);
    return start === undefined ? undefined : [start, bytes.indexOf(NEWLINE, start)];
  }
}

/**
 * The verdicts that the last build has left.
 * @param stateFolder `.svc`
 * @returns undefined where there are none, or they cannot be read
 */
export function readVerdicts(stateFolder: string): KeptVerdicts | undefined {
  try {
    const { bytes } = unpackLines(pathIn(stateFolder));
    const [head, ...rows] = Array.from(
      lineRanges(bytes),
      (range) => JSON.parse(bytes.toString('utf8', ...range)) as unknown,
    );
    const { version, ruleset, graded } = head as Head;
    if (version !== VERSION) return undefined;
    return { ruleset, graded, verdicts: rows.map((row) => toVerdict(row as Row)) };
  } catch {
    // Missing or damaged: the next build grades again.
    return undefined;
  }
}

function pathIn(stateFolder: string): string {
  return join(stateFolder, 'cache', 'verdicts.json.gz');
}

function readPlaces(path: string): LastLines {
  if (!existsSync(path)) return NO_LINES;
  try {
    const lines = unpackLines(path);
    return { lines, bytes: lines.bytes, places: placesById(lines.bytes) };
  } catch {
    return NO_LINES;
  }
}

/** @param end the end of a row, from the time at which it was read */
function isYoung(end: string, now: number): boolean {
  const age = now - Number.parseInt(end, 10);
  return age >= 0 && age < RENEWED_AFTER;
}

function toRow(verdict: Verdict, key: string): Row {
  const { id, type, title, url, modified, flags, points, focus, coverage, stake } = verdict;
  const { gradeable, ruleset, contentHash, images, gradedAt } = verdict;
  const judged = [flags, points, focus, coverage, stake, gradeable ? 1 : 0] as const;
  return [id, type, title, url, modified, ...judged, ruleset, contentHash, images.join(' '), key, gradedAt];
}

function toVerdict(row: Row): Verdict {
  const [id, type, title, url, modified, flags, points, focus, coverage, stake] = row;
  const [, , , , , , , , , , gradeable, ruleset, contentHash, images, , gradedAt] = row;
  return {
    id,
    type,
    title,
    url,
    modified,
    flags,
    points,
    focus,
    coverage: isCoverageState(coverage) ? coverage : '',
    stake,
    gradeable: gradeable === 1,
    ruleset,
    contentHash,
    gradedAt,
    images: images === '' ? [] : images.split(' '),
  };
}
