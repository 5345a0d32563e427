import { decodePercent } from '../../../core/percent.js';
import { bodyJob } from '../../content/body-jobs/body-job.js';
import { withMedia } from '../../content/media/library.js';
import { type EntryFields, fieldChanges } from '../../content/write/fields.js';
import { freeSlug } from '../../content/write/new-entry.js';
import { guardTemplate } from '../../content/write/passage.js';
import { guardWhole, joinFile, type StoredFile } from '../../content/write/stored-file.js';
import { editFrontMatter } from '../../content/write/yaml-edit.js';
import { type Ability, type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { postId } from '../content.js';
import { flagOf, inputOf, integerOf, listOf, textOf } from '../schema.js';
import { oneLine } from './describe-content-image.js';
import { WRITING_RULES } from './edit-content.js';
import { entryProperties, guardStatus, resolvedFields, searchProperties, textFields } from './entry-input.js';
import { entrySummary, ownsTitles, summaryOutput } from './entry-summary.js';
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
      post_id: integerOf('Id of the page, from find-content.'),
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
      post_id: integerOf('Id of the page, from find-content.'),
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
      post_id: integerOf('Id of the page, from find-content.'),
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
  input: inputOf({ post_id: integerOf('Id of the page, from find-content.'), ...searchProperties }, [
    'post_id',
  ]),
  output: summaryOutput,
  run: (input, call) => updateEntry(postId(input), input, call),
};

/**
 * Changes the fields of an entry that are given, and no other. Everything is looked up and judged before anything is
 * written.
 * @returns the summary
 * @throws AbilityError and AbilityError
 */
function updateEntry(id: number, input: AbilityInput, call: AbilityCall): Promise<object> {
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

/**
 * Keeps the former address of a public entry that gets a new one, where its generator knows `aliases`.
 * @param next the file with its new slug
 * @throws AbilityError `svc_address_elsewhere` if the slug doesn't change the address
 */
function withFormerAddress(
  { entry, open }: WrittenEntry,
  next: StoredFile,
  slug: string | undefined,
): StoredFile {
  if (slug === undefined) return next;
  const addressOf = (file: StoredFile) => open.folder.entryOf(open.key, joinFile(file))?.entry.url ?? '';
  const [former, current] = [addressOf(open.file), addressOf(next)];
  if (former === current) {
    if (
      decodePercent(former)
        .replace(/(?:\.html?)?\/?$/i, '')
        .endsWith(`/${slug}`)
    )
      return next;
    const message = `The slug "${slug}" doesn't change the address of this page, ${former}: its permalink or its file decides. Nothing was written. Leave out "slug", or change that by hand.`;
    throw new AbilityError(409, 'svc_address_elsewhere', message);
  }
  const { generator, library } = open.folder.layout;
  const keeps = generator === 'plain' || generator === 'hugo' || library !== undefined;
  if (!entry.isListed || !keeps || former === '') return next;
  const known = [(next.data['aliases'] ?? []) as string | readonly string[]].flat();
  return editFrontMatter(next, new Map([['aliases', [...new Set([...known, former])]]]), open.key);
}
