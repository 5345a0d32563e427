import type { ContentStore } from '../../../build/content/port.js';
import { isFileNameAlt } from '../../../content/images/described.js';
import { formatUtcZ } from '../../../core/dates.js';
import type { RawEntry } from '../../../sources/port.js';
import { bodyJob } from '../../content/body-jobs/body-job.js';
import type { BodyImage } from '../../content/media/body-images.js';
import { isPublicAsStored, readStoredBody, type StoredBody } from '../../content/stored-body.js';
import { type Ability, type AbilityCall, AbilityError } from '../ability.js';
import {
  assertVisible,
  builtContent,
  characters,
  entryNotFound,
  foundEntry,
  lockHolder,
  postId,
} from '../content.js';
import { flagOf, inputOf, integerOf, listOf, oneOf, outputOf, rowOf, textOf } from '../schema.js';
import { partInput, partOf, partOutput } from './check-page.js';

const image = rowOf({
  index: integerOf('From 1, in the order of the body.'),
  src: textOf(),
  alt: textOf('Its description; empty if there is none.'),
  attachmentId: integerOf("Id in the media library; 0 if the body doesn't contain it."),
  decorative: flagOf('An empty description marks it as decorative.'),
  captioned: flagOf('It has a caption, or text in its figure.'),
  needs: oneOf(
    ['no-alt', 'file-name', 'blank-alt', ''],
    'no-alt: it has no description. file-name: its description is the file name. blank-alt: marked as decorative ' +
      'although it has a caption. Empty: no problem.',
  ),
});

/** The body of an entry as it is stored. */
export const readContent: Ability = {
  slug: 'read-content',
  label: 'Read the source of a page',
  description:
    'Returns the body of a page, draft or published, exactly as it is stored, with its images, problems of ' +
    'their descriptions, and whether it can be edited now. Always call it before edit-content or ' +
    'describe-content-image: "old" must be quoted from this text, and these indexes identify images. The text ' +
    "is source (Markdown, HTML or blocks), not what visitors see; it doesn't contain images from shortcodes, " +
    'galleries or templates. A read-only connection gets public pages only, and if parts of a page are ' +
    'restricted to some readers, the Markdown that visitors get, without these parts. For the readable text ' +
    'of a published page, preview-markdown is shorter. Of a long page you get one part: ask for others by offset, or ' +
    'with "find".',
  tier: 'read',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page, from find-content.'), ...partInput }, ['post_id']),
  output: outputOf({
    postId: integerOf(),
    title: textOf(),
    type: textOf(),
    status: textOf('publish, draft, pending, private, future or trash.'),
    url: textOf('Its current or future address; empty if it has none.'),
    modified: textOf('UTC; empty if unknown.'),
    format: oneOf(['blocks', 'classic'], 'blocks: the body contains block comments that must stay complete.'),
    builder: textOf('The page builder that manages the body; empty for none.'),
    lockedBy: textOf('The user who has the page open; empty if there is none.'),
    editable: flagOf('It can be edited now.'),
    content: textOf(
      'The body, byte for byte, or a part of a long one; if "note" says so, the text that visitors get.',
    ),
    ...partOutput,
    length: integerOf('Characters of the body.'),
    images: listOf(image, 'Images in this part.'),
    note: textOf("Why it can't be edited; empty if it can."),
  }),
  async run(input, call) {
    const id = postId(input);
    if (id < 1) throw new AbilityError(400, 'svc_bad_post', 'post_id must be the id of a page, from 1.');
    const entry = foundEntry(call, id);
    await assertVisible(entry, call);
    const { store } = builtContent(call);
    const raw = await store.read(id);
    if (raw === undefined) return entryNotFound(id);
    const stored = await readStoredBody(store, id, raw);
    const isWhole = call.seesHidden || isPublicAsStored(stored, raw, call.services.config.privacy);
    const body = isWhole ? stored : await publicBody(id, call);
    const lockedBy = await lockHolder(id, { actor: call.actor, db: call.services.storage.db, now: call.now });
    const part = partOf(body.text, input);
    const images = await bodyJob('bodyImages', body.text.length, [body]);
    const note = isWhole ? obstacle(raw, lockedBy, store, id) : HELD_BACK;
    return {
      postId: id,
      title: entry.title,
      type: entry.type,
      status: entry.status,
      url: entry.url,
      modified: entry.modified === undefined ? '' : formatUtcZ(entry.modified),
      format: /<!--\s+\/?wp:/.test(body.text) ? 'blocks' : 'classic',
      builder: raw.builder ?? '',
      lockedBy,
      editable: note === '',
      content: body.text.slice(part.start, part.end),
      ...part.fields,
      length: characters(body.text),
      images: images.filter(({ start }) => start >= part.start && start < part.end).map(imageRow),
      note,
    };
  },
};

const HELD_BACK =
  'Parts of this page are restricted to some readers, and this connection is read-only: the content is the text that ' +
  "visitors get, as Markdown. It can't be used for an edit.";

/** The Markdown that visitors get of an entry, as it is now. */
async function publicBody(id: number, call: AbilityCall): Promise<StoredBody> {
  const rendered = await builtContent(call).previews.render(id, await call.services.site.documents());
  return rendered === undefined ? entryNotFound(id) : { text: rendered.twin, form: 'markdown' };
}

/** Why the body cannot be edited; empty when it can. */
function obstacle(raw: RawEntry, lockedBy: string, store: ContentStore, id: number): string {
  if (raw.builder !== undefined && raw.builder !== '') {
    return `The page builder ${raw.builder} manages this page: edit it there. The stored text differs from what it shows.`;
  }
  if (lockedBy !== '') return `${lockedBy} has this page open. Try again when it is closed.`;
  if (store.isWritable(id)) return '';
  return 'The page comes from an export, which is read-only. The owner can convert it to files with "svc import".';
}

function imageRow({ index, src, alt, attachmentId, captioned }: BodyImage) {
  const decorative = alt?.trim() === '';
  const isNamed = alt !== undefined && isFileNameAlt(alt, src);
  const needs =
    alt === undefined ? 'no-alt' : isNamed ? 'file-name' : decorative && captioned ? 'blank-alt' : '';
  return { index, src, alt: alt ?? '', attachmentId, decorative, captioned, needs };
}
