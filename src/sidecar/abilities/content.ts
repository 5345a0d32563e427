import type { ContentEntry, SiteContent } from '../../build/content/port.js';
import { publicContent } from '../content/public-content.js';
import { type AbilityCall, AbilityError } from './ability.js';

/**
 * The content of the last build, as far as the caller may see it.
 * @throws AbilityError `svc_not_built` while there is none
 */
export function builtContent({ services, seesHidden }: AbilityCall): SiteContent {
  const built = services.built();
  if (built !== undefined) return seesHidden ? built.content : publicContent(built.content);
  throw new AbilityError(
    503,
    'svc_not_built',
    'The site is being built for the first time. Try again shortly.',
  );
}

/**
 * An entry of any status that the caller may see.
 * @throws AbilityError `svc_not_found`, or `svc_not_built`
 */
export function foundEntry(call: AbilityCall, id: number): ContentEntry {
  const entry = builtContent(call).store.find(id);
  return entry ?? notFound(id);
}

/** @throws AbilityError `svc_not_found`, always */
export function notFound(id: number): never {
  throw new AbilityError(
    404,
    'svc_not_found',
    `There is no entry with the id ${id}. Take an id from read-content-issues, or from the change feed of the site.`,
  );
}

/** A number of the input; the schema has seen to it that it is one. */
export function postId(input: Readonly<Record<string, unknown>>): number {
  return input['post_id'] as number;
}
