import type { Element, Root } from 'hast';
import { classesOf, findAll, property } from '../../content/html/element.js';
import type { Entry } from '../../site/site.js';
import { localTime } from './article.js';
import { type MediaItem, present, type SchemaBody, type SchemaContext, type SchemaNode } from './context.js';
import { mediaKey, playerUrl } from './media-key.js';
import { childElement, proseOf, truncateText } from './text.js';

const MAX_ITEMS = 10;
const MAX_NAME = 110;
const TRANSCRIPT = /^(?:the |full |video |audio |episode )?transcript(?:ion)?\b/i;

/**
 * Videos and recordings in a body, each once.
 * @param parts elements of the tree, those of media among them
 * @returns none where the body contains media nodes of its own
 */
export function embeddedMedia(
  tree: Root,
  parts: readonly Element[],
): Pick<SchemaBody, 'media' | 'transcript'> {
  const media = describesMedia(parts) ? [] : collect(parts);
  return { media, transcript: media.length === 1 ? transcriptOf(tree, parts) : '' };
}

/** The nodes of the videos and recordings that the page describes, at most ten. */
export function mediaNodes(
  ctx: SchemaContext,
  entry: Entry,
  { media, transcript }: SchemaBody,
): readonly SchemaNode[] {
  const isOnly = media.length === 1;
  return media
    .filter(({ context }) => context !== '')
    .slice(0, MAX_ITEMS)
    .map((item, index) => ({
      '@type': item.type,
      '@id': `${entry.url}#${item.type === 'VideoObject' ? 'video' : 'audio'}${index === 0 ? '' : `-${index + 1}`}`,
      ...present({
        name: item.title || truncateText(firstSentence(item.context), MAX_NAME) || entry.title,
        uploadDate: entry.published === undefined ? undefined : localTime(ctx, entry, entry.published),
        [item.member]: item.url,
        description: item.context,
        thumbnailUrl: item.poster || (isOnly ? entry.image?.url : undefined),
        transcript,
      }),
    }));
}

function describesMedia(parts: readonly Element[]): boolean {
  return parts
    .filter(({ tagName }) => tagName === 'script')
    .some((script) =>
      script.children.some((child) => child.type === 'text' && /"(?:Video|Audio)Object"/.test(child.value)),
    );
}

function collect(parts: readonly Element[]): readonly MediaItem[] {
  const items = new Map<string, MediaItem>();
  const captions = captionsOf(parts);
  for (const element of parts) {
    const item = isMedia(element) ? itemOf(element, captions) : undefined;
    if (item !== undefined && !items.has(mediaKey(item.url))) items.set(mediaKey(item.url), item);
  }
  return [...items.values()];
}

function isMedia(element: Element): boolean {
  return element.tagName === 'video' || element.tagName === 'audio' || isVideoEmbed(element);
}

function isVideoEmbed(element: Element): boolean {
  const classes = classesOf(element);
  return (
    element.tagName === 'figure' && classes.includes('wp-block-embed') && classes.includes('is-type-video')
  );
}

/** The caption that belongs to each element inside of a figure. */
function captionsOf(parts: readonly Element[]): ReadonlyMap<Element, string> {
  const captions = new Map<Element, string>();
  for (const figure of parts) {
    const caption = figure.tagName === 'figure' ? childElement(figure, 'figcaption') : undefined;
    if (caption === undefined) continue;
    const inside = findAll({ type: 'root', children: [figure] }, isMedia);
    for (const element of inside) captions.set(element, proseOf([caption]));
  }
  return captions;
}

function itemOf(element: Element, captions: ReadonlyMap<Element, string>): MediaItem | undefined {
  const context = captions.get(element) ?? '';
  if (isVideoEmbed(element)) {
    const url = embedAddress(element);
    if (url === undefined) return undefined;
    return { type: 'VideoObject', member: 'embedUrl', url, poster: '', title: frameTitle(element), context };
  }
  const url = fileAddress(element);
  if (!/^https?:\/\//i.test(url)) return undefined;
  const type = element.tagName === 'video' ? 'VideoObject' : 'AudioObject';
  const poster = property(element, 'poster');
  return { type, member: 'contentUrl', url, poster, title: '', context };
}

function fileAddress(element: Element): string {
  const source = childElement(element, 'source');
  return property(element, 'src') || (source === undefined ? '' : property(source, 'src'));
}

/** The player's address: of the frame, else of the bare address that the editor stored. */
function embedAddress(figure: Element): string | undefined {
  const frame = frameOf(figure);
  const stored = proseOf(
    figure.children.filter((child) => child.type !== 'element' || child.tagName !== 'figcaption'),
  );
  const address = frame === undefined ? stored : property(frame, 'src');
  return /^https?:\/\/\S+$/i.test(address) ? playerUrl(address) : undefined;
}

function frameOf(figure: Element): Element | undefined {
  return findAll({ type: 'root', children: [figure] }, ({ tagName }) => tagName === 'iframe')[0];
}

function frameTitle(figure: Element): string {
  const frame = frameOf(figure);
  return frame === undefined ? '' : truncateText(property(frame, 'title'), MAX_NAME);
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** The text under a disclosure element or a top-level heading that announces a transcript. */
function transcriptOf(tree: Root, parts: readonly Element[]): string {
  for (const details of parts) {
    const summary = details.tagName === 'details' ? childElement(details, 'summary') : undefined;
    if (summary === undefined || !TRANSCRIPT.test(proseOf([summary]))) continue;
    return proseOf(details.children.filter((child) => child !== summary));
  }
  const start = tree.children.findIndex(
    (node) => node.type === 'element' && /^h[2-6]$/.test(node.tagName) && TRANSCRIPT.test(proseOf([node])),
  );
  if (start === -1) return '';
  const rest = tree.children.slice(start + 1);
  const end = rest.findIndex((node) => node.type === 'element' && /^h[1-6]$/.test(node.tagName));
  return proseOf(end === -1 ? rest : rest.slice(0, end));
}
