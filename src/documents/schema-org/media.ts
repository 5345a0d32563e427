import type { Element, Root } from 'hast';
import type { Entry } from '../../site/entry.js';
import { localTime } from './article.js';
import { present, type SchemaBody, type SchemaContext, type SchemaNode } from './context.js';
import { mediaKey, playerUrl } from './media-key.js';
import { childElement, classesOf, cut, findElements, textOf, textProperty } from './text.js';

const MAX_ITEMS = 10;
const MAX_NAME = 110;
const TRANSCRIPT = /^(?:the |full |video |audio |episode )?transcript(?:ion)?\b/i;

interface Item {
  readonly type: 'VideoObject' | 'AudioObject';
  /** `embedUrl` for a player elsewhere, `contentUrl` for a file. */
  readonly member: 'embedUrl' | 'contentUrl';
  readonly url: string;
  readonly poster: string;
  readonly title: string;
  /** The page's text about it: its caption. */
  readonly context: string;
}

/**
 * Videos and recordings that the page describes, each once, at most ten.
 * @returns none where the body contains media nodes of its own
 * @see reference/public-surface.md section 21.6
 */
export function mediaNodes(ctx: SchemaContext, entry: Entry, { tree }: SchemaBody): readonly SchemaNode[] {
  if (describesMedia(tree)) return [];
  const items = collect(tree);
  const isOnly = items.length === 1;
  const transcript = isOnly ? transcriptOf(tree) : '';
  return items
    .filter(({ context }) => context !== '')
    .slice(0, MAX_ITEMS)
    .map((item, index) => ({
      '@type': item.type,
      '@id': `${entry.url}#${item.type === 'VideoObject' ? 'video' : 'audio'}${index === 0 ? '' : `-${index + 1}`}`,
      ...present({
        name: item.title || cut(firstSentence(item.context), MAX_NAME) || entry.title,
        uploadDate: entry.published === undefined ? undefined : localTime(ctx, entry, entry.published),
        [item.member]: item.url,
        description: item.context,
        thumbnailUrl: item.poster || (isOnly ? entry.image?.url : undefined),
        transcript,
      }),
    }));
}

function describesMedia(tree: Root): boolean {
  return findElements(
    tree,
    (element) => textProperty(element, 'type').toLowerCase() === 'application/ld+json',
  ).some((script) =>
    script.children.some((child) => child.type === 'text' && /"(?:Video|Audio)Object"/.test(child.value)),
  );
}

function collect(tree: Root): readonly Item[] {
  const items = new Map<string, Item>();
  const captions = captionsOf(tree);
  for (const element of findElements(tree, isMedia)) {
    const item = itemOf(element, captions);
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
function captionsOf(tree: Root): ReadonlyMap<Element, string> {
  const captions = new Map<Element, string>();
  for (const figure of findElements(tree, ({ tagName }) => tagName === 'figure')) {
    const caption = childElement(figure, 'figcaption');
    if (caption === undefined) continue;
    const inside = findElements({ type: 'root', children: [figure] }, isMedia);
    for (const element of inside) captions.set(element, textOf([caption]));
  }
  return captions;
}

function itemOf(element: Element, captions: ReadonlyMap<Element, string>): Item | undefined {
  const context = captions.get(element) ?? '';
  if (isVideoEmbed(element)) {
    const url = embedAddress(element);
    if (url === undefined) return undefined;
    return { type: 'VideoObject', member: 'embedUrl', url, poster: '', title: frameTitle(element), context };
  }
  const url = fileAddress(element);
  if (!/^https?:\/\//i.test(url)) return undefined;
  const type = element.tagName === 'video' ? 'VideoObject' : 'AudioObject';
  const poster = textProperty(element, 'poster');
  return { type, member: 'contentUrl', url, poster, title: '', context };
}

function fileAddress(element: Element): string {
  const source = childElement(element, 'source');
  return textProperty(element, 'src') || (source === undefined ? '' : textProperty(source, 'src'));
}

/** The player's address: of the frame, else of the bare address that the editor stored. */
function embedAddress(figure: Element): string | undefined {
  const frame = frameOf(figure);
  const stored = textOf(
    figure.children.filter((child) => child.type !== 'element' || child.tagName !== 'figcaption'),
  );
  const address = frame === undefined ? stored : textProperty(frame, 'src');
  return /^https?:\/\/\S+$/i.test(address) ? playerUrl(address) : undefined;
}

function frameOf(figure: Element): Element | undefined {
  return findElements({ type: 'root', children: [figure] }, ({ tagName }) => tagName === 'iframe')[0];
}

function frameTitle(figure: Element): string {
  const frame = frameOf(figure);
  return frame === undefined ? '' : cut(textProperty(frame, 'title'), MAX_NAME);
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** The text under a disclosure element or a top-level heading that announces a transcript. */
function transcriptOf(tree: Root): string {
  for (const details of findElements(tree, ({ tagName }) => tagName === 'details')) {
    const summary = childElement(details, 'summary');
    if (summary === undefined || !TRANSCRIPT.test(textOf([summary]))) continue;
    return textOf(details.children.filter((child) => child !== summary));
  }
  const start = tree.children.findIndex(
    (node) => node.type === 'element' && /^h[2-6]$/.test(node.tagName) && TRANSCRIPT.test(textOf([node])),
  );
  if (start === -1) return '';
  const rest = tree.children.slice(start + 1);
  const end = rest.findIndex((node) => node.type === 'element' && /^h[1-6]$/.test(node.tagName));
  return textOf(end === -1 ? rest : rest.slice(0, end));
}
