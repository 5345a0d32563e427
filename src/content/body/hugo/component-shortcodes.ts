/**
 * Hugo's shortcodes of widespread themes, as tags of components, whose forms they share:
 *
 * | Written | Becomes |
 * |---|---|
 * | `{{< tab name="A" >}}…{{< /tab >}}`, `{{< tab "A" >}}` | `<Tab name="A">` … `</Tab>` |
 * | `{{< tabs items="A,B" >}}` | `<Tabs :items='["A","B"]'>` |
 * | `{{< tabpane >}}` around tabs with code | the code in fences |
 * | `{{< card link="/a" title="A" >}}` without an end | `<Card link="/a" title="A" />` |
 */
import { lastName } from '../../../core/paths.js';
import { replaceInProse } from '../../../core/prose.js';
import { parseArguments, readShortcodeTag, SHORTCODE, type Shortcode } from '../../syntax/hugo-shortcode.js';
import { ticksAround } from '../markdown/tag-line.js';

/** The attribute that a value without a name stands for, by shortcode. */
const POSITIONAL: Readonly<Record<string, string>> = {
  tab: 'label',
  tabitem: 'label',
  card: 'title',
  badge: 'text',
  accordionitem: 'title',
  file: 'name',
  folder: 'name',
};
const NAMES =
  /^(?:tabs?|tabpane|tabset|tab-?group|tab-?item|cards?|cardpane|card-?(?:group|grid)|link-?card|button|btn|badge|accordion|accordion-?item|steps|filetree\/(?:container|folder|file))$/i;

interface Tag {
  readonly start: number;
  readonly isClosing: boolean;
  readonly isMarkdown: boolean;
  readonly code: Shortcode;
  /** The tag at its other end. */
  partner?: Tag;
}

/**
 * Turns shortcodes that have the form of a component into tags.
 * @param text Markdown in which the site's own templates are expanded
 */
export function tagShortcodes(text: string): string {
  if (!/\{\{[<%]/.test(text)) return text;
  const tags = new Map(pairedTags(text).map((tag) => [tag.start, tag]));
  if (tags.size === 0) return text;
  const panes: Shortcode[] = [];
  return replaceInProse(text, new RegExp(SHORTCODE), ({ index, 0: { length } }, whole) => {
    const tag = tags.get(index);
    if (tag === undefined) return undefined;
    const end = index + length;
    const isPane = tag.code.name === 'tabpane';
    if (isPane && tag.isClosing) panes.pop();
    const written = tag.isClosing ? closingTag(tag) : openingTag(tag, whole, end, panes.at(-1));
    if (isPane && !tag.isClosing && tag.partner !== undefined) panes.push(tag.code);
    return { ...written, end: written.end ?? end };
  });
}

function pairedTags(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  const open = new Map<string, Tag[]>();
  replaceInProse(text, new RegExp(SHORTCODE), (match) => {
    const read = readShortcodeTag(match);
    const { name, isClosing } = read;
    if (read.escaped !== undefined || !NAMES.test(name)) return undefined;
    const { isMarkdown } = read;
    const tag: Tag = { start: match.index, isClosing, isMarkdown, code: parseArguments(read) };
    const before = open.get(name) ?? [];
    open.set(name, before);
    if (!isClosing) {
      if (!read.isVoid) before.push(tag);
    } else {
      const opening = before.pop();
      if (opening === undefined) return undefined;
      [tag.partner, opening.partner] = [opening, tag];
    }
    tags.push(tag);
    return undefined;
  });
  return tags;
}

interface Written {
  readonly text: string;
  readonly end?: number;
}

function closingTag({ code }: Tag): Written {
  return { text: `</${tagName(code.name)}>` };
}

/** @param pane what the tag is in: a pane of Docsy, whose tabs hold code unless it says otherwise */
function openingTag(tag: Tag, whole: string, end: number, pane: Shortcode | undefined): Written {
  const { code, partner, isMarkdown } = tag;
  const head = `<${tagName(code.name)}${attributesOf(code)}`;
  if (partner === undefined) return { text: `${head} />` };
  const inner = whole.slice(end, partner.start);
  const isCode = pane !== undefined && pane.named.get('text') !== 'true' && !isMarkdown;
  if (!isCode || /`{3}|\{\{[<%]/.test(inner)) return { text: `${head}>` };
  const ticks = ticksAround(inner, 3);
  const language = (code.named.get('lang') ?? pane.named.get('lang') ?? '').replace(/[^\w+#-]/g, '');
  const block = `${ticks}${language}\n${inner.replace(/^[ \t]*\n/, '').trimEnd()}\n${ticks}`;
  return { text: `${head}>\n\n${block}\n\n`, end: partner.start };
}

function attributesOf({ name, positional, named }: Shortcode): string {
  const key = tagName(name).toLowerCase();
  const first = POSITIONAL[key];
  const values = [...named].map(([given, value]): [string, string] =>
    key === 'tabs' && given === 'items'
      ? [':items', JSON.stringify(value.split(',').map((one) => one.trim()))]
      : [given === 'relref' ? 'href' : given, value],
  );
  if (first !== undefined && positional[0] !== undefined) values.unshift([first, positional[0]]);
  return values.map(([given, value]) => ` ${given}=${quoted(value)}`).join('');
}

/** A list has quotation marks of its own. */
function quoted(value: string): string {
  return value.includes('"') ? `'${value.replaceAll("'", '’')}'` : `"${value}"`;
}

function tagName(name: string): string {
  const plain = lastName(name).replace(/-/g, '');
  const key = /^tab(?:pane|set|group)$/i.test(plain)
    ? 'tabs'
    : /^btn$/i.test(plain)
      ? 'button'
      : /^container$/i.test(plain)
        ? 'fileTree'
        : plain;
  return key.charAt(0).toUpperCase() + key.slice(1);
}
