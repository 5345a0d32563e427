import type { ContentStore } from '../../../build/content/port.js';
import { plainText } from '../../../content/html/text.js';
import { slugify } from '../../../sources/names.js';
import { AbilityError } from '../../abilities/ability-error.js';
import type { ContentFolder } from './entry-file.js';
import type { ListItem } from './fields.js';

/** The taxonomies of content files. */
export type Taxonomy = 'category' | 'tag';

/** The caller's rights on terms. */
export interface TermRights {
  readonly mayAssign: boolean;
  /** Only accounts that manage categories can create them; tags are created when they are used. */
  readonly mayCreateCategories: boolean;
}

const MAX_NAME = 200;

/**
 * Finds the terms of the given names: by exact name, then by slug.
 * @returns the terms as written in front matter
 * @throws AbilityError `svc_cannot_assign_terms`, `svc_cannot_create_term`
 */
export function resolveTerms(
  taxonomy: Taxonomy,
  names: readonly string[],
  { store, folder, rights }: { store: ContentStore; folder: ContentFolder; rights: TermRights },
): readonly ListItem[] {
  if (!rights.mayAssign) {
    const message =
      "Your account isn't allowed to assign categories or tags to pages. Leave them out, or ask an editor.";
    throw new AbilityError(403, 'svc_cannot_assign_terms', message);
  }
  const { library } = folder.layout;
  const known = [...(library?.terms ?? []), ...store.terms].filter((term) => term.taxonomy === taxonomy);
  const found = new Map<string, ListItem>();
  for (const written of names) {
    const name = plainText(written).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
    if (name === '') continue;
    const slug = slugify(name);
    const term =
      known.find((one) => one.name === name) ?? known.find((one) => one.slug === name || one.slug === slug);
    if (term === undefined && taxonomy === 'category' && !rights.mayCreateCategories) {
      const message = `There's no category "${name}", and your account isn't allowed to create categories. Use one that "read-terms" lists.`;
      throw new AbilityError(403, 'svc_cannot_create_term', message);
    }
    const { name: shown, slug: key } = term ?? { name, slug };
    if (key === '' || found.has(key)) continue;
    const isFound = library === undefined ? slugify(shown) === key : library.slugOf(taxonomy, shown) === key;
    found.set(key, isFound || library === undefined ? shown : { name: shown, slug: key });
  }
  return [...found.values()];
}
