import { bodyJob } from '../../content/body-jobs/body-job.js';
import { withMedia } from '../../content/media/library.js';
import { type EntryFields, fieldChanges } from '../../content/write/fields.js';
import { editFrontMatter } from '../../content/write/front-matter-edit.js';
import { freeSlug } from '../../content/write/new-entry.js';
import { guardWhole, joinFile, type StoredFile } from '../../content/write/stored-file.js';
import { guardTemplate } from '../../content/write/template-balance.js';
import type { AbilityCall, AbilityInput } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { oneLine } from './alt-text.js';
import { guardStatus, resolvedFields, textFields } from './entry-input.js';
import { entrySummary, ownsTitles } from './entry-summary.js';
import { withFormerAddress } from './new-address.js';
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

/**
 * Changes the fields of an entry that are given, and no other. Everything is looked up and judged before anything is
 * written.
 * @returns the summary
 * @throws AbilityError and AbilityError
 */
export function updateEntry(id: number, input: AbilityInput, call: AbilityCall): Promise<object> {
  const change = () => changeEntry(id, input, call);
  // A whole body isn't put over a text that its author hasn't seen.
  return input['content'] === undefined ? matchedAgain(change) : change();
}

async function changeEntry(id: number, input: AbilityInput, call: AbilityCall): Promise<object> {
  const post = await openEntry(id, call);
  const content = input['content'] as string | undefined;
  if (content !== undefined) guardBuilder(post);
  await guardTitles(input, call);
  const status = await newStatus(input, post, call);
  if (content !== undefined) await guardContent(content, post, call);
  await guardOwnMarkup(call, post.open.key, post.raw.excerpt, (input['excerpt'] as string | undefined) ?? '');
  await guardLock(id, call);
  const { store, writer, open, raw, entry } = post;
  const place = { type: entry.type, store, writer, folder: open.folder };
  const title = oneLine((input['title'] as string | undefined) ?? '');
  const { fields: found, media } = await resolvedFields(input, place, call);
  const texts = await textFields(input, call);
  const fields: EntryFields = {
    ...texts,
    ...found,
    ...(texts.slug !== undefined && { slug: freeSlug(store, entry, texts.slug) }),
    ...(title !== '' && title !== raw.title && { title }),
    ...(status !== undefined && { status }),
    ...(status === 'publish' && raw.published === undefined && { date: call.now }),
    ...((content !== undefined || title !== '') && { modified: call.now }),
  };
  const next = withFormerAddress(post, await writtenFile(post, fields, content), fields.slug);
  let notice = '';
  if (joinFile(next) !== joinFile(open.file)) {
    guardWhole(open, next);
    guardOutcome(post, next, status);
    guardTemplate(open.file.body, next.body, open.folder.layout.generator);
    await withMedia(writer, open.folder, media, noteOf(call, subjectOf(post, input)), (note) =>
      writer.save(open, entry, next, note),
    );
    notice = await afterWrite(call, { id, change: 'update' });
  }
  return entrySummary(id, call, { notice });
}

/** @throws AbilityError `svc_seo_titles_elsewhere` */
async function guardTitles(input: AbilityInput, { services }: AbilityCall): Promise<void> {
  if (input['seo_title'] === undefined) return;
  const { ctx } = await services.site.documents();
  if (ownsTitles(ctx)) return;
  const message =
    'Titles for search results can\'t be written: the feature is off, or something else on the site manages them. Nothing was written; leave out "seo_title".';
  throw new AbilityError(409, 'svc_seo_titles_elsewhere', message);
}

/** Undefined where none is given, or the entry has it already. */
async function newStatus(input: AbilityInput, { entry }: WrittenEntry, call: AbilityCall) {
  const wanted = input['status'] as string | undefined;
  if (wanted === undefined || wanted === entry.status) return undefined;
  return guardStatus(wanted, { type: entry.type, current: entry.status }, call);
}

async function guardContent(content: string, { open }: WrittenEntry, call: AbilityCall): Promise<void> {
  if (content.trim() === '') {
    const message = 'The new content is empty. Send some text, or leave out "content".';
    throw new AbilityError(409, 'svc_would_empty', message);
  }
  await guardOwnMarkup(call, open.key, open.file.body, content);
}

async function writtenFile(
  { open, raw }: WrittenEntry,
  fields: EntryFields,
  content: string | undefined,
): Promise<StoredFile> {
  const { file, folder, key } = open;
  const { eol } = file;
  const body =
    content === undefined
      ? file.body
      : await bodyJob('newBody', content.length, [key, content, { body: file.body, eol }]);
  const withBody = { ...file, body };
  const write = (more: EntryFields) =>
    editFrontMatter(withBody, fieldChanges(more, file.data, folder.rules), key);
  const titleOf = (text: StoredFile) => folder.entryOf(key, joinFile(text))?.entry.title;
  const { title = raw.title, ...others } = fields;
  const unnamed = write(others);
  if (titleOf(unnamed) === title) return unnamed;
  const named = write({ ...others, title });
  const written = Object.hasOwn(file.data, 'title') ? named : unnamed;
  if (content !== undefined || titleOf(written) === title) return named;
  // A title that the first heading gives is changed there, where the heading stays.
  const retitled = { ...written, body: retitledBody(written.body, title) };
  return titleOf(retitled) === title ? retitled : named;
}

/** @throws AbilityError `svc_status_elsewhere` where the place of the file decides, or something else it says */
function guardOutcome({ open }: WrittenEntry, next: StoredFile, status: string | undefined): void {
  const read = open.folder.entryOf(open.key, joinFile(next))?.entry;
  const isAsMeant =
    status === undefined || read?.status === status || (status !== 'publish' && read?.status === 'draft');
  if (read !== undefined && isAsMeant) return;
  const message = `The status "${status ?? ''}" can't be set here: the folder of the file, or another key of its front matter, makes it "${read?.status ?? 'no entry'}". Move the file or change that key by hand.`;
  throw new AbilityError(409, 'svc_status_elsewhere', message);
}

function subjectOf({ entry }: WrittenEntry, input: AbilityInput): string {
  const names = Object.keys(input).filter((name) => name !== 'post_id');
  return `Update ${names.join(', ') || 'nothing'} of "${entry.title}"`;
}

/** A first heading in Markdown's short form, which is the title of a page without one. */
const HEADING = /^(\s*# +)(.+?)((?: +#+)?[ \t]*(?:\{#[^}]*\}[ \t]*)?(?:\r?\n|$))/;

/**
 * Replaces the title in the first heading of a body; a body without one stays unchanged.
 * @param title plain text
 */
function retitledBody(body: string, title: string): string {
  return body.replace(HEADING, (_, open: string, _title: string, close: string) => open + title + close);
}
