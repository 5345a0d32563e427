/**
 * Components in the syntax of Nuxt Content and of directives, as tags:
 *
 * | Written | Becomes |
 * |---|---|
 * | `::card{title="A"}` … `::`, with `---` lines around further properties | `<Card title="A">` … `</Card>` |
 * | `#title` at the start of a slot | its text in bold; other slots their text |
 * | `::youtube[Title]{id="x"}` without an end | `<Youtube title="Title" id="x" />` |
 * | `:badge[New]{color="red"}` in a line | `<Badge color="red">New</Badge>` |
 * | `:br` | `<br>` |
 *
 * @see https://content.nuxt.com/docs/files/markdown#mdc-syntax
 */
import { parse } from 'yaml';
import { isObject } from '../../../core/json.js';
import { replaceInProse, withoutCode } from '../../../core/prose.js';

const OPENING = /^([ \t]*)(:{2,})([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:\[([^\]\n]*)\])?(?:\{([^}\n]*)\})?[ \t]*$/;
const CLOSING = /^[ \t]*(:{2,})[ \t]*$/;
const SLOT = /^[ \t]*#([a-z][\w-]*)[ \t]*$/;
const TWO_COLONS = /^[ \t]*::[A-Za-z][A-Za-z0-9-]*[ \t]*(?:[[{].*)?$/m;
const INLINE = /(?<![\w:/`])(:)([a-z][a-z0-9-]*)(?:\[([^\]\n]*)\](?:\{([^}\n]*)\})?|\{([^}\n]*)\})/g;
const BREAK = /(?<![\w:/`]):br(?![\w:=-])/g;
const PROPERTY = /([\w:.@-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+)))?/g;

/**
 * Turns blocks between colons into tags of components.
 * @param written Markdown with `\n` line ends, without MDX
 */
export function expandColonBlocks(written: string): string {
  const text = written.includes(':br') ? withBreaks(written) : written;
  if (!text.includes('::') || !TWO_COLONS.test(withoutCode(text))) return text;
  const lines = text.split('\n');
  const prose = withoutCode(text).split('\n');
  const ends = pairLines(prose);
  const open: string[] = [];
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = OPENING.exec(prose[at] ?? '');
    const slot = open.length > 0 ? SLOT.exec(prose[at] ?? '')?.[1] : undefined;
    if (opening !== null) {
      const [, indent = '', , name = '', label, attributes = ''] = opening;
      const end = ends.get(at);
      const given = end === undefined ? { lines: 0, properties: '' } : yamlAfter(lines, at + 1);
      const title = label === undefined ? '' : ` title="${quoted(label)}"`;
      const tag = `${tagName(name)}${title}${properties(attributes)}${given.properties}`;
      out.push('', `${indent}<${tag}${end === undefined ? ' />' : '>'}`, '');
      if (end !== undefined) open.push(tagName(name));
      at += given.lines;
    } else if (ends.has(at)) out.push('', `${/^[ \t]*/.exec(line)?.[0] ?? ''}</${open.pop() ?? ''}>`, '');
    else if (
      slot !== undefined &&
      /^(?:title|header|summary|label)$/.test(slot) &&
      /^[ \t]*\S/.test(lines[at + 1] ?? '')
    ) {
      out.push('', (lines[at + 1] ?? '').replace(/^([ \t]*)(.*?)[ \t]*$/, '$1**$2**'), '');
      at += 1;
    } else out.push(slot === undefined ? line : '');
  }
  return replaceInProse(out.join('\n'), new RegExp(INLINE), (match) => {
    const [found, , name = '', label, attributes, alone] = match;
    const tag = `${tagName(name)}${properties(attributes ?? alone ?? '')}`;
    const end = match.index + found.length;
    return { text: label === undefined ? `<${tag} />` : `<${tag}>${label}</${tagName(name)}>`, end };
  });
}

function withBreaks(text: string): string {
  return replaceInProse(text, new RegExp(BREAK), ({ index, 0: { length } }) => ({
    text: '<br>',
    end: index + length,
  }));
}

/** The lines that close a block, and those that open one with an end, each with the other. */
function pairLines(lines: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly at: number; readonly colons: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const opening = OPENING.exec(line);
    if (opening !== null) open.push({ at, colons: opening[2]?.length ?? 0 });
    const colons = opening === null ? CLOSING.exec(line)?.[1]?.length : undefined;
    if (colons === undefined || !open.some((one) => one.colons === colons)) continue;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      if (last.colons !== colons) continue;
      pairs.set(last.at, at);
      pairs.set(at, last.at);
      break;
    }
  }
  return pairs;
}

/** Properties between two lines of dashes. */
function yamlAfter(
  lines: readonly string[],
  start: number,
): { readonly lines: number; readonly properties: string } {
  if (lines[start]?.trim() !== '---') return { lines: 0, properties: '' };
  const length = lines.slice(start + 1, start + 50).findIndex((line) => line.trim() === '---');
  if (length < 0) return { lines: 0, properties: '' };
  const given = Object.entries(parsed(lines.slice(start + 1, start + 1 + length).join('\n'))).map(
    ([name, value]) =>
      typeof value === 'object' && value !== null
        ? ` :${name}='${JSON.stringify(value).replaceAll("'", '\\u0027')}'`
        : ` ${name}="${quoted(String(value))}"`,
  );
  return { lines: length + 2, properties: given.join('') };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'silent' });
    const entries = isObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter(([name]) => /^[\w-]+$/.test(name)));
  } catch {
    return {};
  }
}

function properties(text: string): string {
  return [...text.matchAll(PROPERTY)]
    .filter(([whole]) => !/^[.#]/.test(whole))
    .map(([, name = '', double, single, bare]) => {
      const value = double ?? single ?? bare;
      return value === undefined ? ` ${name}` : ` ${name}="${quoted(value)}"`;
    })
    .join('');
}

function quoted(text: string): string {
  return text.replace(/"/g, '&quot;');
}

/** `u-button` and `prose-note` are the components of a library. */
function tagName(name: string): string {
  return name
    .replace(/^(?:u|prose|nuxt)-/, '')
    .replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
