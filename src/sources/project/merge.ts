import type { Mark } from '../audit.js';
import { isOpen } from '../is-open.js';
import type { RawEntry, RawSite } from '../port.js';

/** An entry of a source file without its texts. */
export type SourceFacts = Omit<RawEntry, 'body' | 'seen' | 'password'>;

/** Facts that the author of a page has written down: those of the file are better than what the page shows. */
const OF_FILE = [
  'id',
  'type',
  'published',
  'modified',
  'modifiedField',
  'utcOffset',
  'description',
  'seoTitle',
  'focusKeyword',
  'topics',
  'topicsDerive',
  'lang',
  'translationKey',
  'menuOrder',
  'navOrder',
  'section',
  'sticky',
  'llms',
  'builder',
] as const;

/** Why a page is held back although its own marks allow it. */
export interface HoldReason {
  readonly rule: string;
  readonly setting: string;
}

/**
 * The entry of a built page with the facts of its source. Address, title and text are those of the page; a mark in
 * either of them that holds it back counts.
 * @param files several where they have the same address: the first public one gives the facts, all give their marks
 */
export function mergeEntry(
  page: RawEntry,
  files: readonly SourceFacts[],
  held: HoldReason | undefined,
): RawEntry {
  const file = files.find(isOpen) ?? files[0];
  const entry = file === undefined ? page : withFacts(page, file);
  const all = [page, ...files];
  const status = all.map((one) => one.status).find((one) => one !== 'publish') ?? 'publish';
  const ends = all.flatMap(({ expires }) => expires ?? []);
  const marks = [
    ...(page.marks ?? []),
    ...files.flatMap(({ ref, marks = [] }) => marks.map((mark) => ({ ...mark, file: ref }))),
    ...(held === undefined ? [] : [toMark(held)]),
  ];
  const { marks: _, ...rest } = entry;
  return {
    ...rest,
    status: held === undefined ? status : 'private',
    protected: all.some((one) => one.protected),
    noindex: all.some((one) => one.noindex),
    ...(ends.length > 0 && { expires: Math.min(...ends) }),
    ...(page.marks !== undefined && { marks }),
  };
}

/** The facts about a site by its pages, and by its configuration where the pages have none. */
export function mergeSite(configured: RawSite, shown: RawSite): RawSite {
  const title = shown.isTitleOfFront === true ? configured.title : undefined;
  return { ...configured, ...shown, ...(title !== undefined && { title }) };
}

function withFacts(page: RawEntry, file: SourceFacts): RawEntry {
  const facts = OF_FILE.flatMap((key) => (file[key] === undefined ? [] : [[key, file[key]]]));
  const canonical = page.extra?.['canonical'] ?? file.extra?.['canonical'];
  // The generator's own rules give the same address as the page's place.
  const { isAddressGuessed, ...rest } = page;
  const isGuessed = isAddressGuessed === true && pathOf(page.url) !== pathOf(file.url);
  return {
    ...rest,
    ...Object.fromEntries(facts),
    ...(isGuessed && { isAddressGuessed }),
    ...(file.authorKeys.length > 0 && { authorKeys: file.authorKeys }),
    ...(file.authorKeys.length > 0 &&
      file.organisations !== undefined && { organisations: file.organisations }),
    ...(file.terms.length > 0 && { terms: file.terms }),
    excerpt: file.excerpt || page.excerpt,
    ...(canonical !== undefined && { extra: { ...page.extra, canonical } }),
  };
}

function pathOf(url: string | undefined): string | undefined {
  return url?.replace(/^https?:\/\/[^/]+/, '');
}

function toMark({ rule, setting }: HoldReason): Mark {
  return { about: 'status', rule, setting };
}
