import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import type { Media } from '../../../content/body/port.js';
import { plainText } from '../../../content/html/text.js';
import { isDescribed } from '../../../content/images/described.js';
import { hashId } from '../../../core/hash.js';
import type { RawEntry } from '../../../sources/port.js';
import { can } from '../../accounts/can.js';
import { describeMedia, guardLibrary, writtenAddress } from '../../content/media/library.js';
import type { ContentFolder } from '../../content/write/entry-file.js';
import { fieldChanges } from '../../content/write/fields.js';
import type { ContentWriter } from '../../content/write/writer.js';
import { editFrontMatter } from '../../content/write/yaml-edit.js';
import { type Ability, type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { builtContent, entryNotFound } from '../content.js';
import { entryObject } from '../run.js';
import { flagOf, inputOf, integerOf, listOf, outputOf, textOf } from '../schema.js';
import { alreadyDescribed, cleanAlt, MAX_ALT } from './describe-content-image.js';
import { isImage } from './entry-input.js';
import { guardLock, noteOf, openEntry, rebuilt, writerOf } from './written-entry.js';

/** Ids that one answer names. */
const MAX_REFRESHED = 50;

/** Describes an image of the media library. */
export const describeImage: Ability = {
  slug: 'describe-image',
  label: 'Describe an image of the media library',
  description:
    'Writes the description (alternative text) of one image of the media library. It applies to all pages ' +
    'that show the image by its id or as their featured image. Select the image by "post_id" (the featured ' +
    'image of that page) or by "attachment_id" from search-media, not by both. An existing description is ' +
    'only replaced with "replace", unless it is just the file name. It can\'t make a description empty. ' +
    'Images in the body of a page have their own text: use describe-content-image for them. Every page that ' +
    'shows the image is checked again; "refreshed" lists their ids.',
  tier: 'write',
  permission: mayDescribe,
  input: inputOf(
    {
      alt: textOf(`What the image shows, at most ${MAX_ALT} characters.`),
      post_id: integerOf('The page whose featured image to describe.'),
      attachment_id: integerOf('Id of the image in the media library.'),
      replace: flagOf('Replace an existing description.', { default: false }),
    },
    ['alt'],
  ),
  output: outputOf({
    attachmentId: integerOf(),
    postId: integerOf('0 if the image was selected by "attachment_id".'),
    image: textOf('Title of the image.'),
    url: textOf(),
    alt: textOf(),
    previous: textOf('The previous text.'),
    changed: flagOf(),
    refreshed: listOf(integerOf(), `Pages that are checked again, at most ${MAX_REFRESHED}.`),
    message: textOf(),
  }),
  run: describe,
};

/** The image to describe. */
interface Aim {
  readonly media: Media;
  /** Address of an image that isn't in the library, as the page names it. */
  readonly address?: string;
  /** The page that selected it. */
  readonly page?: { readonly entry: ContentEntry; readonly raw: RawEntry };
}

/**
 * Editors may describe the image, and so may authors of the page that it was uploaded to. A page with its own description
 * is changed too, so the caller must be allowed to edit it. Callers who may upload learn that an image doesn't exist, but
 * not whether a page exists that they may not see.
 */
async function mayDescribe(input: AbilityInput, call: AbilityCall): Promise<boolean> {
  const store = call.services.built()?.content.store;
  if (store === undefined) return can(call.actor, 'upload_files');
  if (typeof input['post_id'] === 'number') {
    const entry = store.find(input['post_id']);
    const isPublic = entry?.isListed === true;
    if (!isPublic && !can(call.actor, 'edit_post', entry && entryObject(entry))) return false;
  }
  const aim = await aimOf(input, store).catch((error: unknown) => {
    if (error instanceof AbilityError) return undefined;
    throw error;
  });
  if (aim === undefined) return can(call.actor, 'upload_files');
  const { media, page } = aim;
  const isPageWritten = page?.raw.imageAlt !== undefined;
  if (isPageWritten && !can(call.actor, 'edit_post', entryObject(page.entry))) return false;
  const parent = media.parent === undefined ? undefined : store.find(media.parent);
  const authorKeys = parent?.authors.map(({ key }) => key) ?? [];
  return can(call.actor, 'edit_post', { type: 'attachment', authorKeys, isPublished: true });
}

async function describe(input: AbilityInput, call: AbilityCall): Promise<object> {
  const { store } = builtContent(call);
  const aim = await aimOf(input, store, entryNotFound);
  const { media, page } = aim;
  const alt = cleanAlt(input['alt'] as string);
  const previous = plainText(page?.raw.imageAlt ?? media.alt);
  const common = {
    attachmentId: media.id,
    postId: page?.entry.id ?? 0,
    image: plainText(media.title) || media.url.replace(/^.*\//, ''),
    url: media.url,
    alt,
    previous,
  };
  if (alt === previous && alt === plainText(media.alt)) {
    return { ...common, changed: false, refreshed: [], message: 'The image already has this description.' };
  }
  if (input['replace'] !== true) {
    // The descriptions of the page and of the library may differ.
    for (const former of [previous, plainText(media.alt)])
      if (former !== alt && isDescribed(former, media.url)) alreadyDescribed(former);
  }
  await write(aim, alt, call, store);
  const shown = call.services.verdicts.markImageStale(media.url);
  const notice = await rebuilt(call);
  const refreshed = [...new Set([...(page === undefined ? [] : [page.entry.id]), ...shown])].slice(
    0,
    MAX_REFRESHED,
  );
  const message = `The description was written and verified. ${notice}`.trim();
  return { ...common, changed: true, refreshed, message };
}

/**
 * @throws AbilityError `svc_two_targets`, `svc_no_target`, `svc_no_featured_image`, `svc_not_an_image`
 * @throws AbilityError what `missing` throws for a page that is not there
 */
async function aimOf(
  { post_id, attachment_id }: AbilityInput,
  store: ContentStore,
  missing: (id: number) => never = unknownPage,
): Promise<Aim> {
  if (post_id !== undefined && attachment_id !== undefined) {
    throw new AbilityError(400, 'svc_two_targets', 'Use either "post_id" or "attachment_id", not both.');
  }
  if (typeof post_id === 'number') return featuredImage(post_id, store, missing);
  if (typeof attachment_id !== 'number') {
    throw new AbilityError(400, 'svc_no_target', 'Select an image by either "post_id" or "attachment_id".');
  }
  const media = store.media(attachment_id);
  if (media === undefined || !isImage(media)) throw notAnImage(attachment_id);
  return { media };
}

function unknownPage(): never {
  throw new AbilityError(404, 'svc_not_found', "This page doesn't exist.");
}

async function featuredImage(id: number, store: ContentStore, missing: (id: number) => never): Promise<Aim> {
  const entry = store.find(id);
  const raw = entry && (await store.read(id));
  if (entry === undefined || raw === undefined) return missing(id);
  const { image } = raw;
  if (image === undefined || image === '') {
    const message =
      'The page has no featured image. Give it one with update-content, or describe an image in its body with describe-content-image.';
    throw new AbilityError(409, 'svc_no_featured_image', message);
  }
  const page = { entry, raw };
  if (typeof image === 'string') {
    return { media: store.media(hashId(image)) ?? unknownMedia(image), address: image, page };
  }
  const media = store.media(image);
  if (media === undefined || !isImage(media)) throw notAnImage(image);
  return { media, page };
}

/** An image that a page names and that isn't in the library yet. */
function unknownMedia(url: string): Media {
  return { id: hashId(url), url, alt: '', title: '', caption: '', mime: '', menuOrder: 0 };
}

function notAnImage(id: number): AbilityError {
  const message = `${id} isn't an image of the media library. Find one with search-media.`;
  return new AbilityError(400, 'svc_not_an_image', message);
}

/** Writes the library, and the page if it has its own description, which takes precedence. */
async function write(aim: Aim, alt: string, call: AbilityCall, store: ContentStore): Promise<void> {
  const { media, page } = aim;
  const { ctx } = await call.services.site.documents();
  const subject = `Describe the image ${media.title || media.url.replace(/^.*\//, '')}`;
  const note = noteOf(call, subject);
  const { writer, folder } = await folderOf(aim, call, store);
  const address = aim.address ?? writtenAddress(media.url, ctx.site.baseUrl, folder);
  const item = { id: media.id, url: address, alt };
  await guardLibrary(writer, folder, item);
  if (page?.raw.imageAlt !== undefined) {
    const { id } = page.entry;
    const { open } = await openEntry(id, call);
    await guardLock(id, call);
    const changes = fieldChanges({ imageAlt: alt }, open.file.data, folder.rules);
    await writer.save(open, page.entry, editFrontMatter(open.file, changes, open.key), note);
    await call.services.hooks.run('svc_agent_wrote_content', id, 'update');
  }
  try {
    await describeMedia(writer, folder, item, note);
  } catch (error) {
    if (!(error instanceof AbilityError) || error.code !== 'svc_edit_filtered') throw error;
    throw new AbilityError(500, 'svc_describe_failed', error.message);
  }
}

async function folderOf(
  { page }: Aim,
  call: AbilityCall,
  store: ContentStore,
): Promise<{ readonly writer: ContentWriter; readonly folder: ContentFolder }> {
  const writer = writerOf(call);
  writer.guardSource(store, page?.entry);
  await writer.guardWriter();
  return { writer, folder: writer.folderOf(page?.entry.source ?? store.writableSource() ?? 0) };
}
