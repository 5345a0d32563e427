import { guardWhole } from '../../content/write/guard-whole.js';
import { applySplice, contextOf, guardBody, type Splice } from '../../content/write/passage.js';
import type { AbilityCall } from '../ability.js';
import { characters } from '../entry-guards.js';
import { flagOf, integerOf, textOf } from '../schema.js';
import { afterWrite } from './after-write.js';
import { guardLock, guardOwnMarkup, noteOf, type WrittenEntry } from './written-entry.js';

/** What every edit of a body answers. */
export interface BodyEdit {
  readonly postId: number;
  readonly title: string;
  readonly changed: boolean;
  readonly dryRun: boolean;
  readonly context: string;
  readonly revisionId: number;
  readonly length: number;
  readonly message: string;
}

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

/**
 * Replaces a piece of a body, with every guard: not empty, no block half open, not open in another editor.
 * Nothing is written by a dry run or where a guard refuses.
 * @throws WriteRefusal of the guards, and of the write
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
