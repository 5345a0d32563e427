import { unavailableAfter } from '../../content/html/robots.js';
import { objectOf } from '../../core/json.js';
import { words } from '../../core/text.js';
import type { RawEntry, RawTermRef } from '../port.js';
import { draftTerm, type PrivatePlace, privateTerm } from '../private-places.js';
import { keyThatHolds } from './access-keys.js';
import { EXPIRES, endKeys, timesOf } from './date-values.js';
import type { EntryContext } from './entry.js';
import type { FilePlace } from './layout.js';
import { auditNames, type Cause, markOf, placeThatHolds } from './marks.js';
import { noindexHeadKey, textSaysNoindex } from './robots-marks.js';
import { keyThatIsOn, PROTECTED, readStatus, UNLISTED, visibilityOf } from './status.js';
import type { Values } from './values.js';

/** The front matter's rules on who may see a page. */
type Visibility = Pick<RawEntry, 'status' | 'isForward' | 'protected' | 'noindex' | 'expires' | 'marks'>;

/** Keys that, switched on, keep a page out of lists and indexes; `robotsNoIndex` is that of several Hugo themes. */
const SWITCHES = words(`
  noindex nosnippet robotsNoIndex unlisted hidden _hidden isHidden eleventyExcludeFromCollections
`);

/** The key that keeps the page out of the site's own lists. */
function unlistingKey(values: Values): string | undefined {
  const sitemap = values.find(['sitemap'])?.value;
  const { exclude, disable, ignore } = objectOf(sitemap);
  const { list } = objectOf(values.find(['build', '_build'])?.value);
  const isOffSitemap =
    sitemap === false ||
    /^(?:false|no|off|none|never|ignored?|excluded?|noindex)$/i.test(String(sitemap ?? '')) ||
    [exclude, disable, ignore].some((item) => /^(?:true|yes|on|1)$/i.test(String(item)));
  if (isOffSitemap) return 'sitemap';
  if (list !== 'never' && list !== false) return undefined;
  return values.find(['build', '_build'])?.key;
}

/** Keys for search engines, and words under them that keep a page out. */
const FOR_ENGINES =
  /robots|crawlers?$|^google(?:bot)?$|^index(?:ing)?$|^searchengines?(?:visibility|index)?$/;
const KEPT_OUT = /^(?:no-?\s?index|disallow(?:ed)?|none|never|hidden?|excluded?|blocked)$/i;

/** Keys that hold the value of a robots tag or of the header `X-Robots-Tag`. */
const ROBOTS = ['robots', 'meta_robots', 'x_robots_tag', 'xRobotsTag', 'X-Robots-Tag'];

/** The page's own end or the one for search engines, whichever is earlier. */
function readExpiry(values: Values, timeZone: string): number | undefined {
  const keys = endKeys(values);
  const own = keys.map((key) => values.date(timeZone, key));
  const written = [...keys.map((key) => values.peek(key)), ...values.inMaps(EXPIRES)];
  const doubtful = written.flatMap((value) => timesOf(value, timeZone));
  const date = values.date(timeZone, 'unavailable_after', 'unavailableAfter');
  const robots = [values.find(ROBOTS)?.value, objectOf(values.peek('seo'))['robots']].flat().map(String);
  const times = [...own, ...doubtful, date, unavailableAfter(robots, timeZone)].filter(
    (time) => time !== undefined,
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** For an audit: the key with the end of the page. */
function expiryKey(values: Values): string {
  const names = [...endKeys(values), 'unavailable_after', 'unavailableAfter', ...ROBOTS, 'seo'];
  return names.find((key) => values.peek(key) !== undefined) ?? 'robots';
}

/** The verdict on the name of the folder or file. */
function meaningOf({ isDenied, isDraft }: PrivatePlace): string {
  if (isDenied) return 'is named in "privacy.deny"';
  return isDraft ? 'is a folder for drafts' : 'sounds like a restriction';
}

/** The tags in lines without other words. */
function tagLines(body: string): readonly RawTermRef[] {
  return [...body.matchAll(/^(?:#[\p{L}\p{N}_/-]+[ \t]*)+$/gmu)].flatMap(([line]) =>
    line
      .split(/[\s#]+/)
      .filter(Boolean)
      .map((name) => ({ taxonomy: 'tag', slug: name, name })),
  );
}

/** The restriction by a tag or a category. An import has read those of its pages before. */
function termCause(
  values: Values,
  terms: readonly RawTermRef[],
  place: FilePlace,
  { layout, privacy, held }: EntryContext,
): Cause | undefined {
  if (layout.library !== undefined) return undefined;
  // In Obsidian, the tags of a note may be a line of its text.
  const written = layout.generator === 'obsidian' ? tagLines(values.body) : [];
  const found = privateTerm(terms, privacy);
  const term = found ?? draftTerm([...terms, ...written], privacy);
  if (term !== undefined && found?.isDenied !== true) held.add(`The ${term.taxonomy}`, term.slug, place.path);
  return term && { place: `its ${term.taxonomy} "${term.slug}" sounds like a restriction`, isTerm: true };
}

/** The restriction by a key that sounds like a restriction, or by the place of the file. */
function holdingCause(values: Values, place: FilePlace, context: EntryContext): Cause | undefined {
  const { layout, privacy, held } = context;
  const key = keyThatHolds(values.all(), privacy);
  if (key !== undefined && !key.isKnown) held.add('The key', key.key, place.path);
  const at = placeThatHolds(place, context, privacy);
  if (layout.library === undefined && at !== undefined && !at.isDenied)
    held.add(at.isFile ? 'The file name' : 'The folder', at.segment, place.path);
  if (context.audit !== undefined) auditNames(values, place, { key, at }, context);
  if (key !== undefined) return { key: key.key, isByName: true };
  return (
    at && {
      place: `the ${at.isFile ? 'file name' : 'folder'} "${at.segment}" ${meaningOf(at)}`,
      isByName: true,
    }
  );
}

/**
 * Decides from front matter and place who may see a page. In doubt fewer: an unknown status is private,
 * a page that is kept out of the site's own lists (`unlisted`, `sitemap: false`,
 * `eleventyExcludeFromCollections`, Hugo's `build.list: never`) counts as `noindex`, and one with a key or a folder
 * that sounds like a restriction counts as protected.
 */
export function readVisibility(
  values: Values,
  place: FilePlace,
  context: EntryContext,
  terms: readonly RawTermRef[] = [],
): Visibility {
  const { cause, ...status } = readStatus(values, place);
  const closed = [
    ...protectingCauses(values, place, context),
    ...distinct([termCause(values, terms, place, context)]),
  ];
  const unlisted = unlistingCauses(values, place);
  const expires = readExpiry(values, context.timeZone);
  return {
    ...status,
    protected: closed.length > 0,
    noindex: unlisted.length > 0,
    ...(expires === undefined ? {} : { expires }),
    ...(context.audit && {
      marks: [
        ...(cause === undefined || status.status === 'publish' ? [] : [markOf('status', cause, values)]),
        ...closed.map((one) => markOf('protected', one, values)),
        ...unlisted.map((one) => markOf('noindex', one, values)),
        ...(expires === undefined ? [] : [markOf('expires', { key: expiryKey(values) }, values)]),
      ],
    }),
  };
}

function protectingCauses(values: Values, place: FilePlace, context: EntryContext): readonly Cause[] {
  const password = values.find(['password', ...values.alike('password', 'passwords')]);
  const members = keyThatIsOn(values, 'protected', 'membersOnly');
  const held = holdingCause(values, place, context);
  const visibility = PROTECTED.has(visibilityOf(values)) ? values.alike('visibility')[0] : undefined;
  const readers = values.find(context.layout.rules.accessKeys ?? []);
  const isLimited = readers !== undefined && [readers.value].flat().length > 0;
  const keys = [
    password?.value === false ? undefined : password?.key,
    members,
    visibility,
    isLimited ? readers.key : undefined,
    hasEncryptedTag(values, context) ? 'tags' : undefined,
  ];
  const causes: readonly (Cause | undefined)[] = [
    ...keys.map((key) => (key === undefined ? key : { key })),
    held,
  ];
  return distinct(causes);
}

function hasEncryptedTag(values: Values, { layout }: EntryContext): boolean {
  const { encryptedTags, splitTerms = 'comma' } = layout.rules;
  if (encryptedTags === undefined || values.peek('password') === '') return false;
  return values.list(splitTerms, 'tags', 'tag').some((tag) => encryptedTags.has(tag));
}

function unlistingCauses(values: Values, place: FilePlace): readonly Cause[] {
  // Extensions put their names before it: `yoast_noindex`.
  const switches = [...SWITCHES, ...values.matching(/.noindex$/)].map((key) => keyThatIsOn(values, key));
  const kept = values.matching(FOR_ENGINES).find((key) => KEPT_OUT.test(String(values.peek(key)).trim()));
  const isErrorPage = place.folders.length === 0 && /^(?:404|500)$/.test(place.name.stem);
  const visibility = UNLISTED.has(visibilityOf(values)) ? values.alike('visibility')[0] : undefined;
  const computed = objectOf(values.peek('eleventyComputed'))['eleventyExcludeFromCollections'] === true;
  const keys = [
    ...switches,
    computed ? 'eleventyComputed' : undefined,
    kept,
    noindexHeadKey(values),
    unlistingKey(values),
    visibility,
  ];
  const error = isErrorPage ? { place: "it is the site's own error page" } : undefined;
  const tag = textSaysNoindex(values.body)
    ? { place: 'its text has a robots tag with "noindex"', setting: 'Remove the tag from its text.' }
    : undefined;
  return distinct([...keys.map((key) => (key === undefined ? key : { key })), error, tag]);
}

function distinct(causes: readonly (Cause | undefined)[]): readonly Cause[] {
  const found = causes.filter((cause) => cause !== undefined);
  const byName = new Map<string, Cause>();
  // Names that the owner may allow come last, and only count where nothing else holds the page back.
  for (const cause of found) {
    const name = 'key' in cause ? cause.key : cause.place;
    if (!byName.has(name)) byName.set(name, cause);
  }
  return [...byName.values()];
}
