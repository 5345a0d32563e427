import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { flagOf, inputOf, integerOf, listOf, textOf } from '../schema.js';
import { summaryOutput } from './entry-summary.js';
import { updateEntry } from './update-entry.js';
import { withRefusals } from './with-refusals.js';

/** Replaces the topics of a page; its categories and tags stay. */
export const writeTopics: Ability = {
  slug: 'write-topics',
  label: 'Write the topics of a page',
  description:
    'Writes the topics of a page, replacing the existing ones; an empty list removes them. "derive" ' +
    'determines whether its categories and tags count as topics too. Nothing else changes; to change ' +
    'categories and tags, use update-content. Returns the page as it is now.',
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      topics: listOf(textOf(), 'A few topics, each at most 60 characters; empty removes them.'),
      derive: flagOf('Whether categories and tags count as topics too; default: the setting of the site.'),
    },
    ['post_id', 'topics'],
  ),
  output: summaryOutput,
  run: ({ derive, ...input }, call) =>
    withRefusals(() =>
      updateEntry(postId(input), { ...input, ...(derive !== undefined && { topics_derive: derive }) }, call),
    ),
};
