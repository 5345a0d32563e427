import { decodePercent } from '../core/percent.js';
import type { Warnings } from '../core/warnings.js';
import type { BuildEntry } from './build-entry.js';

/** Maximum number of links that are named in a warning. */
const NAMED = 5;

/** A link to a page of the site that isn't there. */
export interface BrokenLink {
  readonly from: BuildEntry;
  /** Below the base, as the page has it. */
  readonly to: string;
}

/** The links between the entries of a build. */
export class LinkGraph {
  readonly #entries = new Map<string, BuildEntry>();
  /** Links without a target, in two parallel lists to save memory: a large site has several hundred thousand. */
  readonly #from: BuildEntry[] = [];
  readonly #to: string[] = [];
  /** Their addresses, each stored once: threads send a copy with every page. */
  readonly #addresses = new Map<string, string>();

  constructor(entries: readonly BuildEntry[]) {
    for (const entry of entries) {
      entry.inbound = 0;
      this.#entries.set(addressKey(entry.path), entry);
    }
  }

  /** Counts the links of an entry. */
  add(from: BuildEntry, links: readonly string[]): void {
    for (const to of links) {
      const target = this.#entries.get(addressKey(to));
      if (target === undefined) this.#addUnresolved(from, to);
      else if (target !== from) target.inbound += 1;
    }
  }

  #addUnresolved(from: BuildEntry, to: string): void {
    const known = this.#addresses.get(to) ?? to;
    this.#addresses.set(known, known);
    this.#from.push(from);
    this.#to.push(known);
  }

  /**
   * The links to pages that don't exist, by page and address.
   * @param isElsewhere true for an address that something else than an entry answers
   */
  broken(isElsewhere: (path: string) => boolean): readonly BrokenLink[] {
    const missing = new Set([...this.#addresses.keys()].filter((to) => isPage(to) && !isElsewhere(to)));
    return this.#from
      .map((from, at) => ({ from, to: this.#to[at] as string }))
      .filter(({ to }) => missing.has(to))
      .sort((a, b) => a.from.id - b.from.id);
  }
}

/** Addresses that a static host answers with the same page. */
function addressKey(path: string): string {
  const plain = decodePercent(path).normalize('NFC');
  return plain.replace(/(?:\/index)?(?:\.html?|\.md)$|\/+$/i, '').replace(/\/+$/, '');
}

/** Pictures and downloads aren't part of a build, and queries may have answers that no file has. */
function isPage(path: string): boolean {
  const [plain = '', query = ''] = path.split('?');
  if (query !== '') return /^(?:p|page_id)=\d+$/.test(query);
  return /(?:^|\/)[^/.]*$|\.(?:html?|mdx?|markdown|rst|adoc)$/i.test(plain);
}

/** The file of an entry, or its address where its key is an id. */
function placeOf({ key, path }: BuildEntry): string {
  return /[./]/.test(key) ? key : path;
}

/** Names the links of the source that lead nowhere, with the files that have them. */
export function warnOfBrokenLinks(broken: readonly BrokenLink[], warnings: Warnings): void {
  if (broken.length === 0) return;
  const named = broken.slice(0, NAMED).map(({ from, to }) => `${placeOf(from)} → ${to}`);
  const rest = broken.length - named.length;
  const message =
    `${broken.length === 1 ? '1 link leads' : `${broken.length} links lead`} to pages that the source doesn't ` +
    `contain: ${named.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
  const fix = 'Correct the links in the source, or publish the pages.';
  warnings.add({ code: 'links-broken', count: broken.length, message, fix });
}
