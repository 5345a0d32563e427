import type { ContentStore } from '../../../build/content/port.js';
import { slugify } from '../../../sources/names.js';
import type { RawEntry } from '../../../sources/port.js';
import { userById } from '../../../storage/tables/users.js';
import { can } from '../../accounts/can.js';
import { withMedia } from '../../content/media/library.js';
import { planEntry } from '../../content/write/new-entry.js';
import type { ContentWriter } from '../../content/write/writer.js';
import { type Ability, type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { assertVisible, builtContent } from '../content.js';
import { entryObject } from '../run.js';
import { inputOf, textOf } from '../schema.js';
import { oneLine } from './describe-content-image.js';
import { WRITING_RULES } from './edit-content.js';
import { type EntryPlace, entryProperties, guardStatus, resolvedFields, textFields } from './entry-input.js';
import { entrySummary, summaryOutput } from './entry-summary.js';
import { afterWrite, guardOwnMarkup, noteOf, writerOf } from './written-entry.js';

const DEFAULT_TYPE = 'post';

/** Writes a new entry, as a draft unless it may be published. */
export const createContent: Ability = {
  slug: 'create-content',
  label: 'Create a page or post',
  description:
    'Creates an entry and returns it with the results of its content checks. It is a draft unless "status" ' +
    'says otherwise; publishing needs the permission of the site and of your account, and is refused before ' +
    'anything is written. Categories, tags and the image are checked first, so a refusal leaves nothing ' +
    'behind. Call read-terms before you name terms. To change an existing entry, use update-content or ' +
    `edit-content. ${WRITING_RULES}`,
  tier: 'write',
  permission: mayCreate,
  input: inputOf(
    {
      title: textOf('Plain text.'),
      type: textOf('A content type that agents have access to: "post", "page" or a type of the site.', {
        default: DEFAULT_TYPE,
      }),
      ...entryProperties,
    },
    ['title'],
  ),
  output: summaryOutput,
  run: create,
};

/** `create_posts` of the type. Who has it is told which types there are; a wrong one is no lack of permission. */
function mayCreate(input: AbilityInput, { actor }: AbilityCall): boolean {
  const type = input['type'] ?? DEFAULT_TYPE;
  return typeof type === 'string' && can(actor, 'create_posts', { type });
}

async function create(input: AbilityInput, call: AbilityCall): Promise<object> {
  const title = oneLine(input['title'] as string);
  if (title === '')
    throw new AbilityError(400, 'svc_no_title', 'The title is empty. Give the entry a title.');
  const type = input['type'] as string;
  await assertVisible({ type }, call);
  const wanted = (input['status'] as string | undefined) ?? 'draft';
  const status = await guardStatus(wanted, { type, current: undefined }, call);
  const { store } = builtContent(call);
  const writer = writerOf(call);
  const { place, source } = await newPlace(type, store, writer);
  const { fields: found, media } = await resolvedFields(input, place, call);
  const fields = {
    ...(await textFields(input, call)),
    ...found,
    title,
    status,
    ...(status === 'publish' && { date: call.now }),
    ...(await authorField(place, source, call)),
  };
  const entry = {
    type,
    slug: fields.slug ?? '',
    content: (input['content'] as string | undefined) ?? '',
    now: call.now,
  };
  const { id, key, text } = await planEntry(store, source, place.folder, { ...entry, fields });
  await guardOwnMarkup(call, key, '', entry.content);
  await guardOwnMarkup(call, key, '', fields.excerpt ?? '');
  const written = guardOutcome(place, key, text, status);
  await guardRepeated(written, place, call);
  await withMedia(writer, place.folder, media, noteOf(call, `Create "${title}"`), (note) =>
    writer.create(place.folder, key, text, note),
  );
  const notice = await afterWrite(call, { id, change: 'create' });
  return entrySummary(id, call, { written, notice });
}

/**
 * Refuses to create an entry again, as an assistant does that has lost the first response.
 * @throws AbilityError `svc_already_exists`
 */
async function guardRepeated(
  { title, body }: RawEntry,
  { store, type }: EntryPlace,
  { actor }: AbilityCall,
): Promise<void> {
  for (const entry of store.entries()) {
    if (entry.type !== type || entry.title !== title || entry.status === 'trash') continue;
    if (!can(actor, 'edit_post', entryObject(entry))) continue;
    if ((await store.read(entry.id))?.body.trim() !== body.trim()) continue;
    const message = `An entry with this title and text already exists: ${entry.id} (${entry.status}). Nothing was written. Change it with update-content.`;
    throw new AbilityError(409, 'svc_already_exists', message);
  }
}

/** The first folder of files; a site of exports has none. */
async function newPlace(
  type: string,
  store: ContentStore,
  writer: ContentWriter,
): Promise<{ readonly place: EntryPlace; readonly source: number }> {
  writer.guardSource(store);
  await writer.guardWriter();
  const source = store.writableSource() ?? 0;
  return { place: { type, store, writer, folder: writer.folderOf(source) }, source };
}

/**
 * Who may only edit what is theirs is named as its author, by the name that says so; others where the site names
 * authors.
 */
async function authorField(
  { store, type }: EntryPlace,
  source: number,
  { actor, services }: AbilityCall,
): Promise<{ readonly author?: string }> {
  if (actor === undefined) return {};
  const user = await userById(services.storage.db, actor.id);
  const shown = user?.displayName ?? '';
  const author = shown !== '' && slugify(shown) === actor.name ? shown : actor.name;
  if (!can(actor, 'edit_post', {})) return { author };
  for (const entry of store.entries()) {
    if (entry.source === source && entry.type === type && entry.authors.length > 0) return { author };
  }
  return {};
}

/** What a build will make of the file: what was requested, whatever its folder says. */
function guardOutcome({ folder }: EntryPlace, key: string, text: string, status: string): RawEntry {
  const read = folder.entryOf(key, text)?.entry;
  if (read !== undefined && (read.status === status || (status !== 'publish' && read.status !== 'publish')))
    return read;
  const message = `A new file "${key}" wouldn't have the status "${status}": its folder determines the status. Choose another type or status.`;
  throw new AbilityError(409, 'svc_status_elsewhere', message);
}
