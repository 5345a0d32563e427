import { findPassage } from '../../content/write/passage.js';
import { withEolOf } from '../../content/write/stored-file.js';
import type { Ability } from '../ability.js';
import { postId } from '../content.js';
import { flagOf, inputOf, integerOf, outputOf, textOf } from '../schema.js';
import { bodyEditOutput, editBody } from './body-edit.js';
import { WRITING_RULES, withRefusals } from './with-refusals.js';
import { guardBuilder, openEntry } from './written-entry.js';

const DESCRIPTION =
  'Replaces one passage of a page and leaves every other byte unchanged. Read the page with read-content first and copy ' +
  '"old" from its content exactly. It must occur once: if it is missing or occurs twice, the edit is refused and ' +
  'nothing is written. An empty "new" deletes the passage. The edit can\'t empty the page or leave a block comment ' +
  'half open. A page that another user has open is refused. "dry_run" shows the result first. The ' +
  'previous body is kept as a revision. To replace the whole body, use update-content; for image descriptions, ' +
  'describe-content-image is safer.';

/** Replaces one passage of a body. */
export const editContent: Ability = {
  slug: 'edit-content',
  label: 'Edit a passage',
  description: `${DESCRIPTION} ${WRITING_RULES}`,
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      old: textOf('The passage as it is stored, byte for byte. It must occur exactly once.'),
      new: textOf('The replacement; empty deletes the passage.', { default: '' }),
      dry_run: flagOf('Show the result without writing it.', { default: false }),
    },
    ['post_id', 'old'],
  ),
  output: outputOf(bodyEditOutput),
  run: (input, call) =>
    withRefusals(async () => {
      const post = await openEntry(postId(input), call);
      guardBuilder(post);
      const { file } = post.open;
      const place = findPassage(file.body, input['old'] as string);
      const text = withEolOf(file, input['new'] as string);
      return editBody(post, { ...place, text }, call, {
        dryRun: input['dry_run'] === true,
        subject: `Edit a passage of "${post.entry.title}"`,
      });
    }),
};
