import { isSameVersion, type SeenFile, seenFile } from '../seen-file.js';
import type { Answer } from './answer.js';

/** Answers that are held at the most, in bytes and in number. */
const MAX_BYTES = 64 << 20;
const MAX_ANSWERS = 20_000;
/** Longest body that is held. */
export const MAX_HELD = 24 << 20;
/** Milliseconds for which a file counts as untouched. */
const SURE_FOR = 1000;
/** What an answer takes beside its body. */
const OVERHEAD = 2048;

interface Held {
  readonly answer: Answer;
  readonly file: SeenFile | undefined;
  readonly absent: readonly string[];
  /** Unix milliseconds until which it may be sent without a look at its file. */
  sure: number;
  /** Unix seconds from which on it is made anew. */
  readonly until: number;
  readonly bytes: number;
}

/** How long an answer holds. */
export interface Validity {
  readonly file?: SeenFile | undefined;
  /** Absolute paths at which there was no file; one that appears there comes first. */
  readonly absent?: readonly string[];
  /** Unix seconds. */
  readonly until?: number | undefined;
}

/**
 * Finished answers of one version of the site. It is bounded: the oldest go first. An answer from a file is
 * dropped when the file has changed, or another one has come in its place.
 */
export class AnswerCache {
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  /** @param now Unix seconds of the site, whose clock may be another than that of its files */
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

  /** Keeps an answer unless it is too long. */
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
  if (absent.some((path) => seenFile(path) !== undefined)) return false;
  if (file === undefined) return true;
  const found = seenFile(file.path);
  return found !== undefined && isSameVersion(found, file);
}
