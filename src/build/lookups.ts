import type { Media } from '../content/body/port.js';
import type { PageCounts, PageFindings } from '../content/fidelity/measure.js';
import { shortHash } from '../core/hash.js';
import type { Warning } from '../core/warnings.js';
import type { FileStamp } from '../deploy/file-states.js';
import type { PackedCheckup } from '../quality/readiness/pages/pack.js';
import type { LinkedMedia } from '../site/site.js';

/** What bodies may look up while they are rendered. */
interface Lookups {
  readonly media: LinkedMedia;
  pattern(id: number): string | undefined;
  /** Path of a public entry. */
  pagePath(id: number): string | undefined;
}

/** Forwards lookups and records them, so that a later build sees whether a result has changed. */
export class LookupRecorder implements Lookups {
  readonly media: LinkedMedia;
  readonly #uses = new Map<string, Use>();
  readonly #media: Media[] = [];

  constructor(private readonly source: Lookups) {
    this.media = {
      byId: (id) => {
        const item = this.#note('media', id, source.media.byId(id));
        if (item !== undefined) this.#media.push(item);
        return item;
      },
      attachedTo: (id) => {
        const items = this.#note('attached', id, source.media.attachedTo(id));
        this.#media.push(...items);
        return items;
      },
      byPage: (key) => this.#note('file', key, source.media.byPage(key)),
    };
  }

  pattern(id: number): string | undefined {
    return this.#note('pattern', id, this.source.pattern(id));
  }

  pagePath(id: number): string | undefined {
    return this.#note('page', id, this.source.pagePath(id));
  }

  /** The data of the media that were looked up. */
  mediaTexts(): readonly string[] {
    return this.#media.map(({ alt, title, caption }) => [alt, title, caption].join(' '));
  }

  uses(): readonly Use[] {
    return [...this.#uses.values()];
  }

  #note<T>(what: Use[0], id: number, answer: T): T {
    const key = `${what} ${id}`;
    if (!this.#uses.has(key)) this.#uses.set(key, [what, id, hashAnswer(answer)]);
    return answer;
  }
}

/** True when every lookup of an earlier build would have the same result. */
export function isStillTrue(uses: readonly Use[], lookups: Lookups): boolean {
  return uses.every(([what, id, hash]) => {
    if (what === 'media') return hashAnswer(lookups.media.byId(id)) === hash;
    if (what === 'attached') return hashAnswer(lookups.media.attachedTo(id)) === hash;
    if (what === 'file') return hashAnswer(lookups.media.byPage(id)) === hash;
    if (what === 'page') return hashAnswer(lookups.pagePath(id)) === hash;
    return hashAnswer(lookups.pattern(id)) === hash;
  });
}

function hashAnswer(answer: unknown): string {
  return shortHash(JSON.stringify(answer) ?? '');
}

/** The state file's record of a converted entry. */
export interface EntryRow {
  /** Hash of all inputs of the conversion, except `uses`. */
  readonly key: string;
  readonly excerpt: string;
  readonly hash: string;
  /** True for a page without text of its own. */
  readonly isBare?: true;
  /** Addresses below the base that it links to. */
  readonly links: readonly string[];
  readonly counts: PageCounts;
  /** Words that its twin lost or added; absent for the many without any. */
  readonly findings?: PageFindings;
  /** The results of the checks; absent where they are switched off. */
  readonly checkup?: PackedCheckup;
  /** Its twin, item and page, as far as it has them. */
  readonly files: readonly (readonly [file: string, facts: FileStamp])[];
  /** The text of an entry without a twin. */
  readonly aside?: FileStamp;
  readonly uses: readonly Use[];
  readonly warnings: readonly Warning[];
}

/** A body's lookup of something else, with the hash of the result: `media 12`, `attached 7`, `pattern 3`. */
type Use = readonly [what: 'media' | 'attached' | 'pattern' | 'page' | 'file', id: number, hash: string];
