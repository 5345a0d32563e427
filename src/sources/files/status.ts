import { unavailableAfter } from '../../html/robots.js';
import type { EntryStatus } from '../port.js';
import type { Place } from './place.js';
import type { Values } from './values.js';

/** What front matter says about who may see a page. */
export interface Visibility {
  readonly status: EntryStatus;
  readonly protected: boolean;
  readonly noindex: boolean;
  /** Unix seconds. */
  readonly expires?: number;
}

const STATUSES: Readonly<Record<string, EntryStatus>> = {
  publish: 'publish',
  published: 'publish',
  public: 'publish',
  live: 'publish',
  draft: 'draft',
  pending: 'pending',
  review: 'pending',
  private: 'private',
  internal: 'private',
  future: 'future',
  scheduled: 'future',
  trash: 'trash',
  trashed: 'trash',
  archived: 'private',
  'auto-draft': 'auto-draft',
};

/** Layouts and keys by which a page only forwards to another. */
const FORWARDS = ['redirect_to', 'redirectTo', 'redirect_url', 'redirect'];

function statusWord(values: Values): EntryStatus | undefined {
  const written = values.text('status');
  if (written === undefined) return undefined;
  const status = STATUSES[written.toLowerCase()];
  if (status === undefined) {
    values.warn(
      'front-matter-status',
      'status',
      `the status "${written}" is not known; the page counts as private`,
      `Use one of: ${Object.keys(STATUSES).join(', ')}.`,
    );
  }
  return status ?? 'private';
}

/** True for front matter that keeps the page from being written at all. */
function isWithheld(values: Values): boolean {
  const published = values.find(['published'])?.value;
  // `published` may also be the date; then it says nothing here.
  const isUnpublished = published === false || /^(?:false|no|off|0)$/i.test(String(published ?? ''));
  const { render } = asObject(values.find(['build', '_build'])?.value);
  const { headless } = asObject({ headless: values.find(['headless'])?.value });
  const notWritten = values.find(['permalink'])?.value === false;
  return isUnpublished || notWritten || headless === true || render === 'never' || render === false;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const PROTECTED = new Set(['password', 'protected', 'members', 'paid', 'subscribers']);
const UNLISTED = new Set(['unlisted', 'hidden']);

/** Keys that, switched on, keep a page out of lists and indexes; `robotsNoIndex` is that of several Hugo themes. */
const SWITCHES = [
  'noindex',
  'no_index',
  'noIndex',
  'robotsNoIndex',
  'unlisted',
  'hidden',
  'eleventyExcludeFromCollections',
];

/** A visibility that is neither public nor one of the words above keeps the page to its owner. */
function isPrivate(values: Values): boolean {
  const word = values.text('visibility')?.toLowerCase();
  if (word === undefined || word === 'public' || PROTECTED.has(word) || UNLISTED.has(word)) return false;
  if (word !== 'private' && word !== 'internal') {
    values.warn(
      'front-matter-status',
      'visibility',
      `the visibility "${word}" is not known; the page counts as private`,
      'Use public, unlisted, members or private.',
    );
  }
  return true;
}

function readStatus(values: Values, place: Place): EntryStatus {
  const isDraft = values.isOn('draft');
  const withheld = isWithheld(values);
  const word = statusWord(values);
  const forwards = values.find(FORWARDS) !== undefined || values.find(['layout'])?.value === 'redirect';
  if (word === 'trash') return 'trash';
  // A draft for its generator, and for us one that waits for review.
  if (isDraft || place.isDraft || withheld || forwards) return word === 'pending' ? 'pending' : 'draft';
  if (isPrivate(values) || values.isOn('private')) return 'private';
  return word ?? 'publish';
}

/** Keys that hold what a robots tag or the header `X-Robots-Tag` says. */
const ROBOTS = ['robots', 'meta_robots', 'x_robots_tag', 'xRobotsTag', 'X-Robots-Tag'];

/** `robots: noindex, follow`, also as a list or as `{ index: false }`. */
function isRobotsNoindex(value: unknown): boolean {
  if (typeof value === 'string') return /\b(?:noindex|none)\b/i.test(value);
  if (Array.isArray(value)) return value.some(isRobotsNoindex);
  const { index, noindex, noIndex } = asObject(value);
  return index === false || [noindex, noIndex].some(isSwitchedOn);
}

function isSwitchedOn(value: unknown): boolean {
  return !/^(?:|false|no|n|off|0)$/i.test(String(value ?? ''));
}

/** The earlier of the page's own end and of the one that it tells search engines. */
function readExpiry(values: Values, timeZone: string): number | undefined {
  const own = values.date(timeZone, 'expiryDate', 'expirydate', 'expires', 'unpublishDate');
  const date = values.date(timeZone, 'unavailable_after', 'unavailableAfter');
  const robots = [values.find(ROBOTS)?.value, asObject(values.peek('seo'))['robots']].flat().map(String);
  const times = [own, date, unavailableAfter(robots, timeZone)].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** `seo: { noindex: true }`, as themes group what is meant for search engines. */
function isSeoNoindex(value: unknown): boolean {
  return isRobotsNoindex(asObject(value)) || isRobotsNoindex(asObject(value)['robots']);
}

function isUnlisted(values: Values): boolean {
  const sitemap = values.find(['sitemap'])?.value;
  const { exclude, disable, ignore } = asObject(sitemap);
  const { list } = asObject(values.find(['build', '_build'])?.value);
  return (
    sitemap === false ||
    /^(?:false|no|off)$/i.test(String(sitemap ?? '')) ||
    [exclude, disable, ignore].some((item) => item === true || item === 'yes') ||
    list === 'never' ||
    list === false
  );
}

/**
 * Decides from front matter and place who may see a page. In doubt fewer: a status that is not known is private,
 * and a page that its owner keeps out of the site's own lists (`unlisted`, `sitemap: false`,
 * `eleventyExcludeFromCollections`, Hugo's `build.list: never`) counts as `noindex`.
 */
export function readVisibility(values: Values, place: Place, timeZone: string): Visibility {
  const visibility = values.text('visibility')?.toLowerCase() ?? '';
  const password = values.find(['password'])?.value;
  const members = ['protected', 'membersOnly', 'members_only'].map((key) => values.isOn(key));
  const flags = SWITCHES.map((key) => values.isOn(key));
  const robots = isRobotsNoindex(values.find(ROBOTS)?.value) || isSeoNoindex(values.peek('seo'));
  const unlisted = isUnlisted(values);
  const expires = readExpiry(values, timeZone);
  const isErrorPage = place.folders.length === 0 && /^(?:404|500)$/.test(place.name.stem);
  return {
    status: readStatus(values, place),
    protected:
      (password !== undefined && password !== false) || members.includes(true) || PROTECTED.has(visibility),
    noindex: flags.includes(true) || robots || unlisted || isErrorPage || UNLISTED.has(visibility),
    ...(expires === undefined ? {} : { expires }),
  };
}
