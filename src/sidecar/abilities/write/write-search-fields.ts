import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { inputOf, integerOf } from '../schema.js';
import { searchProperties } from './entry-input.js';
import { summaryOutput } from './entry-summary.js';
import { updateEntry } from './update-entry.js';
import { withRefusals } from './with-refusals.js';

/** Sets the searches that a page should answer, and its title in search results. */
export const writeSearchFields: Ability = {
  slug: 'write-search-fields',
  label: 'Write the search fields of a page',
  description:
    'Writes the searches that a page should answer, and its title in search results. Only the passed fields ' +
    'change; an empty text removes a field. If something else on the site manages titles, "seo_title" is ' +
    'refused and nothing is written. The page is checked again afterwards. Returns the page as it is now.',
  tier: 'write',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page.'), ...searchProperties }, ['post_id']),
  output: summaryOutput,
  run: (input, call) => withRefusals(() => updateEntry(postId(input), input, call)),
};
