import { SvcError } from '../../../core/errors.js';
import type { Database, Storage } from '../../../storage/port.js';
import {
  addLogFile,
  findLogFile,
  type KnownLog,
  moveLogFile,
  rewindLogFile,
} from '../../../storage/tables/log-files.js';
import { addReferrals, addUnknownSources } from '../../../storage/tables/referrals.js';
import type { HitLog } from '../log/hit-log.js';
import type { ActivityVerdict } from '../port.js';
import { type Findings, type FlaggedVisit, flaggedVisits, groupHits } from './group-hits.js';
import { type LineReader, type LogFormat, markLength, newLine } from './line.js';
import type { LogImporter } from './log-importer.js';
import { type LogSource, MAX_LINE } from './log-source.js';

/** Visits of one write: few enough that other writers need not wait, and that their objects are short-lived. */
const BATCH = 10_000;
/** Bytes after which the position is saved even where nothing was recorded. */
const NOTE_AFTER = 64 << 20;

/** The inputs of reading. */
interface IngestTools {
  readonly storage: Storage;
  readonly hits: HitLog;
  readonly intake: LogImporter;
  readonly findings: Findings;
  /** Receives flagged clients whose address the owner keeps. */
  flag?(flagged: readonly FlaggedVisit[]): Promise<void>;
  afterWrite?(): Promise<void>;
  /** True when known logs are read from their beginning. */
  readonly again?: boolean;
  /** Unix seconds. */
  now(): number;
  onRead(bytes: number): void;
}

/** Counts of lines by result. */
export interface LineCounts {
  /** New lines. */
  readonly lines: number;
  readonly recorded: number;
  readonly referrals: number;
  readonly other: number;
  readonly tooOld: number;
  readonly tooNew: number;
  readonly unreadable: number;
  readonly verified: number;
  readonly spoofed: number;
}

/** The result for one log. */
export interface LogReport extends LineCounts {
  readonly file: string;
  readonly format: string;
  /** Number of the first unreadable line; counted from where the last reading ended. */
  readonly firstUnreadable: number | null;
  /** True where an earlier reading had begun this log. */
  readonly resumed: boolean;
}

/**
 * Reads a log from the last position to its end. The position is written together with the visits: after an
 * interruption, the next reading continues after the written ones.
 * @throws SvcError `SVC_STORAGE` when another process reads the same log
 */
export async function ingestLog(
  source: LogSource,
  format: LogFormat,
  tools: IngestTools,
): Promise<LogReport> {
  const reading = new LogReading(source, format, tools, await placeOf(source, tools));
  return reading.run();
}

/** The start of reading: the last position, or the beginning. */
async function placeOf({ start, head }: LogSource, { storage, again }: IngestTools): Promise<Place> {
  const known = start.length === 0 ? undefined : await findLogFile(storage.db, head);
  if (known === undefined) return { id: undefined, position: 0, counted: 0 };
  if (again !== true) return known;
  await storage.write((db) => rewindLogFile(db, known.id));
  return { ...known, position: 0 };
}

type Place = Omit<KnownLog, 'id'> & { readonly id: number | undefined };

class LogReading {
  readonly #reader: LineReader;
  readonly #line = newLine();
  readonly #before: Readonly<LogImporter['counts']>;
  readonly #verdicts: Record<ActivityVerdict, number> = { 0: 0, 1: 0, 2: 0 };
  readonly #began: number;
  /** The position up to which referrals have been counted before. */
  readonly #counted: number;
  #id: number | undefined;
  /** The positions of writing and of reading. */
  #written: number;
  #position: number;
  #lines = 0;
  #unreadable = 0;
  #firstUnreadable: number | null = null;
  /** True inside a line beyond the maximum length. */
  #isOverlong = false;

  constructor(
    private readonly source: LogSource,
    private readonly format: LogFormat,
    private readonly tools: IngestTools,
    { id, position, counted }: Place,
  ) {
    this.#reader = format.create();
    this.#before = { ...tools.intake.counts };
    this.#began = position;
    this.#counted = counted;
    this.#id = id;
    this.#written = position;
    this.#position = position;
  }

  async run(): Promise<LogReport> {
    if (this.#began > 0) this.#readPreamble();
    try {
      await this.#readAll();
    } finally {
      // Also what was read before a failure.
      await this.#write();
    }
    return this.#report();
  }

  /** Some logs declare their fields at the beginning. */
  #readPreamble(): void {
    const text = this.source.start.toString('latin1');
    for (const row of text.slice(markLength(text)).split(/\r?\n/)) {
      if (!row.startsWith('#')) break;
      this.#reader(row, 0, row.length, this.#line);
    }
  }

  async #readAll(): Promise<void> {
    let left: Buffer = Buffer.alloc(0);
    for await (const chunk of this.source.read(this.#began, this.tools.onRead)) {
      const data = this.#passOver(left.length === 0 ? chunk : Buffer.concat([left, chunk]));
      const end = data.lastIndexOf(10);
      if (end !== -1) await this.#readLines(data.toString('latin1', 0, end + 1));
      // A longer line isn't a line of a log.
      left = data.subarray(end + 1);
      if (left.length > MAX_LINE) {
        this.#position += left.length;
        this.#lines += 1;
        this.#addUnreadable();
        this.#isOverlong = true;
        left = Buffer.alloc(0);
      }
    }
    this.#readLast(left.toString('latin1'));
  }

  /** Skips the rest of a line that is too long, so that its end is not read as another one. */
  #passOver(data: Buffer): Buffer {
    if (!this.#isOverlong) return data;
    const end = data.indexOf(10);
    const passed = end === -1 ? data.length : end + 1;
    this.#position += passed;
    this.#isOverlong = end === -1;
    return data.subarray(passed);
  }

  /** @param text whole lines */
  async #readLines(text: string): Promise<void> {
    const base = this.#position;
    for (let at = base === 0 ? markLength(text) : 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      this.#readLine(text, at, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
      at = end + 1;
      this.#position = base + at;
      if (this.tools.intake.size >= BATCH) await this.#write();
    }
    if (this.#position - this.#written >= NOTE_AFTER) await this.#write();
  }

  #readLine(text: string, from: number, end: number): void {
    const start = afterNulls(text, from);
    if (end <= start) return;
    const result = this.#reader(text, start, end, this.#line);
    if (result === 'none') return;
    this.#lines += 1;
    if (result === 'read') this.#take();
    else this.#addUnreadable();
  }

  /** A last line without a newline is taken when it is complete; otherwise it is still being written. */
  #readLast(text: string): void {
    if (text === '' || this.#reader(text, afterNulls(text, 0), text.length, this.#line) !== 'read') return;
    this.#lines += 1;
    this.#take();
    this.#position += text.length;
  }

  #take(): void {
    this.tools.intake.take(this.#line, this.#position < this.#counted);
  }

  #addUnreadable(): void {
    this.#unreadable += 1;
    this.#firstUnreadable ??= this.#lines;
  }

  async #write(): Promise<void> {
    const { hits: log, intake, findings } = this.tools;
    if (this.#position === this.#written) return;
    const { hits, known, unknown } = intake.drain();
    const found = await findings.of(hits);
    for (const { verdict } of found) this.#verdicts[verdict] += 1;
    await log.addGroups(groupHits(hits, found), async (db) => {
      await addReferrals(db, known);
      await addUnknownSources(db, unknown);
      await this.#note(db);
    });
    this.#written = this.#position;
    await this.tools.flag?.(flaggedVisits(hits, found));
    await this.tools.afterWrite?.();
  }

  async #note(db: Database): Promise<void> {
    const { head, name } = this.source;
    const now = this.tools.now();
    const counted = Math.max(this.#counted, this.#position);
    if (this.#id === undefined) {
      const id = await addLogFile(db, head, { position: this.#position, counted, now });
      if (id !== undefined) {
        this.#id = id;
        return;
      }
    } else {
      const move = { id: this.#id, from: this.#written, to: this.#position, counted, now };
      if (await moveLogFile(db, head, move)) return;
    }
    const fix = 'Wait for it to end. Nothing is counted twice.';
    throw new SvcError('SVC_STORAGE', 'another process reads the same log', { file: name, fix });
  }

  #report(): LogReport {
    const { counts } = this.tools.intake;
    const of = (name: keyof typeof counts) => counts[name] - this.#before[name];
    return {
      file: this.source.name,
      format: this.format.name,
      lines: this.#lines,
      recorded: of('hits'),
      referrals: of('referrals'),
      other: of('other'),
      tooOld: of('tooOld'),
      tooNew: of('tooNew'),
      unreadable: this.#unreadable,
      verified: this.#verdicts[1],
      spoofed: this.#verdicts[2],
      firstUnreadable: this.#firstUnreadable,
      resumed: this.#began > 0,
    };
  }
}

/** The position behind NUL bytes: a log that was cut while its server had it open begins with many of them. */
function afterNulls(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0) at += 1;
  return at;
}
