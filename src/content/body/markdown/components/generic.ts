/** The form of components without a form of their own: their titles, texts, links and children, in this order. */

import { firstText, isObject, objectOf } from '../../../../core/json.js';
import { words } from '../../../../core/text.js';
import { fence } from '../tag-line.js';
import { ADDRESS, type Component, type Form } from './tree.js';
import type { Properties } from './values.js';
import { blocks, boldLine, caption, link, plain } from './write.js';

const TITLES = ['title', 'heading', 'headline', 'header', 'label', 'question', 'summary', 'term'] as const;
/** Also in camel case: `buttonText`. */
const TEXTS =
  /^(?:(?:sub-?)?title|tagline|lead|intro|description|desc|details|summary|text|content|message|msg|body|answer|definition|note|quote|caption|attribution|author|cite|citation|tip|hint|header|footer|role|sub-?heading|cta)$|[a-z](?:title|label|text|caption|heading|content|description|summary|message|quote|question|answer|note)$/;
/** A sentence, whatever the name of its property. */
const SENTENCE = /^\p{Lu}\S*(?:\s+\S+){3,}(?<=[.!?…。！？])$/u;
const NO_TEXT = /^(?:aria|class|style|data-|on)|(?:classname|style|class|icon|color|variant|size|id)$/;
/** Lists that are settings rather than content. */
const NO_LIST =
  /^(?:values|sizes|classes|columns|cols|tags|include|exclude|filter|types?|options|breakpoints|hide)$/;
const MAX_ITEMS = 500;
const MAX_LEVELS = 4;

/** A component without a form of its own. */
export const generic: Form = (component, page) => {
  const { properties, children, isAlone } = component;
  const title = titleOf(properties, children.length === 0);
  const address = properties.text(...ADDRESS) ?? webAddress(properties.text('cite', 'source'));
  const texts = textsOf(properties, title);
  const image = imageOf(properties);
  const below = captionOf(component);
  if (!isAlone) {
    const content = page.line(children);
    const label = title === undefined ? '' : plain(title);
    const own = [
      label === '' && content.trim() !== '' ? '' : link(label, address),
      ...texts.map(plain),
      below,
    ];
    const isLink =
      label === '' && address !== undefined && content.trim() !== '' && !/\n[ \t]*\n/.test(content);
    const rest = isLink ? link(content.trim(), address) : content;
    return [image, ...own, rest].filter((part) => part !== '').join(' ');
  }
  const content = page.blocks(children);
  const lists = listsOf(properties);
  const isCard = title !== undefined && address !== undefined && content + below === '' && texts.length < 2;
  if (isCard) return cardItem(title, address, texts[0]);
  const label = title ?? (address !== undefined && content === '' ? address : undefined);
  const head =
    label === undefined ? '' : address === undefined ? boldLine(label) : `**${link(plain(label), address)}**`;
  const isLinked =
    label === undefined && address !== undefined && !/\n[ \t]*\n|^[ \t]*(?:[-*#>|`]|\d+\.)/.test(content);
  const shown = isLinked ? link(content, address) : content;
  return blocks(
    head,
    fileName(properties),
    image,
    ...texts.map(plain),
    shown,
    below,
    ...commandsOf(component),
    ...lists,
  );
};

const MANAGERS = words('npm yarn pnpm bun deno cargo');

/** A command, or the same one for several package managers (`npm="…" yarn="…"`, `command={{npm: '…'}}`). */
function commandsOf({ properties, name, children }: Component): readonly string[] {
  const command = properties.text('command');
  const isPart = /^PackageManager/.test(name);
  if (command !== undefined) return [fence(isPart ? `npm ${command}` : command, 'sh')];
  const given = properties.value('command');
  const own = isObject(given) ? given : Object.fromEntries(properties.all);
  if (children.length > 0 || typeof own['npm'] !== 'string') return [];
  return MANAGERS.flatMap((manager) => {
    const text = own[manager];
    return typeof text === 'string' && text !== '' ? [boldLine(manager), fence(text, 'sh')] : [];
  });
}

/** The file whose code a component shows. */
function fileName(properties: Properties): string {
  const name = properties.text('file-name', 'filename');
  return name === undefined ? '' : `*${plain(name)}*`;
}

/** The caption of a numbered figure: `Listing 7-2: A vector`. */
function captionOf({ properties, name }: Component): string {
  const text = caption(properties.text('caption') ?? '');
  const number = properties.text('number') ?? '';
  return text !== '' && /^\d/.test(number) ? `${name} ${plain(number)}: ${text}` : text;
}

/** A card without content of its own: an item of a list of links. */
function cardItem(title: string, address: string | undefined, text: string | undefined): string {
  return `- ${link(plain(title), address)}${text === undefined ? '' : `: ${plain(text)}`}`;
}

function titleOf(properties: Properties, isVoid: boolean): string | undefined {
  const title = properties.text(...TITLES);
  const name = properties.text('name');
  // Of people, the title is a role.
  if (title !== undefined) return name !== undefined && /\p{L}\s+\p{Lu}/u.test(name) ? name : title;
  // A name in lower case identifies something rather than being shown.
  if (name !== undefined && /[\s\p{Lu}]|[^\x00-\x7f]/u.test(name)) return name;
  return isVoid ? properties.text('text', 'children') : undefined;
}

/** Texts besides the title. */
function textsOf(properties: Properties, title: string | undefined): readonly string[] {
  return [...properties.all.keys()].flatMap((name) => {
    if (NO_TEXT.test(name) || name === 'caption') return [];
    const text = properties.text(name);
    const isValue = name === 'value' && title !== undefined && text !== undefined && isShownValue(text);
    if (!TEXTS.test(name) && !isValue && !(text !== undefined && text.length < 2_000 && SENTENCE.test(text)))
      return [];
    if (text === undefined || text === title || webAddress(text) !== undefined || !/[\p{L}\p{N}]/u.test(text))
      return [];
    return title === undefined && name === 'text' ? [] : [text];
  });
}

function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/\S+$/.test(text) ? text : undefined;
}

function imageOf(properties: Properties): string {
  const src = properties.text('image', 'img', 'src', 'imageurl', 'cover', 'thumbnail', 'avatar');
  const alt = properties.text('alt', 'imagealt') ?? '';
  const isImage = src !== undefined && /\.(?:png|jpe?g|gif|svg|webp|avif)(?:[?#]|$)/i.test(src);
  if (isImage) return `![${plain(alt)}](<${src.replace(/[<>\s]/g, encodeURIComponent)}>)`;
  return plain(alt);
}

/** Lists of texts, and of things with a title. */
function listsOf(properties: Properties): readonly string[] {
  return [...properties.all].flatMap(([name, value]) => {
    if (!Array.isArray(value) || NO_LIST.test(name)) return [];
    if (isTable(value)) return [tableOf(value, properties)];
    if (HEADERS.includes(name) && [...properties.all.values()].some(isTable)) return [];
    const lines = value.slice(0, MAX_ITEMS).flatMap((item) => itemOf(item, 0));
    return lines.length === 0 ? [] : [lines.join('\n')];
  });
}

const HEADERS = words('headers columns header head cols headings');
const isTable = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.length > 0 && value.every(Array.isArray);

/** Rows of cells, under the names of their columns where the component states them. */
function tableOf(rows: readonly (readonly unknown[])[], properties: Properties): string {
  const head = properties.value(...HEADERS);
  const [first = [], ...rest] = [...(Array.isArray(head) ? [head] : []), ...rows.slice(0, MAX_ITEMS)];
  const cells = (row: readonly unknown[]) =>
    row.map((cell) => (typeof cell === 'string' || typeof cell === 'number' ? plain(String(cell)) : ''));
  const lines = [cells(first), first.map(() => '---'), ...rest.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function itemOf(record: unknown, depth: number): readonly string[] {
  if (typeof record === 'string') return /\p{L}/u.test(record) ? [`- ${plain(record)}`] : [];
  if (!isObject(record)) return [];
  const text = (...names: readonly string[]) => firstText(record, ...names);
  // Of people, the title is a role.
  const name = text('name', 'title', 'label', 'heading', 'question', 'text');
  const badge = objectOf(record['badge'])['text'] ?? record['badge'];
  const title = name !== undefined && isWord(badge) ? `${name} (${badge})` : name;
  const body = [...(record['name'] === undefined ? [] : ['title']), ...DETAILS, ...otherKeys(record)]
    .map((key) => text(key))
    .filter((one, at, all) => one !== undefined && one !== name && all.indexOf(one) === at)
    .join(', ');
  const items = Object.entries(record).flatMap(([key, value]): readonly unknown[] =>
    Array.isArray(value) && !NO_LIST.test(key.toLowerCase()) ? value : [],
  );
  const inner = depth < MAX_LEVELS ? items.slice(0, MAX_ITEMS).flatMap((one) => itemOf(one, depth + 1)) : [];
  const own =
    title === undefined ? body && `- ${plain(body)}` : cardItem(title, text(...ADDRESS), body || undefined);
  return own === '' ? inner : [own, ...inner.map((line) => `  ${line}`)];
}

const ADDRESS_LIKE = /^[./~#@]|:\/\/|\.(?:png|jpe?g|gif|svg|webp|avif|mp4|html?|mdx?)$/i;
const DETAILS = words('description desc details summary content answer body caption role org quote');

/** Other keys of an item whose value reads like text. */
function otherKeys(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(record).filter((key) => {
    const value = record[key];
    const isText = typeof value === 'string' && isShownValue(value) && !ADDRESS_LIKE.test(value);
    return (
      isText && !NO_TEXT.test(key.toLowerCase()) && !ADDRESS.some((one) => one === key) && key !== 'badge'
    );
  });
}

/** Returns false for a value that identifies something, or is a switch. */
function isShownValue(value: string): boolean {
  return /[\p{L}\p{N}]/u.test(value) && !/^[a-z][\w:-]*$/.test(value);
}

/** Text, and no address of a picture. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[^/]*\p{L}[^/]*$/u.test(value);
}
