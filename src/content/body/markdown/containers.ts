import { type Replacement, replaceInProse } from '../../../core/prose.js';
import { labelled, openCallout } from './callout.js';
import { labelFences } from './components/tabs.js';
import { boldLine } from './components/write.js';
import { inlineHtml } from './inline-html.js';

const CONTAINER =
  /^([ \t]*)(:{3,})[ \t]*(?:\{?\.?([A-Za-z][\w-]*)\}?(?:\[([^\]\n]*)\])?(?:#[\w-]+)?(?:\{([^}\n]*)\})?[ \t]*([^\n]*?))?[ \t]*$/gm;
/** What comes from programs: `::: module.Name` of mkdocstrings, `::: mkdocs-click` with `:options:`, `[[autodoc]] Name`. */
const FROM_CODE =
  /^([ \t]*)(#{1,6}[ \t]+|)(?::::|\[\[autodoc\]\])[ \t]*([A-Za-z_][\w.-]*)[ \t]*((?:\n\1(?: {4}|\t)[^\n]*)*)$/gm;
/** The labels of tabs in containers: `@tab npm` of VuePress, `== npm` of a plugin of VitePress. */
const TAB = /^[ \t]*(?:@tab(?::active)?|==)[ \t]+([^\n#]+?)[ \t]*(?:#[\w-]+)?[ \t]*$/gm;
const TITLE = /(?:^|\s)(?:title|label|summary)=(?:"([^"]*)"|'([^']*)')/;
/** Containers whose words after the name are settings. */
const NO_TITLE =
  /^(?:raw|v-pre|code-group|code-tabs|tabs|demo|demo-wrapper|left|right|center|justify|steps|file-tree|card-grid|row|col|slot|only|when|if)$/i;

const HAS_BLOCKS = /:::|\[\[autodoc\]\]/;

interface Open {
  readonly colons: number;
  readonly closing: string;
}

/**
 * Turns the containers of documentation generators (`:::note`, `::: tip Title`, `:::caution[Title]`) into quotes
 * with a label, as raw HTML around Markdown; `::: details` into `<details>`, and groups of code into blocks under their
 * names. A container of any other kind leaves its title and its content.
 * @param source Markdown with `\n` line ends
 */
export function expandContainers(source: string): string {
  if (!HAS_BLOCKS.test(source)) return source;
  const text = replaceInProse(source, new RegExp(FROM_CODE), nameFromCode);
  const open: Open[] = [];
  const isClosed = /^[ \t>]*:{3,}[ \t]*$/m.test(text);
  const expanded = replaceInProse(text, new RegExp(CONTAINER), (match) => {
    const [found, indent = '', colons = '', name, bracketed, attributes = '', rest = ''] = match;
    const end = match.index + found.length;
    if (name === undefined) {
      const last = open.at(-1);
      // Generators close the innermost container with the same number of colons, or more.
      if (last === undefined || colons.length < last.colons) return undefined;
      open.pop();
      return { text: last.closing && `\n${indent}${last.closing}\n`, end };
    }
    // The language of indented code in Python-Markdown.
    if (!isClosed && /^(?: {4}|\t)/.test(indent)) return undefined;
    const given = TITLE.exec(attributes) ?? TITLE.exec(rest);
    const words = /^[\w-]+=["']/.test(rest) ? '' : rest.replace(/\{[^}]*\}/g, '');
    const title = (bracketed ?? given?.[1] ?? given?.[2] ?? words).trim();
    const isGroup = /^(?:code-group|code-tabs|tabs)$/i.test(name);
    const [opening, closing] = around(name, title);
    open.push({ colons: colons.length, closing: isGroup ? GROUP_END : closing });
    return { text: isGroup ? `\n${GROUP_START}\n` : opening && `\n${indent}${opening}\n`, end };
  });
  // A container that is never closed ends with the text.
  const whole =
    expanded +
    open
      .reverse()
      .map(({ closing }) => closing && `\n\n${closing}\n`)
      .join('');
  return whole.includes(GROUP_START) ? normaliseGroups(whole) : whole;
}

/** What programs document in a text, each as `::: package` or `::: name-of-the-extension`. */
export function takenFromCode(source: string): readonly string[] {
  const found: string[] = [];
  if (HAS_BLOCKS.test(source))
    replaceInProse(source, new RegExp(FROM_CODE), (match) => {
      if (nameFromCode(match) !== undefined)
        found.push(`${HAS_BLOCKS.exec(match[0])?.[0]} ${match[3]?.split('.')[0]}`);
      return undefined;
    });
  return found;
}

/** Only its name is left of what a program documents. */
function nameFromCode(match: RegExpExecArray): Replacement | undefined {
  const [found, indent = '', marks = '', name = '', options = ''] = match;
  const isName = found.includes('[[autodoc]]') || /^\w+(?:\.\w+)+$/.test(name);
  if (!isName && !/^\s+:[\w-]+:/.test(options)) return undefined;
  const text = isName ? `\n${indent}${marks}\`${name}\`\n` : '';
  return { text, end: match.index + found.length };
}

/** Lines that no text has: the marks of groups until their fences have labels. */
const GROUP_START = '\uE001';
const GROUP_END = '\uE002';

function around(name: string, title: string): readonly [opening: string, closing: string] {
  if (/^details$/i.test(name))
    return [`<details><summary>${inlineHtml(title || 'Details')}</summary>`, '</details>'];
  // Quarto: `::: {.callout-note title="Tea"}`.
  const kind = name.replace(/^callout-/i, '');
  const label = labelled(kind, title);
  if (label !== undefined) return [openCallout(kind, label), '</blockquote>'];
  return [NO_TITLE.test(name) || !/\p{L}/u.test(title) ? '' : boldLine(title), ''];
}

/** Gives the blocks and tabs of groups their labels in bold. */
function normaliseGroups(text: string): string {
  const out: string[] = [];
  let depth = 0;
  for (const piece of text.split(/(?=[\uE001\uE002])/)) {
    if (piece.startsWith(GROUP_START)) depth += 1;
    else if (piece.startsWith(GROUP_END)) depth -= 1;
    const content = piece.replace(/^[\uE001\uE002]/, '');
    const isInside = depth > 0;
    out.push(
      isInside ? labelFences(content.replace(TAB, (_, label: string) => `\n${boldLine(label)}\n`)) : content,
    );
  }
  return out.join('');
}
