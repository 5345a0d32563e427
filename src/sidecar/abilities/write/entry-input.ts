/** The inputs of abilities that write entries. */

import type { ContentStore } from '../../../build/content/port.js';
import { normaliseTopics } from '../../../site/topics.js';
import { can } from '../../accounts/can.js';
import { fetchImage } from '../../content/media/import-image.js';
import { mediaHome, type PlannedMedia, planMedia, writtenAddress } from '../../content/media/library.js';
import type { ContentFolder } from '../../content/write/entry-file.js';
import type { EntryFields, WritableStatus } from '../../content/write/fields.js';
import { shortSlug } from '../../content/write/new-entry.js';
import { resolveTerms, type Taxonomy } from '../../content/write/stored-file.js';
import type { ContentWriter } from '../../content/write/writer.js';
import { type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { flagOf, listOf, oneOf, type Properties, textOf } from '../schema.js';
import { cleanAlt, oneLine } from './describe-content-image.js';

/** Statuses that writing abilities set. */
const STATUSES: readonly WritableStatus[] = ['draft', 'pending', 'publish'];

const MAX_DESCRIPTION = 300;
const MAX_SEARCH = 120;

/** Inputs that `create-content` and `update-content` share. */
export const entryProperties: Properties = {
  content: textOf(
    'The body: Markdown, HTML or block markup. It is converted to the format of the file: HTML becomes Markdown in a Markdown file as far as Markdown can express it, and Markdown becomes HTML in an HTML file.',
  ),
  excerpt: textOf('A summary by the author; empty removes it.'),
  slug: textOf('Last part of the address; ignored if empty. A number is added if it is taken.'),
  status: oneOf(
    STATUSES,
    '"publish" needs the setting "agent_writes_publish" and an account that may publish; otherwise write drafts.',
  ),
  categories: listOf(
    textOf(),
    'Names of categories, as read-terms lists them. They replace the existing ones.',
  ),
  tags: listOf(textOf(), 'Names of tags. They replace the existing ones.'),
  featured_image: textOf(
    'Id of an image in the media library, or an http(s) address to import one from; empty removes the image.',
  ),
  featured_image_alt: textOf('What the image shows. Only for an image that this call imports.'),
  description: textOf('Summary for search results, cut at 300 characters; empty removes it.'),
  topics: listOf(textOf(), 'What the page is about. They replace the existing topics.'),
  topics_derive: flagOf('Whether categories and tags count as topics too; default: the setting of the site.'),
};

/** Inputs of `update-content` alone. */
export const searchProperties: Properties = {
  focus: textOf(
    'Searches that the page should answer, separated by commas; the first is checked; empty removes them.',
  ),
  seo_title: textOf('Title in search results; empty removes it. Refused if something else manages titles.'),
};

/** Where an entry is written. */
export interface EntryPlace {
  readonly type: string;
  readonly store: ContentStore;
  readonly folder: ContentFolder;
  readonly writer: ContentWriter;
}

/** Fields that are texts: what was given, cleaned. Nothing is looked up. */
export async function textFields(input: AbilityInput, { services }: AbilityCall): Promise<EntryFields> {
  const { excerpt, slug, description, topics, topics_derive, focus, seo_title } = input as Partial<
    Record<string, string>
  > & { readonly topics?: readonly string[]; readonly topics_derive?: boolean };
  const { topics_max } = await services.site.settings();
  return {
    ...(excerpt !== undefined && { excerpt: excerpt.replace(/\r\n?/g, '\n').trim() }),
    ...(slug !== undefined && shortSlug(slug) !== '' && { slug: shortSlug(slug) }),
    ...(description !== undefined && { description: cut(oneLine(description), MAX_DESCRIPTION) }),
    ...(topics !== undefined && { topics: normaliseTopics(topics, topics_max) }),
    ...(topics_derive !== undefined && { topicsDerive: topics_derive }),
    ...(focus !== undefined && { focus: cut(oneLine(focus), MAX_SEARCH) }),
    ...(seo_title !== undefined && { seoTitle: cut(oneLine(seo_title), MAX_SEARCH) }),
  };
}

/** Fields that stand for something else, as they were found. */
interface ResolvedFields {
  readonly fields: EntryFields;
  /** An image that has been fetched, and is stored once everything else is known to be right. */
  readonly media: PlannedMedia | undefined;
}

/**
 * Fields that stand for something else: terms, and an image, which may be fetched. Everything is found before anything
 * is written, so that a refusal leaves nothing half made.
 * @throws AbilityError of terms and images
 */
export async function resolvedFields(
  input: AbilityInput,
  place: EntryPlace,
  call: AbilityCall,
): Promise<ResolvedFields> {
  const terms = (name: 'categories' | 'tags', taxonomy: Taxonomy) =>
    input[name] === undefined
      ? {}
      : { [name]: termsOf(input[name] as readonly string[], taxonomy, place, call) };
  const found: EntryFields = { ...terms('categories', 'category'), ...terms('tags', 'tag') };
  const image = input['featured_image'] as string | undefined;
  if (image === undefined) return { fields: found, media: undefined };
  const { fields, media } = await imageFields(image.trim(), input, place, call);
  return { fields: { ...found, ...fields }, media };
}

function termsOf(
  names: readonly string[],
  taxonomy: Taxonomy,
  { type, store, folder }: EntryPlace,
  { actor }: AbilityCall,
): NonNullable<EntryFields['tags']> {
  if (!usesTaxonomy(taxonomy, type, store, folder)) {
    throw new AbilityError(400, 'svc_no_taxonomy', `Entries of the type "${type}" have no ${taxonomy}.`);
  }
  const rights = {
    mayAssign: can(actor, 'assign_terms'),
    mayCreateCategories: can(actor, 'manage_categories'),
  };
  return resolveTerms(taxonomy, names, { store, folder, rights });
}

/** In an imported folder pages have the terms that the platform gave them; in any other every page may name some. */
function usesTaxonomy(taxonomy: Taxonomy, type: string, store: ContentStore, folder: ContentFolder): boolean {
  return type !== 'page' || !folder.rules.isLibrary || store.taxonomiesOf(type).has(taxonomy);
}

async function imageFields(
  image: string,
  input: AbilityInput,
  { store, folder }: EntryPlace,
  call: AbilityCall,
): Promise<ResolvedFields> {
  const known = (name: string | number) => ({ fields: { image: name, imageAlt: '' }, media: undefined });
  if (image === '') return known('');
  if (/^\d+$/.test(image)) {
    const { ctx } = await call.services.site.documents();
    return known(libraryImage(Number(image), ctx.site.baseUrl, store, folder));
  }
  if (!/^https?:\/\//i.test(image)) {
    const message = `"${image.slice(0, 80)}" is neither the id of an image in the media library nor an http or https address.`;
    throw new AbilityError(400, 'svc_bad_image_ref', message);
  }
  if (!can(call.actor, 'upload_files')) {
    const message = "Your account isn't allowed to upload files. Use an image of the media library.";
    throw new AbilityError(403, 'svc_cannot_upload', message);
  }
  const written = ((input['featured_image_alt'] as string | undefined) ?? '').trim();
  const alt = written === '' ? '' : cleanAlt(written);
  const fetched = await fetchImage(call.services.fetch, image);
  const media = planMedia(mediaHome(call.services.config, folder), fetched, { alt, now: call.now });
  return { fields: { image: media.item.url, imageAlt: '' }, media };
}

/** As front matter names it: by the address that leads back to it, else by its id. */
function libraryImage(
  id: number,
  baseUrl: string,
  store: ContentStore,
  folder: ContentFolder,
): string | number {
  const media = store.media(id);
  if (media === undefined || !isImage(media)) {
    const message = `${id} isn't an image of the media library. Find one with search-media.`;
    throw new AbilityError(400, 'svc_not_an_image', message);
  }
  return folder.imageName(id) ?? writtenAddress(media.url, baseUrl, folder);
}

/** Returns true for an image, by its type or else by the end of its address. */
export function isImage({ mime, url }: { readonly mime: string; readonly url: string }): boolean {
  return mime === '' ? /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i.test(url) : mime.startsWith('image/');
}

/** At most so many characters, none cut in two. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').trim();
}

/**
 * Makes sure that a status may be set. Publishing takes the setting of the site and the capability of the account;
 * whatever is published already may stay so. Taking an entry back takes the setting too: without it, the same
 * assistant couldn't publish the entry again.
 * @param current undefined for a new entry
 * @throws AbilityError `svc_bad_status`, `svc_publish_off`, `svc_cannot_publish`
 */
export async function guardStatus(
  status: string,
  { type, current }: { readonly type: string; readonly current: string | undefined },
  { actor, services }: AbilityCall,
): Promise<WritableStatus> {
  const known = STATUSES.find((one) => one === status);
  if (known === undefined) {
    const message = `"${status}" isn't a status that can be set. Use one of: ${STATUSES.join(', ')}.`;
    throw new AbilityError(400, 'svc_bad_status', message);
  }
  if (known === current || (known !== 'publish' && current !== 'publish')) return known;
  const settings = await services.site.settings();
  if (!settings.agent_writes_publish) {
    const advice =
      known === 'publish'
        ? 'Write a draft: the owner can publish it or'
        : 'They can\'t take entries back either. Leave "status" out: the owner can change it or';
    const message = `Assistants aren't allowed to publish on this site. ${advice} switch on "agent_writes_publish".`;
    throw new AbilityError(403, 'svc_publish_off', message);
  }
  if (known !== 'publish' || can(actor, 'publish_posts', { type })) return known;
  const message = `Your account isn't allowed to publish entries of the type "${type}". Use the status "pending", so that an editor can publish it.`;
  throw new AbilityError(403, 'svc_cannot_publish', message);
}
