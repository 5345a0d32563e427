/** Abilities that change a part of a text, and restore a former one. */

import { THRESHOLDS } from '../../../quality/readiness/pages/check.js';
import { findRevision } from '../../../storage/tables/revisions.js';
import {
  applySplice,
  contextOf,
  findPassage,
  guardBody,
  guardTemplate,
  type Splice,
} from '../../content/write/passage.js';
import { guardWhole, withEolOf } from '../../content/write/stored-file.js';
import { type Ability, type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { characters, postId } from '../content.js';
import { flagOf, inputOf, integerOf, outputOf, textOf } from '../schema.js';
import {
  afterWrite,
  guardBuilder,
  guardLock,
  guardOwnMarkup,
  matchedAgain,
  noteOf,
  openEntry,
  type WrittenEntry,
} from './written-entry.js';

const MAX_PARAGRAPH_WORDS = THRESHOLDS.longParagraphWords;

/** What the content checks will ask of new text, for the descriptions of abilities that write it. */
export const WRITING_RULES =
  `How to write for this site: paragraphs under about ${MAX_PARAGRAPH_WORDS - 40} words and never over ${MAX_PARAGRAPH_WORDS - 10}; short ` +
  'sentences; concrete specifics (numbers, names, dates) that are never invented; a few links to sources in the ' +
  'text, only to addresses that you know exist.';

/** Schemas of `BodyEdit`. */
export const bodyEditOutput = {
  postId: integerOf(),
  title: textOf(),
  changed: flagOf('The page was written.'),
  dryRun: flagOf(),
  context: textOf('The text around the change, at most 270 bytes; empty if nothing changes.'),
  revisionId: integerOf('Revision with the previous body; 0 if nothing was written.'),
  length: integerOf('Characters of the resulting body.'),
  message: textOf(),
};

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
      post_id: integerOf('Id of the page, from find-content.'),
      old: textOf('The passage as it is stored, byte for byte. It must occur exactly once.'),
      new: textOf('The replacement; empty deletes the passage.', { default: '' }),
      dry_run: flagOf('Show the result without writing it.', { default: false }),
    },
    ['post_id', 'old'],
  ),
  output: outputOf(bodyEditOutput),
  run: (input, call) => matchedAgain(() => editPassage(input, call)),
};

async function editPassage(input: AbilityInput, call: AbilityCall): Promise<BodyEdit> {
  const post = await openEntry(postId(input), call);
  guardBuilder(post);
  const { file } = post.open;
  const place = findPassage(file.body, input['old'] as string);
  const text = withEolOf(file, input['new'] as string);
  return editBody(post, { ...place, text }, call, {
    dryRun: input['dry_run'] === true,
    subject: `Edit a passage of "${post.entry.title}"`,
  });
}

/** What every edit of a body answers. */
interface BodyEdit {
  readonly postId: number;
  readonly title: string;
  readonly changed: boolean;
  readonly dryRun: boolean;
  readonly context: string;
  readonly revisionId: number;
  readonly length: number;
  readonly message: string;
}

/**
 * Replaces a piece of a body, with every guard: not empty, no block half open, not open in another editor.
 * Nothing is written by a dry run or where a guard refuses.
 * @throws AbilityError of the guards, and of the write
 */
export async function editBody(
  post: WrittenEntry,
  splice: Splice,
  call: AbilityCall,
  { dryRun, subject }: { readonly dryRun: boolean; readonly subject: string },
): Promise<BodyEdit> {
  const { entry, open, writer } = post;
  const { body } = open.file;
  const { id: postId, title } = entry;
  const next = applySplice(body, splice);
  const common = { postId, title, dryRun, length: characters(next) };
  if (next === body) {
    const message = 'The new text equals the old text, so nothing was written.';
    return { ...common, changed: false, context: '', revisionId: 0, message };
  }
  guardBody(body, next);
  guardTemplate(body, next, open.folder.layout.generator);
  guardWhole(open, { ...open.file, body: next });
  await guardOwnMarkup(call, open.key, body, next);
  await guardLock(postId, call);
  const context = contextOf(next, splice.start + splice.text.length);
  if (dryRun) {
    const message = 'Nothing was written. This is the result without "dry_run".';
    return { ...common, changed: false, context, revisionId: 0, message };
  }
  const revisionId = await writer.save(open, entry, { ...open.file, body: next }, noteOf(call, subject));
  const notice = await afterWrite(call, { id: postId, change: 'update' });
  const message =
    `Written and verified. The previous body is kept as revision ${revisionId}. ${notice}`.trim();
  return { ...common, changed: true, context, revisionId, message };
}

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
      post_id: integerOf('Id of the page, from find-content.'),
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
