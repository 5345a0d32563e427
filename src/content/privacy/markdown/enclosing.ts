import { withoutCode } from '../../../core/prose.js';
import { words } from '../../../core/text.js';
import type { GateKind } from '../privacy.js';
import { commentSpans, rawSpans, spanAt } from './spans.js';
import { type Dialect, findMarkdownTags, type MarkdownTag } from './tags.js';
import { isHtmlElement, isStatement } from './verdict.js';

/** An unknown tag that encloses text. */
interface EnclosingTag {
  /** As `privacy.deny` would name it. */
  readonly name: string;
  /** As it is written: `{{< shelf >}}`, `:::shelf`, `<Shelf>`. */
  readonly written: string;
  readonly kind: GateKind;
  readonly count: number;
}

/** Names of parts of a page in generators, their themes and widespread components. */
const KNOWN = new Set(
  words(`
    abstract accordion accordiongroup accordionitem admonition alert aside attention badge blockquote
    blocks box bug button callout card cardgrid cardgroup cardpane cards caution center check clientonly
    code codeblock codegroup codetabs collapse collapsible column columns comment container danger
    definition details div dropdown error example expand expandable failure faq figure filetree file
    folder footnote fragment frame grid gridcard head hero highlight hint icon image img important info
    item katex kbd lead left link linkcard linkbutton list margin math mermaid nextlink note notice
    nuxtlink pageinfo panel param paramfield quote question raw rawhtml responsefield right row
    routerlink section seealso sidenote slide spoiler step steps success summary tab tabbed tabitem table
    tabpane tabs tags terminal theme tip title toast todo toggle tooltip transition tree update vpre
    video warning browseronly codeexample content contenttabs definitionlist contentref embed stepper
    llmonly detailssummary examples infobox keypoint output tablist tabpanel tabpanels testimonial
    swagger swaggerdescription swaggerparameter swaggerresponse openapi openapioperation openapischemas
    openapiwebhook prompt requestexample responseexample
    timeline youtube centerquote cq fold folding gallery hideblock hidetoggle pullquote
  `),
);

/** Not what MkDocs takes from programs, which encloses nothing: its options follow, indented. */
const CONTAINER =
  /^[ \t>]*(?::{3,}|\/{3,})[ \t]*\{?[ \t]*\.?([\p{L}][\p{L}\w-]*)(?![\p{L}\w-]|\.\w)\}?(?![^\n]*\n(?: {4}|\t)[ \t]*(?::[\w-]+:|options:|handler:))/gmu;
/** Without it, `:::python` names the language of indented code. */
const CONTAINER_END = /^[ \t>]*(?::{3,}|\/{3,})[ \t]*$/m;
const ADMONITION = /^[ \t>]*(!!!|\?\?\?\+?)[ \t]+([\p{L}][\p{L}\w-]*)/gmu;
const CALLOUT = /^[ \t]*>[ \t]*\[!([\p{L}][\p{L}\w-]*)(?:\|[^\]\n]*)?\]/gmu;

/**
 * The tags of a text of a content folder that enclose something, don't sound like a restriction, and are of no widespread kind:
 * shortcodes, containers, components. Their text is published, and only the site decides whether it may be.
 * @param text without the parts that are held back
 */
export function enclosingTags(text: string): readonly EnclosingTag[] {
  if (!/<\/|\{\{[<%]|\{%|:::|\/\/\/|!!!|\?\?\?|\[!/.test(text)) return [];
  const prose = withoutCode(text);
  const found = new Map<string, EnclosingTag>();
  const add = (name: string, written: string, kind: GateKind) => {
    if (isKnown(name)) return;
    found.set(written, { name, written, kind, count: (found.get(written)?.count ?? 0) + 1 });
  };
  for (const { name, dialect, from } of closedTags(prose))
    add(name, shown(name, dialect, prose, from), dialect === 'component' ? 'block' : 'shortcode');
  if (CONTAINER_END.test(prose))
    for (const [, name = ''] of prose.matchAll(CONTAINER)) add(name, `:::${name}`, 'block');
  for (const [, mark = '', name = ''] of prose.matchAll(ADMONITION)) add(name, `${mark} ${name}`, 'block');
  for (const [, name = ''] of prose.matchAll(CALLOUT)) add(name, `[!${name}]`, 'block');
  return [...found.values()];
}

function isKnown(name: string): boolean {
  // `Tabs.Tab` is a tab.
  const own = (name.split('.').at(-1) ?? '').replace(/^callout-(?=\w)/, '');
  const folded = own.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return KNOWN.has(folded) || KNOWN.has(folded.replace(/s$/, ''));
}

/** Opening tags that another one closes. */
function closedTags(text: string): readonly MarkdownTag[] {
  const hidden = [...commentSpans(text), ...rawSpans(text)].sort((a, b) => a.from - b.from);
  const open = new Map<string, MarkdownTag[]>();
  const closed: MarkdownTag[] = [];
  for (const tag of findMarkdownTags(text)) {
    // `{{% tag %}}` of Hugo has the form of Liquid inside.
    const isInner = tag.dialect === 'liquid' && text[tag.from - 1] === '{';
    if (tag.does === 'void' || isInner || isOwn(tag) || spanAt(hidden, tag.from) !== undefined) continue;
    const key = `${tag.dialect} ${tag.name}`;
    const stack = open.get(key) ?? [];
    open.set(key, stack);
    const opener = tag.does === 'close' ? stack.pop() : undefined;
    if (tag.does === 'open') stack.push(tag);
    else if (opener !== undefined) closed.push(opener);
  }
  return closed.sort((a, b) => a.from - b.from);
}

/** Elements of HTML, and the statements of a template language. */
function isOwn({ dialect, name }: MarkdownTag): boolean {
  if (dialect === 'component') return isHtmlElement(name) || !/[A-Z-]/.test(name);
  return dialect !== 'hugo' && isStatement(name);
}

function shown(name: string, dialect: Dialect, text: string, from: number): string {
  if (dialect === 'component') return `<${name}>`;
  if (dialect === 'liquid') return `{% ${name} %}`;
  if (dialect === 'curly') return `{${name}}`;
  const mark = text[from + 2] ?? '<';
  return `{{${mark} ${name} ${mark === '<' ? '>' : '%'}}}`;
}
