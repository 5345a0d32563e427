import { findRevision } from '../../../storage/tables/revisions.js';
import { withEolOf } from '../../content/write/stored-file.js';
import type { Ability, AbilityCall, AbilityInput } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { postId } from '../content.js';
import { flagOf, inputOf, integerOf, outputOf } from '../schema.js';
import { bodyEditOutput, editBody } from './edit-content.js';
import { guardBuilder, matchedAgain, openEntry } from './written-entry.js';

/** Restores a body from a revision. Title and other fields stay, so that it never changes who can read the page. */
export const restoreContent: Ability = {
  slug: 'restore-content',
  label: 'Restore a revision',
  description:
    'Undoes a change of a body: replaces the body of a page with the one of a revision. Every write returns the id of its ' +
    'revision. Title, status and the other fields stay as they are. The current body is kept as a revision too, so a ' +
    'restore can be undone in the same way. "dry_run" shows the result first.',
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page.'),
      revision_id: integerOf('Id of a revision of this page, from the result of a write.'),
      dry_run: flagOf('Show the result without writing it.', { default: false }),
    },
    ['post_id', 'revision_id'],
  ),
  output: outputOf(bodyEditOutput),
  run: (input, call) => matchedAgain(() => restoreBody(input, call)),
};

async function restoreBody(input: AbilityInput, call: AbilityCall): ReturnType<typeof editBody> {
  const post = await openEntry(postId(input), call);
  guardBuilder(post);
  const id = input['revision_id'] as number;
  const revision = await findRevision(call.services.storage.db, id);
  if (revision?.postId !== post.entry.id) {
    throw new AbilityError(404, 'svc_no_revision', `This page has no revision ${id}.`);
  }
  const { file } = post.open;
  const splice = { start: 0, end: file.body.length, text: withEolOf(file, revision.body) };
  const subject = `Restore revision ${id} of "${post.entry.title}"`;
  return editBody(post, splice, call, { dryRun: input['dry_run'] === true, subject });
}
