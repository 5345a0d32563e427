/** Finds the pages of a project that are held back, and the lists that show them. */

import { plainText } from '../../content/html/text.js';
import { isHome } from '../html/addresses/page-address.js';
import type { RawEntry, RawTermRef } from '../port.js';
import { HeldLinks } from './held-links.js';
import type { HoldReason, SourceFacts } from './merge.js';
import type { BuiltPage, Pairing, SourceFile } from './pairing.js';
import type { ProjectReport } from './report.js';

/** The sources of a built page, and why it is held back although its marks allow it. */
export interface Match {
  readonly files: readonly SourceFacts[];
  readonly held?: HoldReason | undefined;
  /** True where it shows pages that are held back. */
  readonly isListing?: boolean;
}

/** A source file with its facts; without them where it can't be read. */
export interface ReadFile extends SourceFile {
  readonly facts?: SourceFacts;
  /** The first words of its text, by which a page under another title and address is found. */
  readonly opening?: string;
}

/** A built page with its source files, or with one that is held back and may be its source. */
export interface PairedPage {
  readonly page: BuiltPage;
  found: readonly ReadFile[];
  hidden?: ReadFile | undefined;
}

const SETTING = 'Build the site without drafts.';

export const SHOWS_HELD_PAGES: HoldReason = {
  rule: 'it shows the title or text of pages that are held back',
  setting: SETTING,
};

const EMPTY_LIST: HoldReason = { rule: 'it lists only pages that are held back', setting: SETTING };

/** For a page whose source is probably held back. */
export function mayBeHidden(file: string): HoldReason {
  return {
    rule: `its source may be ${file}, which is held back`,
    setting: `Publish ${file}, or give it the address of another page.`,
  };
}

/** For a page with text for some readers. */
export function showsHeld(file: string): HoldReason {
  return {
    rule: `it shows text that is for some readers only in ${file}`,
    setting: 'Remove that text from the built page, or allow its mark with "privacy.allow".',
  };
}

/** Whether lists may show the page of a source. Pages with `noindex` are for visitors of the site. */
export function isListed(facts: SourceFacts, now: number): boolean {
  const { status, isForward, protected: isProtected, published = now, expires } = facts;
  return (
    (status === 'publish' || isForward === true) &&
    !isProtected &&
    published <= now &&
    (expires === undefined || expires > now)
  );
}

/** What finding the pages that are held back needs. */
interface BuiltPages {
  /** Addresses of the site. */
  readonly bases: readonly (string | undefined)[];
  readonly files: readonly ReadFile[];
  readonly count: number;
  readonly now: number;
  /** By the file of the page. Lists that have no public items are held back here. */
  readonly matches: Map<string, Match>;
  entryAt(number: number): RawEntry;
}

/** Finds the pages that are held back, and the lists that have no others. */
export function findHeldPages({ bases, files, count, now, matches, entryAt }: BuiltPages): HeldLinks {
  const links = new HeldLinks(bases);
  for (const { url, titles, facts } of files) {
    if (url === undefined || url === '' || facts === undefined || isListed(facts, now)) continue;
    links.add(url, titles.map(plainText), [facts.description, facts.excerpt]);
  }
  const isOpen = ({ facts }: ReadFile) => facts !== undefined && isListed(facts, now);
  const shared = new Set(files.filter(isOpen).map(({ opening }) => opening));
  for (const file of files)
    if (file.opening !== undefined && !isOpen(file) && !shared.has(file.opening))
      links.addOpening(file.opening);
  const open = new Set<number>();
  for (let at = 0; at < count; at += 1) {
    const { key, url = '', title, body } = entryAt(at);
    const { files: own = [], held } = matches.get(key) ?? {};
    if (held === undefined && own.every((file) => isListed(file, now))) open.add(at);
    else links.add(url, [plainText(title)], [body, ...own.map(({ description }) => description)]);
  }
  const hidden = files.flatMap(({ facts }) =>
    facts === undefined || isListed(facts, now) ? [] : facts.terms,
  );
  const known = new Set(
    files
      .flatMap(({ facts }) => (facts !== undefined && isListed(facts, now) ? facts.terms : []))
      .map(termKey),
  );
  for (const term of hidden) if (!known.has(termKey(term))) links.addTerm(term.slug, term.name);
  // A list that becomes empty may be an item of another list.
  for (let before = 0; links.size > before; ) {
    before = links.size;
    for (const at of open) {
      const entry = entryAt(at);
      const match = matches.get(entry.key);
      if (match === undefined || match.files.length > 0 || isHome(entry.key)) continue;
      if (links.strip(entry, undefined)?.isEmpty !== true) continue;
      open.delete(at);
      matches.set(entry.key, { ...match, held: EMPTY_LIST });
      links.add(entry.url ?? '', [plainText(entry.title)], []);
    }
  }
  return links;
}

function termKey({ slug }: RawTermRef): string {
  return slug.toLowerCase();
}

/** Pairs the pages that still have no source by their titles and places. */
export function pairRest(
  pages: readonly PairedPage[],
  pairing: Pairing<ReadFile>,
  report: ProjectReport,
): void {
  const unpaired = pages.filter(({ found }) => found.length === 0);
  const similar = pairing.findSimilar(unpaired.map(({ page }) => page));
  for (const one of unpaired) {
    const file = similar.get(one.page.file);
    if (file !== undefined) one.found = [file];
    else {
      one.hidden = pairing.possibleHidden(one.page);
      report.addUnpaired(one.page.file, one.hidden?.file);
    }
  }
}
