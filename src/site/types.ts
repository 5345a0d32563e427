import { inWords } from '../core/text.js';
import type { ContentType } from './site.js';

const COLLECTIONS: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };

/**
 * The slugs of the types that agents may see: the owner's selection, changed by plugins, minus the owner's
 * veto, which nothing can override.
 * @param selected `post_types` after `svc_post_types`
 * @param vetoed `post_types_vetoed`
 */
export function visibleTypes(selected: readonly string[], vetoed: readonly string[]): ReadonlySet<string> {
  const chosen = selected.length > 0 ? selected : ['post', 'page'];
  return new Set(chosen.filter((slug) => slug !== 'attachment' && !vetoed.includes(slug)));
}

/**
 * The visible types in the owner's order, with their names for people and for addresses.
 * Two types never share a collection: the later one keeps its slug.
 */
export function contentTypes(visible: ReadonlySet<string>): readonly ContentType[] {
  const taken = new Set<string>();
  return [...visible].map((slug) => {
    const wished = COLLECTIONS[slug] ?? slug;
    const collection = taken.has(wished) ? `${slug}-entries` : wished;
    taken.add(collection);
    const label = typeLabel(slug);
    return { slug, label, plural: pluralOf(label), collection };
  });
}

/** `case_study` becomes `Case study`. */
export function typeLabel(slug: string): string {
  return inWords(slug) || slug;
}

function pluralOf(label: string): string {
  if (/s$/i.test(label)) return label;
  return /[^aeiou]y$/i.test(label) ? `${label.slice(0, -1)}ies` : `${label}s`;
}
