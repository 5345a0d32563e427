import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { flagOf, inputOf, integerOf, listOf, textOf } from '../schema.js';
import { entryProperties, searchProperties } from './entry-input.js';
import { summaryOutput } from './entry-summary.js';
import { updateEntry } from './update-entry.js';
import { WRITING_RULES } from './writing-rules.js';

/** Changes fields of an entry, its whole body among them. */
export const updateContent: Ability = {
  slug: 'update-content',
  label: 'Update a page or post',
  description:
    'Changes an entry. Only the passed fields change: lists replace the existing ones, an empty list clears ' +
    'the field, an empty text removes it; an empty title is ignored. "content" replaces the whole body, so ' +
    'use edit-content for anything smaller. The previous file is kept as a revision. Publishing needs the ' +
    'permission of the site and of your account; a published entry stays published, and changing that needs the same. Returns the entry as it ' +
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
  run: (input, call) => updateEntry(postId(input), input, call),
};

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
  run: (input, call) => updateEntry(postId(input), input, call),
};

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
    updateEntry(postId(input), { ...input, ...(derive !== undefined && { topics_derive: derive }) }, call),
};

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
  run: (input, call) => updateEntry(postId(input), input, call),
};
