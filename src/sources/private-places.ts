import type { PrivacyRules } from '../config/config.js';
import { classifyName, NO_PRIVACY_RULES, nameParts } from '../content/privacy/privacy.js';
import { segmentSoundsPrivate } from '../content/privacy/private-segments.js';
import { termRestricts } from '../content/privacy/wordpress/meta.js';
import type { Warning } from '../core/warnings.js';
import type { RawTermRef } from './port.js';

/** Names of folders for unfinished texts, in several languages. */
const DRAFTS =
  /^_?(?:drafts?|unpublished|wip|trash|deleted|entwuerfe|entwürfe|brouillons?|borradore?s?|bozze|rascunhos?|concepten|下書き|草稿)$/i;

/** Marks in a name: `[draft] tides`, `tides (wip)`, `DRAFT - tides`. */
const MARKED_DRAFT = [
  /^[[(](?:draft|wip)[\])]|[[(](?:draft|wip)[\])]$/i,
  /^(?:DRAFT|WIP)[-_ ]|[-_ ](?:DRAFT|WIP)$/,
];

/** Names of files that mean restricted; a topic such as `members.md` or `secrets.md` does not. */
const PRIVATE_FILE =
  /^(?:private?|privat|privé|prive|privado|privato|confidential|vertraulich|internal|非公開)$|[-_ ]only$|^nur[-_ ]/i;

/** Folders that describe a resource of a program: `admin-api/members`. */
const RESOURCE = /^(?:members|subscribers|secrets?)$/i;
const OF_PROGRAM = /(?:^|[-_])(?:apis?|sdks?|reference|rest|graphql|endpoints?|cli|commands?)$/i;

/** Folders of which `internal` names a kind: the internal SDK is documented for everyone. */
const OF_CODE = /^(?:sdks?|packages?|modules?|crates?|librar(?:y|ies))$/i;

/** `old-drafts`, `00_drafts`, `drafts-2023`; a folder `draft-standards` has a topic. */
function isFolderOfDrafts(segment: string): boolean {
  const named = nameParts(segment).filter(
    (part) => !/^(?:old|my|our|posts?|blog|articles?|pages?|notes?)$/.test(part),
  );
  return named.length > 0 && named.every((part) => DRAFTS.test(part) && !/^(?:trash|deleted)$/.test(part));
}

/** The verdict on a place: the segment, and whether its texts are unfinished or restricted. */
export interface PrivatePlace {
  readonly segment: string;
  readonly isDraft: boolean;
  readonly isFile: boolean;
  /** True where the owner's `privacy.deny` names it. */
  readonly isDenied: boolean;
}

/**
 * The segment of a path that holds its files back. Only whole segments count, so that `access-control` and
 * `private-networks.md` are topics.
 * @param folders between the content's base and the file
 * @param stem the name of the file without its ending
 */
export function privatePlace(
  folders: readonly string[],
  stem: string,
  rules: PrivacyRules,
): PrivatePlace | undefined {
  for (const [index, segment] of [...folders, stem].entries()) {
    const isFile = index === folders.length;
    const verdict = classifyName(segment, rules);
    if (verdict?.kind === 'deny') return { segment, isDraft: false, isFile, isDenied: true };
    if (verdict?.kind === 'allow') continue;
    // `tides.draft.md`, `tides.private.md`, `tides.draft.html.md`.
    const mark = isFile ? (/.\.([^.]+?)(?:\.html)?$/.exec(segment)?.[1] ?? '') : segment;
    // `user.deleted` is an event.
    const isDraft =
      (!isFile && isFolderOfDrafts(segment)) ||
      (DRAFTS.test(mark) && !(isFile && /^(?:deleted|trash)$/i.test(mark))) ||
      MARKED_DRAFT.some((pattern) => pattern.test(segment));
    const name = isFile && mark !== '' ? mark : segment;
    const isResource =
      (RESOURCE.test(segment) && folders.slice(0, index).some((one) => OF_PROGRAM.test(one))) ||
      (/^internals?$/i.test(segment) && OF_CODE.test(folders[index - 1] ?? ''));
    const isPrivate = segmentSoundsPrivate(name) && !isResource && (!isFile || PRIVATE_FILE.test(name));
    if (isDraft || isPrivate) return { segment, isDraft, isFile, isDenied: false };
  }
  return undefined;
}

/**
 * The term by which a page is for some readers: names such as `members-only` and `private` sound like a restriction as a
 * whole, as those of folders do. A tag such as `private` is a topic.
 */
export function privateTerm(
  terms: readonly RawTermRef[],
  rules: PrivacyRules = NO_PRIVACY_RULES,
): (Pick<RawTermRef, 'taxonomy' | 'slug'> & { readonly isDenied: boolean }) | undefined {
  for (const { taxonomy, slug } of terms) {
    const place = privatePlace([], slug, rules);
    if (place?.isDenied) return { taxonomy, slug, isDenied: true };
    if ([taxonomy, slug].some((name) => classifyName(name, rules)?.kind === 'allow')) continue;
    const soundsPrivate = place !== undefined && (taxonomy !== 'tag' || /only$/.test(slug));
    if (soundsPrivate || termRestricts(taxonomy, slug)) return { taxonomy, slug, isDenied: false };
  }
  return undefined;
}

/** A term for texts that aren't finished. Where a platform has drafts of its own, it is a topic. */
export function draftTerm(terms: readonly RawTermRef[], rules: PrivacyRules): RawTermRef | undefined {
  // `status/draft` in Obsidian.
  const isOfDrafts = ({ slug, name }: RawTermRef) =>
    [slug, ...(name ?? '').split('/')].some((part) => DRAFTS.test(part));
  return terms.find((term) => isOfDrafts(term) && classifyName(term.slug, rules)?.kind !== 'allow');
}

/** Warns that a name alone holds items back. */
export function guessWarning(what: string, key: string, file: string): Warning {
  return {
    code: 'privacy-held-back',
    file,
    message: `The ${what} "${key}" sounds like a restriction: items in which it restricts are held back.`,
    fix: `If every reader may see them, add "${key}" to "privacy.allow"; if not, add it to "privacy.deny".`,
    skipped: true,
    count: 1,
  };
}
