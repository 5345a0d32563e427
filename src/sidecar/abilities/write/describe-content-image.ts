/** The ability that gives an image of a text its description. */

import type { ContentStore } from '../../../build/content/port.js';
import type { Media } from '../../../content/body/port.js';
import { plainText } from '../../../content/html/text.js';
import { isDescribed, plainFileName } from '../../../content/images/described.js';
import { withoutQuery } from '../../../core/paths.js';
import { firstFew } from '../../../core/text.js';
import { bodyJob } from '../../content/body-jobs/body-job.js';
import type { BodyImage } from '../../content/media/body-images.js';
import { storedForm } from '../../content/stored-body.js';
import { type Ability, type AbilityCall, AbilityError, type AbilityInput } from '../ability.js';
import { characters, postId } from '../content.js';
import { flagOf, inputOf, integerOf, outputOf, textOf } from '../schema.js';
import { bodyEditOutput, editBody, WRITING_RULES } from './edit-content.js';
import { guardBuilder, matchedAgain, openEntry, type WrittenEntry } from './written-entry.js';

/** Longest description of an image. A longer one is refused and never cut. */
export const MAX_ALT = 250;

/**
 * A description of an image as it is stored: plain text on one line.
 * @throws AbilityError `svc_empty_alt`, `svc_alt_too_long`
 */
export function cleanAlt(written: string): string {
  const alt = oneLine(written);
  if (alt === '') {
    const message =
      "The description is empty, and this ability can't remove a description. Describe what the image shows.";
    throw new AbilityError(400, 'svc_empty_alt', message);
  }
  const length = characters(alt);
  if (length <= MAX_ALT) return alt;
  const message = `The description has ${length} characters, and the limit is ${MAX_ALT}. Shorten it.`;
  throw new AbilityError(400, 'svc_alt_too_long', message);
}

/** Without markup, and with single spaces. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** @throws AbilityError `svc_already_described`, always */
export function alreadyDescribed(alt: string): never {
  const message = `The image already has a description: "${alt}". Set "replace" to true to replace it.`;
  throw new AbilityError(409, 'svc_already_described', message);
}

/** Images that an answer names where the caller has to choose. */
const MAX_NAMED = 8;

/** Describes an image in the body of a page. */
export const describeContentImage: Ability = {
  slug: 'describe-content-image',
  label: 'Describe an image in a page',
  description:
    'Writes the alternative text of one image in the body of a page, an <img> tag or Markdown, and leaves ' +
    'every other byte unchanged. Select the image by one of "index" (as in read-content), "src" and ' +
    '"attachment_id"; by none if the page has a single image. An existing description, or an empty one that ' +
    'marks the image as decorative, is only replaced with "replace", unless the description is just the file ' +
    "name. The description in the media library doesn't change (describe-image writes that one). It refuses " +
    `the same edits as edit-content; "dry_run" shows the result first. ${WRITING_RULES}`,
  tier: 'write',
  permission: 'edit',
  input: inputOf(
    {
      post_id: integerOf('Id of the page, from find-content.'),
      alt: textOf(`What the image shows, at most ${MAX_ALT} characters.`),
      index: integerOf('Number of the image, from 1, as in read-content.'),
      src: textOf('Address of the image, or a part of it that is unique on the page.'),
      attachment_id: integerOf('Id of the image in the media library.'),
      replace: flagOf('Replace an existing description, or the mark as decorative.', { default: false }),
      dry_run: flagOf('Show the result without writing it.', { default: false }),
    },
    ['post_id', 'alt'],
  ),
  output: outputOf({
    ...bodyEditOutput,
    index: integerOf(),
    src: textOf(),
    attachmentId: integerOf("0 if the body doesn't contain it."),
    alt: textOf('The text that was written, or would be.'),
    previous: textOf('The previous text; empty if there was none.'),
    libraryAlt: textOf("The description in the media library; it doesn't change."),
    libraryNeedsDescribing: flagOf('The image is in the media library and has no description there.'),
  }),
  run: (input, call) => matchedAgain(() => describe(input, call)),
};

async function describe(input: AbilityInput, call: AbilityCall): Promise<object> {
  const post = await openEntry(postId(input), call);
  guardBuilder(post);
  const alt = cleanAlt(input['alt'] as string);
  const body = { text: post.open.file.body, form: storedForm(post.raw) };
  const images = await bodyJob('bodyImages', body.text.length, [body]);
  const image = aimedAt(images, input, post.store);
  const previous = image.alt ?? '';
  if (input['replace'] !== true && previous !== alt) guardDescription(image);
  const splice =
    previous === alt && image.alt !== undefined
      ? nothing(image)
      : await bodyJob('describeInBody', body.text.length, [body, image, alt]);
  if (splice === undefined) throw noPlace(image);
  const result = await editBody(post, splice, call, {
    dryRun: input['dry_run'] === true,
    subject: `Describe an image of "${post.entry.title}"`,
  });
  const { index, src, attachmentId } = image;
  return { ...result, index, src, attachmentId, alt, previous, ...libraryCopy(post, image) };
}

/** @throws AbilityError `svc_no_images`, `svc_two_targets`, `svc_which_image`, `svc_no_such_image`, `svc_many_images` */
function aimedAt(images: readonly BodyImage[], input: AbilityInput, store: ContentStore): BodyImage {
  const [only] = images;
  if (only === undefined) {
    const message =
      "There's no image in the source of this page. For images from galleries, shortcodes or the theme, use describe-image.";
    throw new AbilityError(409, 'svc_no_images', message);
  }
  const { index, src, attachment_id } = input;
  const aims = [index, src, attachment_id].filter((aim) => aim !== undefined);
  if (aims.length > 1) {
    throw new AbilityError(400, 'svc_two_targets', 'Use only one of "index", "src" and "attachment_id".');
  }
  if (aims.length === 0) {
    if (images.length === 1) return only;
    const message = `The page has ${images.length} images. Select one: ${listed(images)}.`;
    throw new AbilityError(400, 'svc_which_image', message);
  }
  if (index !== undefined) {
    const found = images.find((image) => image.index === index);
    if (found !== undefined) return found;
    const message = `The page has no image ${String(index)}. It has: ${listed(images)}.`;
    throw new AbilityError(404, 'svc_no_such_image', message);
  }
  const found =
    typeof src === 'string' ? bySource(images, src) : byAttachment(images, attachment_id as number, store);
  return single(found, images);
}

function single(found: readonly BodyImage[], images: readonly BodyImage[]): BodyImage {
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first === undefined) {
    const message = `No image of the page matches. It has: ${listed(images)}.`;
    throw new AbilityError(404, 'svc_no_such_image', message);
  }
  const message = `Several images of the page match: ${listed(found)}. Use "index".`;
  throw new AbilityError(409, 'svc_many_images', message);
}

function bySource(images: readonly BodyImage[], src: string): readonly BodyImage[] {
  if (src === '') return [];
  const equal = images.filter((image) => image.src === src);
  return equal.length > 0 ? equal : images.filter((image) => image.src.includes(src));
}

/** By the class `wp-image-N`, else by the name of the file. */
function byAttachment(images: readonly BodyImage[], id: number, store: ContentStore): readonly BodyImage[] {
  const marked = images.filter((image) => image.attachmentId === id && id !== 0);
  const media = store.media(id);
  if (marked.length > 0 || media === undefined) return marked;
  const name = plainFileName(media.url);
  const stem = name.replace(/\.[^.]*$/, '');
  if (stem === '') return [];
  const same = images.filter(({ src }) => plainFileName(src) === name);
  return same.length > 0 ? same : images.filter(({ src }) => src.includes(stem));
}

function listed(images: readonly BodyImage[]): string {
  return firstFew(
    images.map(({ index, src }) => `index ${index}: ${plainFileName(src) || src}`),
    MAX_NAMED,
  );
}

/** @throws AbilityError `svc_decorative_image`, `svc_already_described` */
function guardDescription({ alt, src, captioned }: BodyImage): void {
  if (alt === undefined) return;
  if (alt.trim() === '') {
    // Words stand with it, so it says something: the blank is a gap.
    if (captioned) return;
    const message = 'An empty description marks the image as decorative. Set "replace" to true if it isn\'t.';
    throw new AbilityError(409, 'svc_decorative_image', message);
  }
  if (isDescribed(alt, src)) alreadyDescribed(alt);
}

function nothing({ start }: BodyImage) {
  return { start, end: start, text: '' };
}

function noPlace({ index }: BodyImage): AbilityError {
  const message = `The markup of image ${index} has no place for this description. Change it with edit-content.`;
  return new AbilityError(409, 'svc_image_markup', message);
}

function libraryCopy({ store }: WrittenEntry, image: BodyImage) {
  const media = store.media(image.attachmentId) ?? mediaAt(store, image.src);
  const libraryAlt = plainText(media?.alt ?? '');
  return { libraryAlt, libraryNeedsDescribing: media !== undefined && !isDescribed(libraryAlt, media.url) };
}

function mediaAt(store: ContentStore, src: string): Media | undefined {
  const path = pathOf(src);
  if (path === '') return undefined;
  for (const media of store.allMedia()) if (pathOf(media.url) === path) return media;
  return undefined;
}

function pathOf(url: string): string {
  return withoutQuery(url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, ''));
}
