import { type Directive, FENCE, readDirective, splitPictures, withoutIndent } from './directive.js';

/** A place that pages of Sphinx refer to by its label. */
export interface LabelledPlace {
  /** From the source's root. */
  readonly path: string;
  /** Empty for the top of the page. */
  readonly fragment: string;
  /** The heading or caption at that place; empty where it has none. */
  readonly title: string;
}

const TARGET = /^[ \t]*\(([^()\n]{1,200})\)=[ \t]*$/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.{1,500}?)[ \t#]{0,50}$/;
/** `{#label}` before a heading or at its end. */
const ATTRIBUTE = /\{[^{}\n#]{0,200}#([\w:.-]{1,200})[^{}\n]{0,200}\}[ \t]*$/;
/** Directives whose content is code. */
const CODE = /^(?:code.*|sourcecode|parsed-literal|literalinclude|math|mermaid|raw|eval-rst)$/;
/** Lines of options and caption at the beginning of a directive. */
const MAX_HEAD = 30;

/** Labels are compared without regard to case and white space. */
export function labelKey(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The `id` that docutils gives to the place of a label. */
export function idOf(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}

/** A term of a glossary is a line that is neither indented nor its explanation. */
const TERM = /^[^\s:`{%].{0,200}$/;

/** The name of a term among the labels. */
export function termKey(term: string): string {
  return labelKey(`term ${term}`);
}

/** The `id` that Sphinx gives to a term. */
function termId(term: string): string {
  return `term-${term
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')}`;
}

function* labelsIn(path: string, text: string): Iterable<[key: string, place: LabelledPlace]> {
  const lines = text.split('\n');
  let waiting: string[] = [];
  let code = '';
  const open: string[] = [];
  let glossary = '';
  let isTop = true;
  for (const [at, line] of lines.entries()) {
    const [, indent = '', marks = '', name, argument = ''] = FENCE.exec(line) ?? [];
    if (code !== '') {
      if (marks.startsWith(code) && line.trim() === marks) code = '';
      continue;
    }
    if (line.trim() === marks && marks.startsWith(open.at(-1) ?? ' ')) {
      open.pop();
      continue;
    }
    const target = TARGET.exec(line)?.[1] ?? (line.startsWith('{') ? ATTRIBUTE.exec(line)?.[1] : undefined);
    if (target !== undefined) waiting.push(target);
    if (target !== undefined || line.trim() === '') continue;
    if (glossary !== '' && open.at(-1) === glossary && TERM.test(line)) {
      const term = line.trim();
      yield [termKey(term), { path, fragment: termId(term), title: term }];
    }
    const head = lines.slice(at + 1, at + MAX_HEAD).map((one) => withoutIndent(one, indent.length));
    const directive = name === undefined ? undefined : readDirective(name, argument, head, marks);
    const heading = HEADING.exec(line);
    const own = heading === null ? directive && nameOf(directive) : ATTRIBUTE.exec(line)?.[1];
    const title =
      heading?.[2]?.replace(ATTRIBUTE, '').trim() ?? (directive === undefined ? '' : titleOf(directive));
    for (const label of own === undefined ? waiting : [...waiting, own])
      yield [labelKey(label), { path, fragment: isTop && heading !== null ? '' : idOf(label), title }];
    waiting = [];
    isTop = false;
    if (marks === '' || (name === undefined && marks.startsWith(':'))) continue;
    if (name === undefined || CODE.test(name)) code = marks;
    else open.push(marks);
    if (name === 'glossary') glossary = marks;
  }
}

function nameOf({ name, argument, options }: Directive): string | undefined {
  return (
    options.get('name') ??
    options.get('label') ??
    (name === 'figure-md' && argument !== '' ? argument : undefined)
  );
}

/** The caption of a figure is its first paragraph; code has it in an option. */
function titleOf({ name, argument, options, body }: Directive): string {
  if (/^(?:math|image|figure-md)$/.test(name)) return '';
  if (CODE.test(name)) return options.get('caption') ?? '';
  if (name !== 'figure') return argument;
  const fence = body.findIndex((line) => FENCE.test(line));
  const [, caption] = splitPictures(argument, fence < 0 ? body : body.slice(0, fence));
  const end = caption.findIndex((line) => line.trim() === '');
  return caption
    .slice(0, end < 0 ? undefined : end)
    .join(' ')
    .trim();
}

/**
 * The labels in the pages of a folder.
 * @param textOf the text of a page that others may show
 */
export function labelIndex(
  files: readonly string[],
  textOf: (path: string) => string | undefined,
): ReadonlyMap<string, LabelledPlace> {
  const pages = files.filter((path) => /\.md$/i.test(path));
  // The first of several counts.
  return new Map(pages.flatMap((path) => [...labelsIn(path, textOf(path) ?? '')]).reverse());
}
