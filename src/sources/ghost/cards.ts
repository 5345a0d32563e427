import type { Root } from 'hast';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { parseMarkdown } from '../../content/body/markdown/parse.js';
import { escapeHtml } from '../../content/html/escape.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { listOf, objectOf, textOf } from '../../core/json.js';
import { replaceInProse } from '../../core/prose.js';
import { type GateMeans, isGatedCard } from './gates.js';
import { PAYWALL } from './paywall.js';
import { asRow, isOnValue, numberOf, type TableRow, text } from './values.js';

const renderer = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze();

/** The HTML of a card with Markdown. The elements of HTML inside it end with the card. */
function renderMarkdownCard(markdown: string): string {
  const tree = renderer.runSync(parseMarkdown(withMarks(markdown))) as Root;
  return toHtml(parseHtml(toHtml(tree)));
}

/** Ghost's Markdown has `~sub~`, `^sup^` and `==mark==`. */
const MARKS = /(?<![~\\])~([^~\s]+)~(?!~)|(?<![[\\])\^([^\s^[\]]+)\^|==(?=\S)([^=\n]+?)(?<=\S)==/g;

function withMarks(markdown: string): string {
  return replaceInProse(markdown, new RegExp(MARKS), (match) => {
    const [whole, sub, sup, mark] = match;
    const [name, text] = sub ? ['sub', sub] : sup ? ['sup', sup] : ['mark', mark];
    return { text: `<${name}>${text}</${name}>`, end: match.index + whole.length };
  });
}

/** Receives warnings about cards, and the rules of what to leave out. */
export interface CardNotes {
  /** Called with the name of every unknown card. */
  onUnknown(card: string): void;
  readonly gates: GateMeans;
}

/** Turns the data of a card into HTML; empty where there is nothing for readers. */
type CardRenderer = (card: TableRow) => string;

/** Captions, callouts and toggles contain HTML; everything else in a card is plain text. */
function figure(content: string, card: TableRow): string {
  const caption = text(card, 'caption');
  return `<figure>${content}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function link(href: string, label: string): string {
  return href === '' ? label : `<a href="${escapeHtml(href)}">${label}</a>`;
}

function paragraph(html: string): string {
  return html === '' ? '' : `<p>${html}</p>`;
}

function attribute(name: string, value: string | number | undefined): string {
  return value === undefined || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`;
}

function imageTag(card: TableRow): string {
  const src = text(card, 'src');
  const size = attribute('width', numberOf(card, 'width')) + attribute('height', numberOf(card, 'height'));
  return src === ''
    ? ''
    : `<img src="${escapeHtml(src)}" alt="${escapeHtml(text(card, 'alt'))}"${attribute('title', text(card, 'title'))}${size}>`;
}

function image(card: TableRow): string {
  const tag = imageTag(card);
  return tag === '' ? '' : figure(link(text(card, 'href'), tag), card);
}

function gallery(card: TableRow): string {
  const images = listOf(card['images']);
  const tags = images.flatMap((one) => imageTag(objectOf(one)) || []).map((tag) => `<div>${tag}</div>`);
  return tags.length === 0 ? '' : figure(tags.join(''), card);
}

function embed(card: TableRow): string {
  const [html, url] = [text(card, 'html'), text(card, 'url')];
  const metadata = objectOf(card['metadata']);
  if (html !== '') return figure(html, card);
  return url === '' ? '' : figure(link(url, escapeHtml(text(metadata, 'title') || url)), card);
}

function bookmark(card: TableRow): string {
  // Old versions keep the facts next to the address.
  const facts = asRow(card['metadata']) ?? card;
  const url = text(card, 'url') || text(facts, 'url');
  const title = escapeHtml(text(facts, 'title') || url);
  if (title === '') return '';
  return figure(paragraph(link(url, title)) + paragraph(escapeHtml(text(facts, 'description'))), card);
}

function code(card: TableRow): string {
  const content = textOf(card['code']);
  if (content.trim() === '') return '';
  const language = text(card, 'language');
  const block = `<pre><code${attribute('class', language && `language-${language}`)}>${escapeHtml(content)}</code></pre>`;
  return text(card, 'caption') === '' ? block : figure(block, card);
}

function callout(card: TableRow): string {
  const emoji = escapeHtml(text(card, 'calloutEmoji'));
  const content = text(card, 'calloutText');
  if (content === '') return '';
  // Newer versions store paragraphs, older ones a line.
  const lines = content.startsWith('<p') ? content : `<p>${content}</p>`;
  const marked = emoji === '' ? lines : lines.replace(/^<p[^>]*>/, (tag) => `${tag}${emoji} `);
  return `<blockquote class="${calloutClasses(emoji).join(' ')}">${marked}</blockquote>`;
}

/** Emoji that state a kind of callout; the default light bulb doesn't. */
const EMOJI_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:⚠|🚧)/u, 'warning'],
  [/^(?:🚫|🛑|⛔|❌|❗|🔥)/u, 'caution'],
  [/^(?:✅|👍|✨)/u, 'tip'],
];

/** Returns the class names of a callout, with the kind that its emoji states. */
export function calloutClasses(emoji: string): readonly string[] {
  const kind = EMOJI_KINDS.find(([pattern]) => pattern.test(emoji))?.[1] ?? 'note';
  return ['callout', `callout-${kind}`];
}

function toggle(card: TableRow): string {
  const [heading, content] = [text(card, 'heading'), text(card, 'content')];
  return heading + content === '' ? '' : `<details><summary>${heading}</summary>${content}</details>`;
}

function button(card: TableRow): string {
  const [label, url] = [text(card, 'buttonText'), text(card, 'buttonUrl')];
  return label === '' || url === '' ? '' : paragraph(link(url, escapeHtml(label)));
}

function product(card: TableRow): string {
  const src = text(card, 'productImageSrc');
  const title = text(card, 'productTitle');
  const picture = src === '' ? '' : paragraph(imageTag({ src, alt: '' }));
  const [label, url] = [text(card, 'productButton'), text(card, 'productUrl')];
  const more =
    isOnValue(card['productButtonEnabled']) && label !== '' ? paragraph(link(url, escapeHtml(label))) : '';
  return picture + (title === '' ? '' : `<h4>${title}</h4>`) + text(card, 'productDescription') + more;
}

function file(card: TableRow): string {
  const src = text(card, 'src');
  const name = text(card, 'fileName');
  const title = text(card, 'fileTitle') || name || src;
  const more = name === title || src.endsWith(name) ? '' : paragraph(escapeHtml(name));
  return src === ''
    ? ''
    : paragraph(link(src, escapeHtml(title))) + paragraph(text(card, 'fileCaption')) + more;
}

function audio(card: TableRow): string {
  const src = text(card, 'src');
  const title = text(card, 'title');
  return src === ''
    ? ''
    : figure(`<audio controls src="${escapeHtml(src)}"${attribute('title', title)}></audio>`, card);
}

function video(card: TableRow): string {
  const src = text(card, 'src');
  const poster = text(card, 'customThumbnailSrc') || text(card, 'thumbnailSrc');
  const facts = attribute('poster', poster) + attribute('title', text(card, 'title'));
  return src === '' ? '' : figure(`<video controls src="${escapeHtml(src)}"${facts}></video>`, card);
}

function header(card: TableRow): string {
  const title = text(card, 'header');
  const more = isOnValue(card['buttonEnabled']) ? button(card) : '';
  return (title === '' ? '' : `<h2>${title}</h2>`) + paragraph(text(card, 'subheader')) + more;
}

function callToAction(card: TableRow): string {
  const src = text(card, 'imageUrl');
  const picture = src === '' ? '' : paragraph(imageTag({ src, alt: '' }));
  const label = isOnValue(card['hasSponsorLabel']) ? text(card, 'sponsorLabel') : '';
  return label + picture + text(card, 'textValue') + (isOnValue(card['showButton']) ? button(card) : '');
}

function beforeAfter(card: TableRow): string {
  const images = [card['beforeImage'], card['afterImage']].map((one) => imageTag(objectOf(one)));
  return images.join('') === '' ? '' : figure(images.join(''), card);
}

/** For callers without rules of the owner and without warnings. */
const NO_RULES: GateMeans = { rules: NO_PRIVACY_RULES, onGate: () => {} };

const nothing: CardRenderer = () => '';

/**
 * The cards of the editor by name, under the names of both of its formats. Newsletter cards, sign-up forms and lists
 * that the server fills have no content for the readers of a page.
 */
const CARDS: Readonly<Record<string, CardRenderer>> = {
  image,
  gallery,
  embed,
  bookmark,
  html: (card) => text(card, 'html'),
  markdown: (card) => renderMarkdownCard(text(card, 'markdown')),
  'card-markdown': (card) => renderMarkdownCard(text(card, 'markdown')),
  code,
  codeblock: code,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  callout,
  toggle,
  button,
  product,
  file,
  audio,
  video,
  header,
  'before-after': beforeAfter,
  'call-to-action': callToAction,
  'plugin-card': (card) => text(card, 'html'),
  paywall: () => PAYWALL,
  email: nothing,
  'email-cta': nothing,
  signup: nothing,
  collection: nothing,
  transistor: nothing,
  nft: bookmark,
};

/**
 * Renders one card.
 * @param name its name in the editor's format
 * @returns undefined for an unknown card
 */
export function renderCard(
  name: string,
  card: TableRow,
  { gates = NO_RULES }: Partial<CardNotes>,
): string | undefined {
  if (isGatedCard(name, card, gates)) return '';
  return Object.hasOwn(CARDS, name) ? CARDS[name]?.(card) : undefined;
}
