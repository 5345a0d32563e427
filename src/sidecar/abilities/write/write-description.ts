import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { inputOf, integerOf, textOf } from '../schema.js';
import { summaryOutput } from './entry-summary.js';
import { told } from './told.js';
import { updateEntry } from './update-entry.js';

/** @see reference/abilities-and-oauth.md section 6.6 */
export const writeDescription: Ability = {
  slug: 'write-description',
  label: 'Write the description of a page',
  description:
    'Writes the description of a page: what lists of results, the index for language models and its structured data say of it. Plain text, ' +
    'cut at 300 characters; an empty one removes it. Nothing else of the page changes. Returns what the page is now.',
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      description: textOf(
        'One or two sentences that say what the page answers; empty removes the description.',
      ),
    },
    ['post_id', 'description'],
  ),
  output: summaryOutput,
  run: (input, call) => told(() => updateEntry(postId(input), input, call)),
};
