import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { inputOf, integerOf, textOf } from '../schema.js';
import { entryProperties, searchProperties } from './entry-input.js';
import { summaryOutput } from './entry-summary.js';
import { told } from './told.js';
import { updateEntry } from './update-entry.js';
import { WRITING_RULES } from './writing-rules.js';

/**
 * Changes fields of an entry, its whole body among them.
 * @see spec section 5.1, rule 1; reference/abilities-and-oauth.md section 6.2
 */
export const updateContent: Ability = {
  slug: 'update-content',
  label: 'Update a page or post',
  description:
    'Changes an entry: only the fields that are passed, lists replace what was there and an empty list clears, an empty ' +
    'text removes the field; an empty title is ignored. "content" replaces the whole body, so use edit-content for ' +
    'anything smaller. The former file is kept as a revision. Publishing needs the permission of the site and of your ' +
    `account; an entry that is published stays so. Returns what the entry is now. ${WRITING_RULES}`,
  tier: 'write',
  isDestructive: true,
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      title: textOf('Plain text; ignored when it is empty.'),
      ...entryProperties,
      ...searchProperties,
    },
    ['post_id'],
  ),
  output: summaryOutput,
  run: (input, call) => told(() => updateEntry(postId(input), input, call)),
};
