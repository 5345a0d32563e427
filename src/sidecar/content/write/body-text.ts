import type { Element, Nodes } from 'hast';
import { renderMarkdownBody } from '../../../content/body/markdown/render.js';
import { htmlOf, type RenderedBody, treeOf } from '../../../content/body/port.js';
import { parseHtml } from '../../../content/html/parse.js';
import { ALLOWED_ELEMENTS } from '../../../content/html/sanitise.js';
import { toMarkdown } from '../../../content/markdown/to-markdown.js';
import { balancedEnd } from '../../../core/balanced-end.js';
import { Warnings } from '../../../core/warnings.js';
import { type StoredFile, withEolOf } from './stored-file.js';

/**
 * Converts a new body to the format of its file. In a Markdown file, Markdown stays unchanged; HTML becomes Markdown
 * if Markdown can express all of it, and otherwise stays HTML, which Markdown files may contain. In an HTML file, HTML
 * and block markup stay unchanged, and Markdown becomes HTML.
 * @param key path of the file
 * @param file provides the line ends and the blank lines around the body
 */
export function newBody(key: string, content: string, file: Pick<StoredFile, 'body' | 'eol'>): string {
  const text = content
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  const written = isHtmlFile(key) ? asHtml(text) : asMarkdown(text);
  if (written === '') return '';
  const before = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(file.body)?.[0] ?? '';
  const hasEnd = file.body.trim() === '' || /[\r\n]$/.test(file.body);
  return before + withEolOf(file, written) + (hasEnd ? file.eol : '');
}

function isHtmlFile(key: string): boolean {
  return /\.html?$/i.test(key);
}

function asHtml(text: string): string {
  return startsAsHtml(text) ? text : htmlOf(rendered(text)).trimEnd();
}

function asMarkdown(text: string): string {
  if (!startsAsHtml(text)) return text;
  const tree = parseHtml(text.replace(/<!--\s+\/?wp:[\s\S]*?-->/g, ''));
  return isPlain(tree) ? toMarkdown(tree).trimEnd() : text;
}

/** Checks for a tag or a block comment at the start; `<https://…>` is a Markdown link. */
function startsAsHtml(text: string): boolean {
  return /^<(?:!--|[a-z][a-z0-9-]*(?:\s[^>]*)?\/?>)/i.test(text);
}

const PLAIN_ELEMENTS = new Set(
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s strong table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const PLAIN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  ol: ['start'],
  code: ['className'],
};

/** Checks whether Markdown can express all of a tree. Classes of blocks only name the kind of block. */
function isPlain(node: Nodes): boolean {
  if (node.type === 'comment') return false;
  if (node.type === 'element') {
    const { tagName, properties } = node;
    const known = PLAIN_ATTRIBUTES[tagName] ?? [];
    const isKnown = (name: string) =>
      known.includes(name) || (name === 'className' && isBlockClass(properties[name]));
    if (!PLAIN_ELEMENTS.has(tagName) || !Object.keys(properties).every(isKnown)) return false;
  }
  return !('children' in node) || node.children.every(isPlain);
}

function isBlockClass(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((name) => /^wp-block-(?:heading|list|quote|paragraph|code)$/.test(String(name)))
  );
}

function rendered(markdown: string): RenderedBody {
  return renderMarkdownBody(markdown, {
    entryId: 0,
    ref: 'body.md',
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings: new Warnings(),
  });
}

/**
 * Finds markup that is new in a body and that could run in a reader's browser. Existing markup may stay.
 * @returns the beginning of the markup; undefined when there is none
 */
export function unsafeMarkup(key: string, before: string, after: string): string | undefined {
  const risks = (text: string) => [
    ...riskyMarkup(treeOf(isHtmlFile(key) ? text : rendered(text))),
    ...(/\.mdx$/i.test(key) ? programsOf(text) : []),
  ];
  const old = risks(before);
  for (const risk of risks(after)) {
    const at = old.indexOf(risk);
    if (at === -1) return cut(risk);
    old.splice(at, 1);
  }
  return undefined;
}

/**
 * Finds code that runs when the site is built from MDX: everything in braces, and blocks of `import` and `export`.
 * Code samples count too, since recognising them would take another parser.
 */
function* programsOf(text: string): Iterable<string> {
  for (let at = text.indexOf('{'); at !== -1; ) {
    const end = balancedEnd(text, at) ?? text.length;
    yield `the program "${text.slice(at, end)}"`;
    at = text.indexOf('{', end);
  }
  for (const [block] of text.matchAll(/^[ \t]*(?:import|export)\b(?:.|\r?\n(?![ \t]*\r?$))*/gm)) {
    yield `the program "${block}"`;
  }
}

function cut(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

const MAX_SHOWN = 80;
const SAFE_SCHEME = /^(?:https?|mailto|tel|sms|xmpp|ftp|geo):/i;

function riskyMarkup(node: Nodes): string[] {
  const own = node.type === 'element' ? [...risksOf(node)] : [];
  return 'children' in node ? own.concat(node.children.flatMap(riskyMarkup)) : own;
}

function* risksOf({ tagName, properties }: Element): Iterable<string> {
  if (!ALLOWED_ELEMENTS.includes(tagName) && tagName !== 'input') yield `<${tagName}>`;
  for (const [name, value] of Object.entries(properties)) {
    if (/^on/i.test(name)) yield `the attribute "${name.toLowerCase()}"`;
    if (!/^(?:href|src|poster|cite|action|formAction|data|xLinkHref)$/i.test(name)) continue;
    // Browsers ignore these characters when they parse a scheme.
    const url = String(value).replace(/[\s\p{Cc}]/gu, '');
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) && !SAFE_SCHEME.test(url) && !/^data:image\/(?!svg)/i.test(url)) {
      yield `the address "${url.slice(0, 40)}"`;
    }
  }
}
