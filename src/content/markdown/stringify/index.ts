import type {
  Code,
  Heading,
  List,
  ListItem,
  Nodes,
  Paragraph,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import { UNSUPPORTED, writeLine } from './line.js';
import { alertMark, stringifyReference } from './options.js';
import { safe } from './safe.js';
import { CELL, HEADING, LABEL, PHRASING } from './scope.js';

/**
 * Writes a Markdown tree: the bytes of `stringifyReference`, faster.
 *
 * @param tree Markdown tree
 * @returns Markdown with a newline at its end, or the empty string
 */
export function stringify(tree: Root): string {
  if (tree.children.length === 0) return '';
  try {
    const text = new Writer().flow(tree);
    return text === '' || text.endsWith('\n') || text.endsWith('\r') ? text : `${text}\n`;
  } catch (error) {
    if (error === UNSUPPORTED) return stringifyReference(tree);
    throw error;
  }
}

type Parent = Extract<Nodes, { children: RootContent[] }> | List | ListItem | Root;

class Writer {
  /** Marker of the list before this one: two lists in a row need different ones. */
  #lastMarker: string | undefined;

  flow(parent: Parent): string {
    let result = '';
    const { children } = parent as Root;
    for (const [index, node] of children.entries()) {
      if (index > 0) result += between(children[index - 1] as RootContent, node, parent);
      result += this.#block(node, parent);
      if (node.type !== 'list') this.#lastMarker = undefined;
    }
    return result;
  }

  #block(node: RootContent, parent: Parent): string {
    switch (node.type) {
      case 'paragraph':
        return writeParagraph(node, parent);
      case 'heading':
        return writeHeading(node);
      case 'list':
        return this.#list(node);
      case 'code':
        return writeCode(node);
      case 'blockquote':
        return quote(alertMark(node) + this.flow(node));
      case 'table':
        return alone(node, () => writeTable(node));
      case 'thematicBreak':
        return '---';
      case 'footnoteDefinition': {
        if (!node.label) throw UNSUPPORTED;
        const head = `[^${safe(node.label, '[^', ']', LABEL)}]:`;
        return node.children.length === 0 ? head : `${head} ${indent(this.flow(node), '    ')}`;
      }
      default:
        throw UNSUPPORTED;
    }
  }

  #list(node: List): string {
    let marker = this.#marker(node);
    const isTaken = this.#lastMarker === marker;
    if (isTaken || startsWithRule(node)) marker = node.ordered ? ')' : '*';
    let result = '';
    for (const [index, item] of node.children.entries()) {
      if (item.type !== 'listItem') throw UNSUPPORTED;
      if (index > 0) result += between(node.children[index - 1] as ListItem, item, node);
      result += this.#item(item, node.ordered ? `${firstNumber(node) + index}${marker}` : marker);
      this.#lastMarker = undefined;
    }
    this.#lastMarker = marker;
    return result;
  }

  #marker(node: List): string {
    const first = node.children[0];
    // An empty first item is rare, so the reference writes it.
    if (!node.ordered && (first === undefined || first.children.length === 0)) throw UNSUPPORTED;
    return node.ordered ? '.' : '-';
  }

  #item(node: ListItem, bullet: string): string {
    const text = this.flow(node);
    return text === ''
      ? bullet
      : `${/^[\r\n]/.test(text) ? bullet : `${bullet} `}${indent(text, ' '.repeat(bullet.length + 1))}`;
  }
}

function firstNumber(node: List): number {
  return typeof node.start === 'number' && node.start > -1 ? node.start : 1;
}

/** `- ---` would be one long rule. */
function startsWithRule(node: List): boolean {
  return !node.ordered && node.children.some((item) => item.children[0]?.type === 'thematicBreak');
}

function indent(text: string, space: string): string {
  return text.includes('\n') || text.includes('\r')
    ? text.replace(/(\r?\n|\r)(?![\r\n]|$)/g, `$1${space}`)
    : text;
}

function quote(text: string): string {
  const start = text === '' || /^[\r\n]/.test(text) ? '>' : '> ';
  return (
    start +
    text.replace(/(\r?\n|\r)(?=([^\r\n]?))/g, (_, end: string, next: string) => `${end}>${next && ' '}`)
  );
}

const RULE = '\n\n---\n';

/** The reference writes a block with unsupported lines on its own, without its surroundings. */
function alone(node: Paragraph | Heading | Table, write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error !== UNSUPPORTED) throw error;
    // The rule makes the end of the block plain, even if the block ends in a line break.
    return stringifyReference({ type: 'root', children: [node, { type: 'thematicBreak' }] }).slice(
      0,
      -RULE.length,
    );
  }
}

function writeParagraph(node: Paragraph, parent: Parent): string {
  const text = alone(node, () => writeLine(node.children, '\n', '\n', PHRASING));
  if (parent.type !== 'listItem' || typeof parent.checked !== 'boolean' || parent.children[0] !== node)
    return text;
  if (node.children.length === 0) throw UNSUPPORTED;
  return `[${parent.checked ? 'x' : ' '}] ${text}`;
}

function writeHeading(node: Heading): string {
  // A line break in a short heading changes its style; ours have none.
  if (node.depth < 3 && hasLineEnd(node)) throw UNSUPPORTED;
  return alone(node, () => {
    const sequence = '#'.repeat(Math.max(1, Math.min(6, node.depth)));
    const text = writeLine(node.children, '# ', '\n', PHRASING | HEADING);
    if (text === '') return sequence;
    const head = text.charCodeAt(0);
    const start = head === 9 || head === 32 ? `&#x${head.toString(16).toUpperCase()};${text.slice(1)}` : text;
    return `${sequence} ${start}`;
  });
}

function hasLineEnd(node: Nodes): boolean {
  if (node.type === 'break') return true;
  if ('value' in node) return /[\r\n]/.test(node.value);
  return 'children' in node && node.children.some((child) => hasLineEnd(child));
}

function writeCode(node: Code): string {
  const { value } = node;
  if (node.lang && !/^[\w+#.-]+$/.test(node.lang)) throw UNSUPPORTED;
  if (node.lang && node.meta) throw UNSUPPORTED;
  const longest = value.includes('`') ? Math.max(...(value.match(/`+/g) ?? []).map((run) => run.length)) : 0;
  const fence = '`'.repeat(Math.max(longest + 1, 3));
  return `${fence}${node.lang ?? ''}\n${value === '' ? '' : `${value}\n`}${fence}`;
}

function writeTable(node: Table): string {
  const rows = node.children.map(writeRow);
  const [head] = rows;
  const most = rows.reduce((columns, row) => Math.max(columns, row.length), 0);
  const columns = node.align?.length || most;
  while (head !== undefined && head.length < columns) head.push('');
  const delimiters = (head ?? []).map((_, index) => delimiter(node.align?.[index]));
  return [head ?? [], head?.length === 0 ? [''] : delimiters, ...rows.slice(1)].map(joinCells).join('\n');
}

function writeRow(row: TableRow): string[] {
  return row.children.map((cell) => writeLine(cell.children, ' ', ' ', PHRASING | CELL));
}

function delimiter(align: string | null | undefined): string {
  return `${align === 'center' || align === 'left' ? ':' : ''}---${align === 'center' || align === 'right' ? ':' : ''}`;
}

function joinCells(cells: readonly string[]): string {
  const filled = cells.length === 0 ? [''] : cells;
  let line = '|';
  for (const cell of filled) line += cell === '' ? ' |' : ` ${cell} |`;
  return line;
}

/** The separator of two blocks: one newline where a tight list allows it. */
function between(left: RootContent, right: RootContent, parent: Parent): string {
  return isTight(left, right, parent) ? '\n' : '\n\n';
}

function isTight(left: RootContent, right: RootContent, parent: Parent): boolean {
  if (!('spread' in parent) || typeof parent.spread !== 'boolean' || parent.spread) return false;
  if (left.type === 'blockquote' && right.type === 'blockquote') return false;
  if (left.type === 'paragraph' && right.type === 'list' && !interruptsParagraph(right)) return false;
  if (left.type === 'paragraph' && right.type === 'thematicBreak') return false;
  if (left.type === 'table' && (right.type === 'paragraph' || right.type === 'table'))
    return parent.type !== 'listItem';
  let tail: RootContent = left;
  while (
    (tail.type === 'blockquote' || tail.type === 'list' || tail.type === 'listItem') &&
    tail.children.length > 0
  ) {
    tail = tail.children.at(-1) as RootContent;
  }
  // Text joins the paragraph before it, also one at the end of a container.
  return tail.type !== 'paragraph' || right.type !== 'paragraph';
}

function interruptsParagraph(list: List): boolean {
  if (list.ordered && typeof list.start === 'number' && list.start !== 1) return false;
  return list.children.length === 0 || list.children[0]?.children.length !== 0;
}
