import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RawEntry, SourceContext } from '../port.js';

/** Characters of bodies: 64 MB of memory at most. */
const MAX_LENGTH = 32_000_000;

interface RecentEntry {
  readonly entry: RawEntry;
  readonly stamp: string;
  /** How it was read: with which rules, and in which zone. */
  readonly context: SourceContext;
}

/** Entries of files that were read a moment ago, so that a first build reads each file once. */
export class RecentEntries {
  readonly #root: string;
  readonly #entries = new Map<string, RecentEntry>();
  #length = 0;

  /** @param root folder that paths are relative to */
  constructor(root: string) {
    this.#root = root;
  }

  /** Identifies the state of a file. To be asked for before the file is read. */
  stampOf(path: string): string {
    const stat = statSync(join(this.#root, path), { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join();
  }

  /** Keeps an entry if there is room. */
  keep(path: string, { entry, stamp, context }: RecentEntry): void {
    if (this.#length + entry.body.length > MAX_LENGTH) return;
    this.#length += entry.body.length;
    this.#entries.set(path, { entry, stamp, context });
  }

  /** Gives an entry away, unless its file has changed since or would be read otherwise now. */
  take(path: string, { privacy, timeZone }: SourceContext): RawEntry | undefined {
    const recent = this.#entries.get(path);
    if (recent === undefined) return undefined;
    this.#entries.delete(path);
    this.#length -= recent.entry.body.length;
    const isSame = recent.context.privacy === privacy && recent.context.timeZone === timeZone;
    return isSame && recent.stamp === this.stampOf(path) ? recent.entry : undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#length = 0;
  }
}
