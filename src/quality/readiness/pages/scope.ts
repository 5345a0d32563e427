import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { filterCommerceTypes } from './grade.js';

/** A type of content with its public pages. */
export interface CountedType {
  readonly slug: string;
  readonly label: string;
  readonly plural: string;
  /** Public pages. */
  readonly count: number;
}

/** Which types are checked, and which of them are graded for the score. */
export interface CheckScope {
  /** Every type that can be checked. */
  readonly checkable: readonly CountedType[];
  readonly checked: readonly CountedType[];
  readonly graded: readonly CountedType[];
  /** True when there are types and the owner has switched all off, or the checks as a whole. */
  readonly off: boolean;
}

type ScopeSettings = Pick<Settings, 'check_types_off' | 'check_types_seen' | 'enable_page_checks'>;

/** A larger type is not checked until its owner switches it on. */
const MANY_PAGES = 1000;
/** Types that every site has: they are checked whatever their size. */
const ORDINARY: readonly string[] = ['post', 'page'];

/**
 * Determines which types are checked and graded.
 * @param types every public type, attachments left out
 */
export async function filterCheckScope(
  hooks: Pick<Hooks, 'apply'>,
  settings: ScopeSettings,
  types: readonly CountedType[],
): Promise<CheckScope> {
  const asked = await hooks.apply(
    'svc_checkable_post_types',
    types.map(({ slug }) => slug),
  );
  const checkable = types.filter(({ slug }) => asked.includes(slug));
  const { off } = decideTypes(checkable, settings);
  const checked = checkable.filter(({ slug }) => !off.includes(slug));
  const commerce = await filterCommerceTypes(hooks);
  const articles = checked.map(({ slug }) => slug).filter((slug) => !commerce.includes(slug));
  const graded = await hooks.apply('svc_citability_post_types', articles);
  return {
    checkable,
    checked,
    graded: checked.filter(({ slug }) => graded.includes(slug)),
    off: !settings.enable_page_checks || (checkable.length > 0 && checked.length === 0),
  };
}

/**
 * Decides about new types: a large one starts switched off. Each is decided once.
 * @returns the new values of the settings `check_types_off` and `check_types_seen`
 */
export function decideTypes(
  types: readonly Pick<CountedType, 'slug' | 'count'>[],
  { check_types_off: off, check_types_seen: seen }: Omit<ScopeSettings, 'enable_page_checks'>,
): { readonly off: readonly string[]; readonly seen: readonly string[] } {
  const fresh = types.filter(({ slug }) => !seen.includes(slug));
  const large = fresh.filter(({ slug, count }) => count > MANY_PAGES && !ORDINARY.includes(slug));
  return {
    off: [...new Set([...off, ...large.map(({ slug }) => slug)])],
    seen: [...seen, ...fresh.map(({ slug }) => slug)],
  };
}
