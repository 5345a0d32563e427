import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { inputOf, integerOf, textOf } from '../schema.js';
import { summaryOutput } from './entry-summary.js';
import { updateEntry } from './update-entry.js';
import { withRefusals } from './with-refusals.js';

/** Sets or removes the description of a page. */
export const writeDescription: Ability = {
  slug: 'write-description',
  label: 'Write the description of a page',
  description:
    'Writes the description of a page for search results, the index for language models and structured data. ' +
    'Plain text, cut at 300 characters; an empty text removes it. Nothing else changes. Returns the page as ' +
    'it is now.',
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      description: textOf('One or two sentences about what the page answers; empty removes the description.'),
    },
    ['post_id', 'description'],
  ),
  output: summaryOutput,
  run: (input, call) => withRefusals(() => updateEntry(postId(input), input, call)),
};
