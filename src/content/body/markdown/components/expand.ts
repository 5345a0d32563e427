/**
 * MDX, and Markdown with Vue components, without running it: a page is text with components around it.
 *
 * | Written | Becomes |
 * |---|---|
 * | `import …`, `export …` at the start of a block | nothing |
 * | `{'text'}`, `{name}` of an exported constant, `{1 + 1}` | the value |
 * | any other `{…}` | nothing, and a warning; comments just go |
 * | a component | its form (`forms.ts`): titles, texts, links, and its children as Markdown |
 * | an attribute of an HTML element in braces | its value, or nothing; `className` is `class` |
 */
import { balancedEnd } from '../../../../core/balanced-end.js';
import { continued, LINE_MARKS, replaceInProse } from '../../../../core/prose.js';
import { formOf, isInline } from './forms.js';
import { generic } from './generic.js';
import { literalElement } from './literal-element.js';
import { type Component, keyOf, type Page, type Part, readParts } from './tree.js';
import type { Values } from './values.js';
import { dedent, indentLines, plain, plainValue } from './write.js';

/** A text without components. */
interface Expanded {
  readonly text: string;
  /** The expressions whose value isn't known. */
  readonly unknown: readonly string[];
  /** The names of the components of which nothing is left. */
  readonly lost: readonly string[];
}

/**
 * Removes the program from MDX, or the components from Markdown, according to the table above.
 * @param text Markdown with `\n` line ends
 */
export function expandComponents(text: string, isMdx: boolean): Expanded {
  const source = isMdx ? replaceInProse(text, /(?!)/g, () => undefined, literalElement) : text;
  const { parts, statements } = readParts(source, isMdx, plainElement);
  if (parts.every((part) => typeof part === 'string') && statements.length === 0)
    return { text: parts.join(''), unknown: [], lost: [] };
  const writer = new Writer(isMdx);
  const expanded = writer.write(parts);
  return { text: expanded, unknown: [...writer.unknownParts.values()], lost: writer.lost };
}

/** Components that have no words of their own. */
const SILENT =
  /^(?:toc.*|.*tableofcontents|spacer|space|divider|separator|line|br|hr|break|slot|.*provider)$/;

class Writer implements Page {
  /** As written, by their text on one line. */
  readonly unknownParts = new Map<string, string>();
  readonly lost: string[] = [];

  constructor(private readonly isMdx: boolean) {}

  write(parts: readonly Part[]): string {
    const pieces: string[] = [];
    /** What stands before the part on its line. */
    let line = '';
    for (const [at, part] of parts.entries()) {
      const written = this.#part(part, line) || nameInSentence(part, parts[at - 1], parts[at + 1]);
      // The space between two components would indent the second, which begins a line now.
      const piece =
        at > 0 && typeof part === 'string' && line.replace(LINE_MARKS, '') === ''
          ? written.replace(/^[ \t]+/, '')
          : written;
      const end = piece.lastIndexOf('\n');
      line = end < 0 ? line + piece : piece.slice(end + 1);
      pieces.push(piece);
    }
    return pieces.join('');
  }

  blocks(parts: readonly Part[]): string {
    return dedent(this.write(parts));
  }

  line(parts: readonly Part[]): string {
    const text = this.write(parts);
    return isBlocks(text) ? dedent(text) : text;
  }

  unknown(expression: string): void {
    const line = expression.replace(/\s+/g, ' ').trim();
    if (!this.unknownParts.has(line)) this.unknownParts.set(line, expression.trim());
  }

  #part(part: Part, line: string): string {
    if (typeof part === 'string') return part;
    if (!('children' in part)) return this.#value(part.value, part.source);
    for (const expression of part.properties.unknown) this.unknown(expression);
    const isAlone = part.isAlone && !isInline(part);
    const depth = LINE_MARKS.exec(line)?.[0].split('>').length ?? 1;
    const component: Component = { ...part, isAlone, children: withoutQuotes(part.children, depth - 1) };
    const form = formOf(component);
    const text = form(component, this);
    const isNamed = part.properties.unknown.length > 0 || SILENT.test(keyOf(part));
    if (form === generic && text.trim() === '' && !isNamed) this.lost.push(part.name);
    if (!isAlone) return isBlocks(text) ? withinLine(text, line) : text;
    return text.trim() === ''
      ? '\n'
      : `\n\n${indentLines(text.replace(/^\n+/, '').trimEnd(), part.indent)}\n\n`;
  }

  #value(value: unknown, source: string): string {
    if (typeof value === 'string' || typeof value === 'number')
      return this.isMdx ? plainValue(String(value)) : String(value);
    if (value === undefined) {
      this.unknown(source);
      // Other dialects read it.
      return this.isMdx ? '' : `{{${source}}}`;
    }
    const items = Array.isArray(value)
      ? value.filter((item) => typeof item === 'string' || typeof item === 'number')
      : [];
    return items.map((item) => plainValue(String(item))).join('');
  }
}

/** The parts without the marks at the beginnings of their lines, of the quotes that the component itself is in. */
function withoutQuotes(parts: readonly Part[], depth: number): readonly Part[] {
  if (depth === 0) return parts;
  const marks = new RegExp(`\\n(?:[ \\t]*>){1,${depth}}[ \\t]?`, 'g');
  return parts.map((part) =>
    typeof part === 'string'
      ? part.replace(marks, '\n')
      : 'children' in part
        ? { ...part, children: withoutQuotes(part.children, depth) }
        : part,
  );
}

/** Whether a text is several blocks of Markdown. */
function isBlocks(text: string): boolean {
  return /\n[ \t]*\n/.test(text.trim());
}

/** Blocks apart from the text before them on their line, in the same list item or quote; a cell has only one line. */
function withinLine(text: string, line: string): string {
  const words = line.replace(LINE_MARKS, '');
  if (words.startsWith('|'))
    return text
      .split('\n')
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' ');
  const apart = words.trim() === '' ? text : `\n\n${text}`;
  // The dot stands for the text that follows, which needs the marks of its line.
  return continued(`${apart}\n\n.`, line).slice(0, -1);
}

/** Components that show no words. */
const WORDLESS =
  /(?:icon|logo|images?|img|badge|avatar|divider|spacer|br|emoji|ad|ads|sponsors?|counter|toc)$/i;

/** The name of a component in the middle of a sentence, where its text isn't known: `uses <Terms.WeakMap />,`. */
function nameInSentence(part: Part, before: Part | undefined, after: Part | undefined): string {
  if (typeof part === 'string' || !('children' in part) || part.isAlone || part.children.length > 0)
    return '';
  const name = part.name.split(/[.:]/).at(-1) ?? '';
  const isInside =
    typeof after === 'string' && /^(?:[,.;:)?!’'"”]|[ \t]*\n?[ \t]*(?:[\p{L}\p{N}(`*]|\[\w))/u.test(after);
  const isLed = typeof before !== 'string' || /(?:^|[\p{L}\p{N},;:("“`*.]\s?|[|\n] ?)$/u.test(before);
  if (name === '' || !isInside || !isLed || WORDLESS.test(name)) return '';
  return plain(name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
}

/** An HTML element as HTML, without attributes that only a program could evaluate. */
function plainElement(tag: string, values: Values): string {
  const name = /^<[a-z][\w-]*/.exec(tag)?.[0] ?? '';
  let attributes = '';
  for (let at = name.length; at < tag.length; ) {
    const next = /\s+[\w:-]+\s*=\s*\{|\s+\{/g;
    next.lastIndex = at;
    const match = next.exec(tag);
    const end = match === null ? undefined : balancedEnd(tag, next.lastIndex - 1);
    if (match === null || end === undefined) {
      attributes += tag.slice(at);
      break;
    }
    attributes += tag.slice(at, match.index);
    const value = values.of(tag.slice(next.lastIndex, end - 1));
    const isText = (typeof value === 'string' && value !== '') || typeof value === 'number';
    if (isText && match[0].includes('='))
      attributes += `${match[0].replace(/\{$/, '')}"${String(value).replace(/"/g, '&quot;')}"`;
    at = end;
  }
  return name + attributes.replace(/\bclassName(?=\s*=)/g, 'class').replace(/\bhtmlFor(?=\s*=)/g, 'for');
}
