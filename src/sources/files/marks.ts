import type { PrivacyRules } from '../../config/config.js';
import { type GateKind, isSecretKey } from '../../content/privacy/privacy.js';
import { isScalar, objectOf } from '../../core/json.js';
import type { GateDecider, Mark } from '../audit.js';
import { type PrivatePlace, privatePlace } from '../private-places.js';
import type { HeldKey } from './access-keys.js';
import { keyThatHolds } from './access-keys.js';
import type { EntryContext } from './entry.js';
import { contentPath, type FilePlace } from './layout.js';
import type { Values } from './values.js';

/**
 * The cause: a key of front matter, or the place of the file in words; by its name alone where the owner may allow it.
 */
export type Cause =
  | { readonly key: string; readonly isByName?: boolean }
  | {
      readonly place: string;
      readonly isByName?: boolean;
      readonly isTerm?: boolean;
      /** What to change where it's not the place of the file. */
      readonly setting?: string;
    };

/** The place of a file that keeps readers out, under some rules of the owner. */
export function placeThatHolds(
  place: FilePlace,
  { layout }: EntryContext,
  privacy: PrivacyRules,
): PrivatePlace | undefined {
  // Imported pages keep the folders of their site.
  if (layout.library !== undefined) return undefined;
  const inner = contentPath(place.path, layout).split('/').slice(0, -1);
  // A generator's own folder for drafts, where its configuration identifies it, needs no mention.
  const isKnown = place.isDraft && layout.config !== undefined;
  const found = isKnown ? undefined : privatePlace(inner, place.name.stem, privacy);
  // Drafts of a standard, for example, which the site offers to all readers.
  const isFolder = found?.isDraft === true && !found.isDenied && !found.isFile;
  return isFolder && layout.rules.isOffered?.(contentPath(place.path, layout)) === true ? undefined : found;
}

/** Reports to an audit the names that hold a page back, and those that only `privacy.allow` overrules. */
export function auditNames(
  values: Values,
  place: FilePlace,
  { key, at }: { readonly key: HeldKey | undefined; readonly at: PrivatePlace | undefined },
  context: EntryContext,
): void {
  const { privacy } = context;
  const addGate = (kind: GateKind, name: string, isHeldBack: boolean, decider: GateDecider) =>
    context.audit?.gate({ ref: place.path, kind, name, isHeldBack, decider });
  const kindOf = ({ isFile }: PrivatePlace): GateKind => (isFile ? 'file name' : 'folder');
  if (key !== undefined)
    addGate('key', key.key, true, key.isDenied ? 'privacy.deny' : key.isKnown ? 'known' : 'sound');
  if (at !== undefined) addGate(kindOf(at), at.segment, true, at.isDenied ? 'privacy.deny' : 'sound');
  if (privacy.allow.length === 0) return;
  const without = { ...privacy, allow: [] };
  const otherKey = key === undefined ? keyThatHolds(values.all(), without) : undefined;
  const otherPlace = at === undefined ? placeThatHolds(place, context, without) : undefined;
  if (otherKey !== undefined) addGate('key', otherKey.key, false, 'privacy.allow');
  if (otherPlace !== undefined) addGate(kindOf(otherPlace), otherPlace.segment, false, 'privacy.allow');
}

/** The audit's text for a cause. */
export function markOf(about: Mark['about'], cause: Cause, values: Values): Mark {
  if ('place' in cause) {
    const setting = cause.isTerm
      ? 'Remove the term, or add it to "privacy.allow".'
      : `Move the file${cause.isByName ? ', or add the name to "privacy.allow"' : ''}.`;
    return { about, rule: cause.place, setting: cause.setting ?? setting };
  }
  const { key } = cause;
  const [name = key, inner] = key.split('.');
  const value = inner === undefined ? values.peek(key) : objectOf(values.peek(name))[inner];
  const shown = isShowable(key, value) ? `: ${JSON.stringify(value).slice(0, 80)}` : '';
  if (values.isInherited(name)) {
    const setting = 'Change it there, or set another value in the page.';
    return { about, rule: `its section, folder or site hands down "${key}"${shown}`, setting };
  }
  const more = cause.isByName ? `, or add "${inner ?? key}" to "privacy.allow"` : '';
  return {
    about,
    key,
    rule: `front matter has "${key}"${shown}`,
    setting: `Change "${key}" in its front matter${more}.`,
  };
}

/** Plain values alone: a map may contain a password, and a password is never shown. */
function isShowable(key: string, value: unknown): boolean {
  return isScalar(value) && !isSecretKey(key);
}
