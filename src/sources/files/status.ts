import { unavailableAfter } from '../../html/robots.js';
import type { EntryStatus } from '../port.js';
import { keyThatHolds } from './access-keys.js';
import type { EntryContext } from './entry.js';
import { withinBase } from './layout.js';
import type { Place } from './place.js';
import { privatePlace } from './private-places.js';
import { isNoindexByHead } from './robots-marks.js';
import type { Values } from './values.js';

/** What front matter says about who may see a page. */
export interface Visibility {
  readonly status: EntryStatus;
  readonly protected: boolean;
  readonly noindex: boolean;
  /** Unix seconds. */
  readonly expires?: number;
}

/** Words for what may be read by all: of publishing, and of how far the subject of a page has come. */
const PUBLIC_WORDS =
  'publish published public live new updated current active stable final accepted approved adopted complete completed ' +
  'done deprecated superseded legacy experimental beta alpha preview';

const STATUSES: Readonly<Record<string, EntryStatus>> = {
  ...Object.fromEntries(PUBLIC_WORDS.split(' ').map((word) => [word, 'publish'])),
  draft: 'draft',
  drafted: 'draft',
  unpublished: 'draft',
  'not published': 'draft',
  wip: 'draft',
  'work in progress': 'draft',
  'in progress': 'draft',
  'not started': 'draft',
  todo: 'draft',
  idea: 'draft',
  pending: 'pending',
  review: 'pending',
  'in review': 'pending',
  private: 'private',
  internal: 'private',
  restricted: 'private',
  hidden: 'private',
  unlisted: 'private',
  future: 'future',
  scheduled: 'future',
  embargoed: 'future',
  trash: 'trash',
  trashed: 'trash',
  deleted: 'trash',
  archived: 'private',
  'auto draft': 'auto-draft',
};

/** Keys that hold a status where a generator or a theme does not call it so; their other words say nothing. */
const STATES = [
  ...[
    'state',
    'publishStatus',
    'publicationStatus',
    'publicationState',
    'publishState',
    'postStatus',
    'pageStatus',
  ],
  ...['contentStatus', 'entryStatus', 'workflow', 'workflowState', 'workflowStatus', 'stage', 'reviewStatus'],
];

/** Layouts and keys by which a page only forwards to another. */
const FORWARDS = ['redirect_to', 'redirectTo', 'redirect_url', 'redirect'];

function statusOf(written: string): EntryStatus | undefined {
  const word = written
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, ' ');
  return Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
}

function statusWord(values: Values): EntryStatus | undefined {
  const written = values.text(...values.alike('status'));
  if (written === undefined) return stateWord(values);
  const status = statusOf(written);
  if (status === undefined) {
    values.warn(
      'front-matter-status',
      'status',
      `the status "${written}" is not known; the page counts as private`,
      `Use one of: ${Object.keys(STATUSES).join(', ')}.`,
    );
    return 'private';
  }
  return status === 'publish' ? (stateWord(values) ?? status) : status;
}

function stateWord(values: Values): EntryStatus | undefined {
  const statuses = values.alike(...STATES).map((key) => statusOf(String(values.peek(key))));
  return statuses.find((status) => status !== undefined && status !== 'publish');
}

const OFF = /^(?:false|no|off|0)$/i;

/** `published: false`, `publish: false`, `dg-publish: false` and the like. A date under such a key says nothing here. */
const PUBLISHED = [
  ...['published', 'publish', 'dg-publish', 'isPublished', 'public', 'isPublic', 'publishable', 'routable'],
];

/** True for front matter that keeps the page from being written at all. */
function isWithheld(values: Values): boolean {
  const isUnpublished = values
    .alike(...PUBLISHED)
    .some((key) => OFF.test(String(values.find([key])?.value ?? '')));
  const { render } = asObject(values.find(['build', '_build'])?.value);
  const isHeadless = values.find(['headless'])?.value === true;
  const permalink = values.find(['permalink'])?.value;
  // Eleventy writes no file for either; Zola calls it `render`.
  const notWritten = OFF.test(String(permalink)) || asObject(permalink)['build'] === false;
  const notRendered = [render, values.peek('render')].some((value) => value === 'never' || value === false);
  return isUnpublished || notWritten || isHeadless || notRendered;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const PROTECTED = new Set([
  'password',
  'protected',
  'members',
  'paid',
  'subscribers',
  'premium',
  'restricted',
  'member',
  'tiers',
]);
const UNLISTED = new Set(['unlisted', 'hidden']);

/** Keys that, switched on, keep a page out of lists and indexes; `robotsNoIndex` is that of several Hugo themes. */
const SWITCHES = [
  'noindex',
  'robotsNoIndex',
  'unlisted',
  'hidden',
  '_hidden',
  'isHidden',
  'eleventyExcludeFromCollections',
];

/** A visibility that is neither public nor one of the words above keeps the page to its owner. */
function isPrivate(values: Values): boolean {
  const word = visibilityOf(values);
  if (word === '' || word === 'public' || PROTECTED.has(word) || UNLISTED.has(word)) return false;
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

function visibilityOf(values: Values): string {
  return values.text(...values.alike('visibility'))?.toLowerCase() ?? '';
}

function isAnyOn(values: Values, ...names: string[]): boolean {
  return values
    .alike(...names)
    .map((key) => values.isOn(key))
    .includes(true);
}

function readStatus(values: Values, place: Place): EntryStatus {
  const isDraft = isAnyOn(values, 'draft', 'isDraft', 'unpublished', 'isUnpublished');
  const withheld = isWithheld(values);
  const word = statusWord(values);
  const forwards = values.find(FORWARDS) !== undefined || values.find(['layout'])?.value === 'redirect';
  if (word === 'trash') return 'trash';
  // A draft for its generator, and for us one that waits for review.
  if (isDraft || place.isDraft || withheld || forwards) return word === 'pending' ? 'pending' : 'draft';
  if (isPrivate(values) || isAnyOn(values, 'private', 'isPrivate')) return 'private';
  return word ?? 'publish';
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

const EXPIRES = [
  ...['expiryDate', 'expirydate', 'expires', 'unpublishDate', 'expiry_date', 'expires_at', 'expiresAt'],
  ...['unpublish_date', 'unpublishAt', 'unpublish_at'],
];

/** Keys that hold what a robots tag or the header `X-Robots-Tag` says. */
const ROBOTS = ['robots', 'meta_robots', 'x_robots_tag', 'xRobotsTag', 'X-Robots-Tag'];

/** The earlier of the page's own end and of the one that it tells search engines. */
function readExpiry(values: Values, timeZone: string): number | undefined {
  const own = values.date(timeZone, ...EXPIRES);
  const date = values.date(timeZone, 'unavailable_after', 'unavailableAfter');
  const robots = [values.find(ROBOTS)?.value, asObject(values.peek('seo'))['robots']].flat().map(String);
  const times = [own, date, unavailableAfter(robots, timeZone)].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** True where the place of a file, or a key that sounds like access, keeps readers out. */
function isHeldBack(values: Values, place: Place, { layout, privacy, held }: EntryContext): boolean {
  const key = keyThatHolds(values.all(), privacy);
  if (key !== undefined && !key.isKnown) held.add('The key', key.key, place.path);
  // What was imported lies where its site had it.
  if (layout.library !== undefined) return key !== undefined;
  const inner = (withinBase(place.path, layout) ?? place.path).split('/').slice(0, -1);
  // A generator's own folder for drafts, where its configuration says whose it is, is no news.
  const isKnown = place.isDraft && layout.config !== undefined;
  const at = isKnown ? undefined : privatePlace(inner, place.name.stem, privacy);
  if (at !== undefined && !at.isDenied)
    held.add(at.isFile ? 'The file name' : 'The folder', at.segment, place.path);
  return key !== undefined || at !== undefined;
}

/**
 * Decides from front matter and place who may see a page. In doubt fewer: a status that is not known is private,
 * a page that its owner keeps out of the site's own lists (`unlisted`, `sitemap: false`,
 * `eleventyExcludeFromCollections`, Hugo's `build.list: never`) counts as `noindex`, and one with a key or a folder
 * that sounds like access counts as protected.
 */
export function readVisibility(values: Values, place: Place, context: EntryContext): Visibility {
  const password = values.find(['password', ...values.alike('password', 'passwords')])?.value;
  const members = isAnyOn(values, 'protected', 'membersOnly');
  const flags = SWITCHES.map((key) => isAnyOn(values, key));
  const expires = readExpiry(values, context.timeZone);
  const isErrorPage = place.folders.length === 0 && /^(?:404|500)$/.test(place.name.stem);
  const visibility = visibilityOf(values);
  const isHeld = isHeldBack(values, place, context);
  return {
    status: readStatus(values, place),
    protected:
      (password !== undefined && password !== false) || members || isHeld || PROTECTED.has(visibility),
    noindex:
      flags.includes(true) ||
      isNoindexByHead(values) ||
      isUnlisted(values) ||
      isErrorPage ||
      UNLISTED.has(visibility),
    ...(expires === undefined ? {} : { expires }),
  };
}
