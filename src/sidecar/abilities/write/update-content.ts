import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { inputOf, integerOf, textOf } from '../schema.js';
import { entryProperties, searchProperties } from './entry-input.js';
import { summaryOutput } from './entry-summary.js';
import { updateEntry } from './update-entry.js';
import { WRITING_RULES, withRefusals } from './with-refusals.js';

/** Changes fields of an entry, its whole body among them. */
export const updateContent: Ability = {
  slug: 'update-content',
  label: 'Update a page or post',
  description:
    'Changes an entry. Only the passed fields change: lists replace the existing ones, an empty list clears ' +
    'the field, an empty text removes it; an empty title is ignored. "content" replaces the whole body, so ' +
    'use edit-content for anything smaller. The previous file is kept as a revision. Publishing needs the ' +
    'permission of the site and of your account; a published entry stays published. Returns the entry as it ' +
    `is now. ${WRITING_RULES}`,
  tier: 'write',
  isDestructive: true,
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      title: textOf('Plain text; ignored if empty.'),
      ...entryProperties,
      ...searchProperties,
    },
    ['post_id'],
  ),
  output: summaryOutput,
  run: (input, call) => withRefusals(() => updateEntry(postId(input), input, call)),
};
