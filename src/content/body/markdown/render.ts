/**
 * Markdown, with what static site generators add to it, to HTML.
 *
 * The syntax of a text is determined by the name of its file and by the marks in it:
 * - `.mdx`, or imports of JavaScript (`mdx.ts`): MDX, nothing else; indented text is never code there.
 * - components in any file: their titles, texts and links, and their children (`components/expand.ts`).
 * - `{{<` or `{{%` in the text: Hugo's shortcodes (`hugo.ts`). Hugo leaves other braces in content alone, so
 *   Liquid follows only where there is also a `{% tag %}`.
 * - `{% tag %}` or `{{ … }}` otherwise: Liquid or Nunjucks (`liquid.ts`).
 * - `.html`, `.htm`: the template syntax goes, the HTML stays as it is.
 * Everything else (tables, footnotes, task lists, alerts, containers, definition lists, attribute lists, formulas)
 * is recognised in any file: the signs mean nothing else in plain Markdown.
 */
import type { Root as HastRoot } from 'hast';
import type { Html, Nodes, Root } from 'mdast';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { replaceInProse } from '../../../core/prose.js';
import { unixText } from '../../../core/text.js';
import { UNRESOLVED } from '../../../core/unresolved.js';
import type { Warnings } from '../../../core/warnings.js';
import { toHtml, VOID_ELEMENTS } from '../../html/serialise.js';
import { enclosingTags } from '../../privacy/markdown/enclosing.js';
import { tagShortcodes } from '../hugo/component-shortcodes.js';
import { expandHugoShortcodes, hasShortcodes } from '../hugo/shortcodes.js';
import type { BodyRenderer, RenderedBody } from '../port.js';
import { dropAttributes } from './attributes.js';
import { alertAttributes, labelAlerts } from './callout.js';
import { normaliseFences } from './code-fences.js';
import { escapeCodePipes } from './code-pipes.js';
import { expandComponents } from './components/expand.js';
import { expandContainers, takenFromCode } from './containers.js';
import { buildDefinitionLists } from './definitions.js';
import { joinHtmlBlocks } from './html-blocks.js';
import { dissolveLinks, dissolveLinksInHtml, dropUnresolved, unlinkInAnchors } from './links.js';
import { expandLiquid, hasLiquid } from './liquid.js';
import { separateListBlocks } from './list-blocks.js';
import { expandMagicBlocks } from './magic-blocks.js';
import { expandMarkdoc } from './markdoc.js';
import { expandMarkedBlocks } from './marked-blocks.js';
import { mathInHtml, protectMath, withoutMath } from './math.js';
import { expandColonBlocks } from './mdc.js';
import { isMdx, openMdxElements, unwrapMdxBlocks } from './mdx.js';
import { parseMarkdown } from './parse.js';
import { completePipeTables } from './pipe-tables.js';
import { plainTree } from './plain-tree.js';
import { normalisePythonCode } from './python/code.js';
import { expandIndentedBlocks } from './python/indented-blocks.js';
import { dropAttributeLists, expandInlineMarks } from './python/inline-marks.js';
import { openMarkdownElements, separateHtmlBlocks } from './python/md-in-html.js';
import { expandSlashBlocks } from './python/slash-blocks.js';
import { expandQuoted } from './quoted-blocks.js';
import { walk } from './walk.js';

/** Not an expression such as `^[a-z]`: it follows a word, and its text has a space. */
const INLINE_NOTE =
  /(?<=[\p{L}\p{N}.,;:!?)\]"'’”»*_])\^\[(?=[^\s[\]]+\s)((?:[^[\]\\\n]|\\.|\n(?![ \t]*\n)|\[[^[\]\n]{0,300}\](?:\([^()\s]{0,500}\))?){3,2000})\](?![([:])/gu;

/**
 * Turns footnotes that are written inside a sentence (`^[text]`) into footnotes with a mark and a note.
 * @param text Markdown without MDX
 * @see https://pandoc.org/MANUAL.html#extension-inline_notes
 */
function expandInlineFootnotes(text: string): string {
  if (!text.includes('^[')) return text;
  const notes: string[] = [];
  const marked = replaceInProse(text, new RegExp(INLINE_NOTE), ({ index, 0: { length }, 1: note = '' }) => {
    notes.push(note.replace(/\s*\n\s*/g, ' ').trim());
    return { text: markOf(notes.length), end: index + length };
  });
  if (notes.length === 0) return text;
  return `${marked.trimEnd()}\n\n${notes.map((note, at) => `${markOf(at + 1)}: ${note}`).join('\n')}\n`;
}

function markOf(number: number): string {
  return ['[^inline-note-', number, ']'].join('');
}

const ATTRIBUTES = String.raw`(?:\s+[^\s"'<>=/{}]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>={}\x60]+?))?)*`;
const EMPTY = new RegExp(String.raw`(?<!\\)<([a-z][a-z\d-]*)(${ATTRIBUTES})\s*/>`, 'gi');
/** Elements whose content isn't text of the page. Without an end tag, they would contain the rest of it. */
const NO_TEXT =
  /^(?:iframe|button|textarea|video|audio|object|canvas|select|title|style|script|noscript|noembed|noframes|xmp)$/i;

/**
 * Adds an end tag to self-closing elements (`<iframe src="a" />`). HTML ignores the slash; in MDX and Vue, it ends the
 * element.
 * @param isMdx true if any element can be self-closing
 */
function closeEmptyElements(text: string, isMdx: boolean): string {
  return replaceInProse(text, EMPTY, ({ index, 0: { length }, 1: name = '', 2: attributes = '' }) => {
    if (VOID_ELEMENTS.has(name.toLowerCase()) || !(isMdx ? /^[a-z]/.test(name) : NO_TEXT.test(name)))
      return undefined;
    return { text: `<${name}${attributes}></${name}>`, end: index + length };
  });
}

const toHast = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze();

/** True for HTML that begins a frame which no end tag closes before the next frame. */
function isOpenFrame({ value, position }: Html, lower: string): boolean {
  const start = value.toLowerCase().lastIndexOf('<iframe');
  if (start < 0 || /<\/iframe/i.test(value.slice(start))) return false;
  const end = position?.end.offset ?? 0;
  const next = lower.indexOf('<iframe', end);
  return !lower.slice(end, next < 0 ? undefined : next).includes('</iframe');
}

/**
 * Marks blocks that are code only because they are indented; the tree itself does not record it. Formulas in HTML stay,
 * and a frame that is never closed doesn't contain the rest of the page.
 */
function markIndented(tree: Root, text: string): Root {
  const lower = text.toLowerCase();
  walk(tree, (node: Nodes) => {
    if (node.type === 'html') {
      const isOpen = isOpenFrame(node, lower);
      node.value = mathInHtml(node.value) + (isOpen ? '</iframe>' : '');
    }
    if ('alt' in node && node.alt) node.alt = withoutMath(node.alt);
    if (node.type !== 'code') return;
    const start = node.position?.start.offset ?? 0;
    const isFence = /^(?:`{3}|~{3})/.test(text.slice(start, start + 3));
    if (isFence) return;
    node.data = { ...node.data, indented: true } as typeof node.data & object;
    node.value = withoutMath(node.value);
  });
  return tree;
}

function parse(text: string, isMdx: boolean): Root {
  const tree = markIndented(parseMarkdown(text, isMdx), text);
  normalisePythonCode(tree);
  normaliseFences(tree);
  dropAttributes(tree);
  buildDefinitionLists(tree, (inner) => parse(protectMath(inner), isMdx).children);
  return tree;
}

/** Includes that the source couldn't read: a visitor sees a file in their place. */
const INCLUDE = /^[ \t]*-+8<-+(?:[ \t]+["'][^\n]*["'])?[ \t]*\n?/gm;

function expandTemplates(body: string): string {
  const text = body.includes('8<-')
    ? replaceInProse(body, new RegExp(INCLUDE), ({ index, 0: { length } }) => ({
        text: '\n',
        end: index + length,
      }))
    : body;
  const isHugo = hasShortcodes(text);
  const expanded = isHugo ? expandHugoShortcodes(text) : text;
  const liquid = isHugo ? /\{%-?\s*[\w-]/.test(expanded.replace(/\{\{%/g, '')) : hasLiquid(expanded);
  return liquid ? expandLiquid(expanded) : expanded;
}

function expandBlocks(text: string): string {
  const separated = separateHtmlBlocks(
    joinHtmlBlocks(escapeCodePipes(completePipeTables(expandMarkedBlocks(text)))),
  );
  return openMarkdownElements(expandSlashBlocks(expandIndentedBlocks(separated)));
}

/** Formulas come first: their signs aren't marks. */
function expandMarks(text: string, isMdx: boolean): string {
  const source = protectMath(text);
  return isMdx
    ? source
    : expandInlineMarks(dropAttributeLists(alertAttributes(expandInlineFootnotes(source))));
}

/** @returns a tree, or HTML if it must be parsed */
function renderText(text: string, isMdx: boolean): RenderedBody {
  const expand = (one: string) =>
    expandContainers(isMdx ? openMdxElements(one, renderFragment) : expandBlocks(one));
  const source = expandMarks(expand(expandQuoted(text, expand)), isMdx);
  const tree = parse(source, isMdx);
  labelAlerts(tree);
  dissolveLinks(tree);
  unlinkInAnchors(tree);
  const hast = toHast.runSync(tree) as HastRoot;
  const plain = source.includes(UNRESOLVED) ? undefined : plainTree(hast);
  return plain ?? dropUnresolved(toHtml(hast));
}

/** A piece of Markdown as HTML; a single paragraph as its content. */
export function renderFragment(text: string): string {
  const body = renderText(expandTemplates(text), false);
  const html = (typeof body === 'string' ? body : toHtml(body)).trim();
  return /^<p>(?:(?!<p\b)[\s\S])*<\/p>$/.test(html) ? html.slice('<p>'.length, -'</p>'.length) : html;
}

/** Warns about tags that enclose text and are of no known kind, since only the site decides who sees what they enclose. */
function listKept(body: string, file: string, warnings: Warnings): void {
  for (const { name, written, count } of enclosingTags(body)) {
    warnings.add({
      code: 'markdown-tag-kept',
      file,
      message: `${written} isn't known; the text that it encloses is published.`,
      fix: `If it hides text from some readers, add "${name}" to "privacy.deny".`,
      count,
      written: /^\{[{%]|^</.test(written) ? written.replace(/\s*[>%}]+$/, '') : written,
    });
  }
}

/** Warns about expressions that only the code of the site could compute. */
function listUnknown(expressions: readonly string[], file: string, warnings: Warnings): void {
  if (expressions.length === 0) return;
  const [first = ''] = expressions;
  const named = expressions.slice(0, 5).map((one) => `{${one.replace(/\s+/g, ' ').slice(0, 60)}}`);
  const more = expressions.length > named.length ? ` and ${expressions.length - named.length} more` : '';
  warnings.add({
    code: 'markdown-expression-unknown',
    file,
    message: `Only the code of the site can compute ${named.join(', ')}${more}; the twin leaves that out.`,
    fix: 'Build from the pages that your generator has written, or write the text into the page.',
    written: first.split('\n', 1)[0] ?? '',
  });
}

/** Warns about components of which the twin has nothing, or only the name. */
function listLost(written: readonly string[], file: string, warnings: Warnings): void {
  for (const one of new Set(written)) {
    warnings.add({
      code: 'markdown-component-lost',
      file,
      message: `Only the code of the site can write ${one}; the twin leaves it out.`,
      fix: 'Build from the pages that your generator has written, or write the text into the page.',
      count: written.filter((other) => other === one).length,
      written: one.replace(/>$/, ''),
    });
  }
}

/**
 * Renders a Markdown body to HTML, or to the tree of it. Raw HTML in it is kept; links are as written, but a link whose
 * address only a template engine could know becomes its text.
 * @param body Markdown, or HTML with template syntax where the file's name says so
 * @param context `ref` is the file's name
 * @see https://spec.commonmark.org/0.31.2/ and https://github.github.com/gfm/
 */
export const renderMarkdownBody: BodyRenderer = (body, context) => {
  const file = context.ref.replace(/:\d+$/, '');
  listKept(body, file, context.warnings);
  const plain = separateListBlocks(unwrapMdxBlocks(unixText(body)));
  if (/\.html?$/i.test(file)) return dissolveLinksInHtml(expandTemplates(plain));
  const source = expandMarkdoc(expandMagicBlocks(plain));
  const isProgram = isMdx(source, file);
  const expanded = expandComponents(isProgram ? source : tagShortcodes(expandColonBlocks(source)), isProgram);
  const template = isProgram ? expanded.text : expandTemplates(expanded.text);
  const text = closeEmptyElements(template, isProgram);
  if (isProgram) listUnknown(expanded.unknown, file, context.warnings);
  const lost = expanded.lost.map((name) => `<${name}>`);
  listLost([...lost, ...takenFromCode(text)], file, context.warnings);
  try {
    return renderText(text, isProgram);
  } catch (cause) {
    // Only a stack that ran out: Markdown itself has no errors.
    if (!(cause instanceof RangeError)) throw cause;
    context.warnings.add({
      code: 'markdown-nested-too-deep',
      message: 'The Markdown nests too deep to be read; its text is shown as it is.',
      file,
      fix: 'Look for hundreds of ">" or brackets in a row.',
    });
    return `<pre>${dropUnresolved(text).replace(/&/g, '&amp;').replace(/</g, '&lt;')}</pre>`;
  }
};
