/**
 * Loops of Vue over lists that the page itself holds:
 *
 * | Written | Becomes |
 * |---|---|
 * | `<li v-for="tea in ['Oolong', 'Sencha']">{{ tea }}</li>` | the element for each item, with its values |
 * | the same over `$frontmatter.teas`, a constant of `<script setup>`, or a number | the same |
 * | `:href="tea.link"` in it | `href="…"` |
 *
 * A loop with anything that only the site's code could compute stays as it is, and its expressions are named.
 * @see https://vuejs.org/guide/essentials/list
 */
import { Values } from '../../../content/body/markdown/components/values.js';
import { replaceInProse } from '../../../core/prose.js';
import type { RawEntry } from '../../port.js';

const LOOP = /<([a-z][\w-]*)(?=\s[^<>]*>)((?:\s[^<>]*?)?)\sv-for=(?:"([^"<>]*)"|'([^'<>]*)')([^<>]*)>/gi;
const HEAD =
  /^\s*(?:\(\s*(\{[^{}]*\}|[\w$]+)\s*(?:,\s*([\w$]+)\s*)?\)|(\{[^{}]*\}|[\w$]+))\s+(?:in|of)\s+([\s\S]+)$/;
const SCRIPT = /<script\b[^<>]*>([\s\S]*?)(?:<\/script>|$)/gi;
/** Directives that decide what is shown, or show it. */
const DIRECTIVE = /\sv-(?:if|else|else-if|show|text|html|model|slot)\b/;
const BOUND = /\s(?:v-bind)?:([\w-]+)=(?:"([^"]*)"|'([^']*)')/g;
const MAX_DEPTH = 5;
const MAX_COUNT = 1000;
/** A page with more loops without an end isn't read on: looking for their ends would take too long. */
const MAX_UNCLOSED = 20;
/** The least length that counts for an item. */
const ITEM_LENGTH = 100;

/** Writes the loops of a page out, as far as their lists are known. */
export function expandVueLoops(text: string, entry: Pick<RawEntry, 'title' | 'menuTitle' | 'extra'>): string {
  if (!/\sv-for=/.test(text)) return text;
  const scripts = [...text.matchAll(SCRIPT)].map(([, code = '']) =>
    code.replace(/^const(?=\s)/gm, 'export const').replace(/\b(?:ref|reactive|shallowRef)\(/g, '('),
  );
  const frontmatter = { ...entry.extra, title: entry.menuTitle ?? entry.title };
  const values = new Values(scripts.join('\n'), undefined, { $frontmatter: frontmatter, frontmatter });
  let unclosed = 0;
  return replaceInProse(text, new RegExp(LOOP), (match) => {
    if (unclosed > MAX_UNCLOSED) return undefined;
    const loop = readLoop(text, match);
    if (loop === undefined) unclosed += 1;
    const shown = loop && written(loop, values, 0);
    return loop === undefined || shown === undefined ? undefined : { text: shown, end: loop.end };
  });
}

interface Loop {
  readonly name: string;
  readonly attributes: string;
  readonly head: string;
  readonly inner: string;
  /** Index after the closing tag. */
  readonly end: number;
}

function readLoop(text: string, match: RegExpExecArray): Loop | undefined {
  const [found, name = '', before = '', double, single, after = ''] = match;
  const start = match.index + found.length;
  const loop = { name, attributes: before + after.replace(/\/$/, ''), head: double ?? single ?? '' };
  if (found.endsWith('/>')) return { ...loop, inner: '', end: start };
  const tags = new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]*>`, 'gi');
  tags.lastIndex = start;
  let depth = 1;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    if (!tag[0].endsWith('/>')) depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return { ...loop, inner: text.slice(start, tag.index), end: tags.lastIndex };
  }
  return undefined;
}

/** The elements of a loop; undefined where a part of them isn't known. */
function written({ name, attributes, head, inner }: Loop, values: Values, depth: number): string | undefined {
  const [, item = '', index, alone = item, list = ''] = HEAD.exec(head) ?? [];
  if (alone === '' || depth > MAX_DEPTH || DIRECTIVE.test(attributes + inner)) return undefined;
  const known = values.of(list);
  const items = typeof known === 'number' ? numbersTo(known) : known;
  if (!Array.isArray(items)) return undefined;
  const each = new Values('', values, { list: items }).forEach(
    'list',
    alone,
    index,
    Math.max(ITEM_LENGTH, attributes.length + inner.length),
  );
  const elements: string[] = [];
  for (const own of each) {
    const content = filled(inner, own, depth);
    const tag = bound(attributes, own);
    if (content === undefined || tag === undefined) return undefined;
    elements.push(name === 'template' ? content : `<${name}${tag}>${content}</${name}>`);
  }
  return elements.length === items.length ? elements.join('\n') : undefined;
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: Math.min(Math.max(0, Math.trunc(count)), MAX_COUNT) }, (_, at) => at + 1);
}

function filled(inner: string, values: Values, depth: number): string | undefined {
  let isKnown = true;
  const loops = replaceInProse(inner, new RegExp(LOOP), (match) => {
    if (!isKnown) return undefined;
    const loop = readLoop(inner, match);
    const shown = loop && written(loop, values, depth + 1);
    if (loop === undefined || shown === undefined) isKnown = false;
    return loop === undefined || shown === undefined ? undefined : { text: shown, end: loop.end };
  });
  const text = loops.replace(/\{\{([^{}]*)\}\}/g, (found, expression: string) => {
    const value = values.of(expression);
    if (typeof value !== 'string' && typeof value !== 'number') isKnown = false;
    return typeof value === 'string' || typeof value === 'number' ? escaped(value) : found;
  });
  const tags = text.replace(/<[a-z][\w-]*\s[^<>]*>/gi, (tag) => bound(tag, values) ?? tag);
  return isKnown && !/\{\{/.test(tags) ? tags : undefined;
}

/** Attributes with the values that are bound to them. Keys and styles are for the browser. */
function bound(attributes: string, values: Values): string | undefined {
  let isKnown = true;
  const text = attributes.replace(BOUND, (_, key: string, double?: string, single?: string) => {
    if (/^(?:key|class|style|ref)$/.test(key)) return '';
    const value = values.of(double ?? single ?? '');
    const isText = typeof value === 'string' || typeof value === 'number';
    if (!isText) isKnown = false;
    return isText ? ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"` : '';
  });
  return isKnown ? text : undefined;
}

function escaped(value: string | number): string {
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
