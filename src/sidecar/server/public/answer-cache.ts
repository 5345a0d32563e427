import { type FileVersion, fileVersion, isSameVersion } from '../find-file.js';
import type { Answer } from './answer.js';

/** Maximum size of the cache, in bytes and in answers. */
const MAX_BYTES = 64 << 20;
const MAX_ANSWERS = 20_000;
/** Maximum size of a cached body in bytes. */
export const MAX_HELD = 24 << 20;
/** Milliseconds for which a file counts as unchanged without a check. */
const SURE_FOR = 1000;
/** Memory of an answer besides its body, in bytes. */
const OVERHEAD = 2048;

interface Held {
  readonly answer: Answer;
  readonly file: FileVersion | undefined;
  readonly absent: readonly string[];
  /** Unix milliseconds until which it may be sent without checking its file. */
  sure: number;
  /** Unix seconds at which it expires. */
  readonly until: number;
  readonly bytes: number;
}

/** The validity of an answer. */
export interface Validity {
  readonly file?: FileVersion | undefined;
  /** Absolute paths that had no file; a file that appears at one of them takes precedence. */
  readonly absent?: readonly string[];
  /** Unix seconds. */
  readonly until?: number | undefined;
}

/**
 * A cache of answers for one version of the site. Its size is limited: the oldest answers are removed first. An answer
 * from a file is removed when the file has changed or has been replaced.
 */
export class AnswerCache {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /** @param now Unix seconds on the clock of the site, which may differ from that of its files */
  get(key: string, now: number): Answer | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    const time = Date.now();
    if (now < held.until && (time < held.sure || isUntouched(held))) {
      if (time >= held.sure) held.sure = time + SURE_FOR;
      return held.answer;
    }
    this.#drop(key, held);
    return undefined;
  }

  /** Stores an answer unless it is too long. */
  set(key: string, answer: Answer, { file, absent = [], until = Number.POSITIVE_INFINITY }: Validity): void {
    const size = answer.body?.length ?? 0;
    if (size > MAX_HELD) return;
    const before = this.#held.get(key);
    if (before !== undefined) this.#drop(key, before);
    const bytes = size + key.length * 2 + OVERHEAD;
    this.#held.set(key, { answer, file, absent, sure: Date.now() + SURE_FOR, until, bytes });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [key, held] of this.#held) {
      if (this.#bytes <= MAX_BYTES && this.#held.size <= MAX_ANSWERS) return;
      this.#drop(key, held);
    }
  }

  #drop(key: string, { bytes }: Held): void {
    if (this.#held.delete(key)) this.#bytes -= bytes;
  }
}

function isUntouched({ file, absent }: Pick<Held, 'file' | 'absent'>): boolean {
  if (absent.some((path) => fileVersion(path) !== undefined)) return false;
  if (file === undefined) return true;
  const found = fileVersion(file.path);
  return found !== undefined && isSameVersion(found, file);
}
