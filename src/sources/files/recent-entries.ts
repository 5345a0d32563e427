import { join } from 'node:path';
import { statFile } from '../file-stat.js';
import type { RawEntry, SourceContext } from '../port.js';

/** Characters of all bodies: at most 64 MB of memory. */
const MAX_LENGTH = 32_000_000;

interface RecentEntry {
  readonly entry: RawEntry;
  readonly stamp: string;
  /** Its privacy rules and time zone decide how the file is read. */
  readonly context: SourceContext;
}

/** Entries from the scan, kept for the conversion, so that a first build reads each file once. */
export class RecentEntries {
  readonly #entries = new Map<string, RecentEntry>();
  #length = 0;

  /** @param root folder that paths are relative to */
  constructor(private readonly root: string) {}

  /** The fingerprint of a file. Call it before reading the file. */
  stampOf(path: string): string {
    return statFile(join(this.root, path))?.join() ?? '';
  }

  /** Keeps an entry while there is room. */
  keep(path: string, { entry, stamp, context }: RecentEntry): void {
    if (this.#length + entry.body.length > MAX_LENGTH) return;
    this.#length += entry.body.length;
    this.#entries.set(path, { entry, stamp, context });
  }

  /** Removes an entry and returns it, unless its file or the context has changed. */
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
