import { posix } from 'node:path';
import { openCallout } from '../../../../content/body/markdown/callout.js';
import { details } from '../../../../content/body/markdown/components/write.js';
import { capitalised } from '../../../../core/text.js';
import { csvLines } from '../../csv.js';
import { baseOf } from '../../layout.js';
import type { Includes } from '../includes.js';
import { type Directive, partOf, splitPictures, withRelativeLinks } from './directive.js';
import { listRows } from './list-table.js';

/** The page in which a directive stands. */
export interface MystPage {
  readonly includes: Includes;
  /** Expands the directives and roles in a text. */
  blocks(lines: readonly string[]): string;
  /** Expands the roles in a line. */
  inline(text: string): string;
  /** The text of an included file without what Sphinx never shows, and without parts for some readers. */
  shown(text: string): string;
  /** Names a directive whose text only Sphinx could write. */
  lost(name: string): void;
}

type Form = (directive: Directive, page: MystPage) => string;

const CALLOUT = /^(?:attention|caution|danger|error|hint|important|note|seealso|tip|warning)$/;

/** Directives of lists, indexes and settings, without a text of their own. */
const SILENT =
  /^(?:toctree|contents|tableofcontents|index|highlight|currentmodule|module|default-role|sectnum|meta|tabularcolumns|role|replace|sectionauthor|codeauthor)$/;

/** Directives whose content is the text. */
const PLAIN =
  /^(?:margin|aside|grid|grid-item|tab-set|tabs|tab-set-code|container|div|hlist|full-width|compound|class|rst-class|toggle|only|card-carousel)$/;

/** Directives with a title over their content: tabs, boxes, headings. */
const TITLED = /^(?:tab|tab-item|tabbed|rubric|topic|sidebar)$/;

/** Theorems and exercises, with the kind over them. */
const STATEMENT = /^(?:(?:prf|proof):\w+|exercise|solution)$/;

/** Directives whose text only Sphinx or its extensions can write. */
const LOST =
  /^(?:eval-rst|ifconfig|auto\w+|bibliography|footbibliography|glue(?::\w+)?|program-output|command-output|jupyter-execute|nb-exec-table|click|argparse|doxygen\w+|plot|graphviz|inheritance-diagram)$/;

const CODE: Form = ({ argument, options, body, name }, page) => {
  if (/remove[-_](?:cell|input)/.test(options.get('tags') ?? '')) return '';
  const language = name === 'parsed-literal' ? '' : argument || (name === 'code-cell' ? 'python' : '');
  return fence(language.replace(/^ipython3?$/, 'python'), body, page, options.get('caption'));
};

const FORMS: Readonly<Record<string, Form>> = {
  admonition: (directive, page) => {
    const classes = directive.options.get('class')?.split(/[\s,]+/) ?? [];
    return callout(
      classes.find((one) => CALLOUT.test(one)) ?? 'note',
      directive.argument,
      directive.body,
      page,
    );
  },
  code: CODE,
  'code-block': CODE,
  sourcecode: CODE,
  'code-cell': CODE,
  'parsed-literal': CODE,
  literalinclude: (directive, page) => {
    const { options, argument } = directive;
    const text = fileText(directive, page, false);
    const extension = posix.extname(argument).slice(1).replace(/^txt$/, '');
    return text === undefined
      ? ''
      : fence(options.get('language') ?? extension, text.split('\n'), page, options.get('caption'));
  },
  include: (directive, page) => {
    const { options, argument } = directive;
    const language = options.get('code') ?? options.get('literal');
    if (language !== undefined)
      return fence(language, (fileText(directive, page, false) ?? '').split('\n'), page);
    if (!/\.rst$/.test(argument)) return fileText(directive, page, true) ?? '';
    page.lost('include');
    return '';
  },
  math: ({ argument, body }) => formulas([argument, ...body]),
  image: picture,
  figure: (directive, page) => {
    const [pictures, words] = splitPictures(directive.argument, directive.body);
    const [caption, legend] = firstParagraph(words);
    const image = pictures.length === 0 ? picture(directive) : page.blocks(pictures);
    return figure(image, page.blocks(caption), page.blocks(legend));
  },
  'figure-md': ({ body }, page) => {
    const [image, caption] = firstParagraph(body);
    return figure(page.blocks(image), page.blocks(caption), '');
  },
  table: ({ argument, body }, page) => `${captionLine(argument, page)}${page.blocks(body)}`,
  'list-table': ({ argument, options, body }, page) =>
    `${captionLine(argument, page)}${table(listRows(body), Number(options.get('header-rows') ?? 0), page)}`,
  'csv-table': csvTable,
  glossary: ({ body }, page) =>
    page.blocks(body.some((line) => /^:\s/.test(line)) ? body : definitions(body)),
  dropdown: ({ argument, body }, page) => details(argument || 'Details', page.blocks(body)),
  card,
  'grid-item-card': card,
  centered: (directive, page) => page.inline(directive.argument),
  'button-link': ({ argument, body }, page) =>
    page.inline(`[${body.join(' ').trim() || argument}](<${argument}>)`),
  'button-ref': ({ argument, body, options }, page) => {
    const text = body.join(' ').trim();
    const role = options.get('ref-type') === 'doc' ? 'doc' : 'any';
    return page.inline(`{${role}}\`${text === '' ? argument : `${text} <${argument}>`}\``);
  },
  epigraph: quote,
  highlights: quote,
  'pull-quote': quote,
  versionadded: version('Added in version'),
  versionchanged: version('Changed in version'),
  versionremoved: version('Removed in version'),
  deprecated: version('Deprecated since version'),
  raw: ({ argument, body }) => (argument === 'html' ? body.join('\n') : ''),
  video: ({ argument }) => `Video: <${argument}>`,
  iframe: ({ argument }) => `Embedded: <${argument}>`,
  youtube: ({ argument }) => `Video: <https://www.youtube.com/watch?v=${argument}>`,
  mermaid: ({ body }, page) => fence('mermaid', body, page),
};

/** The Markdown of a directive. Returns undefined for a directive that isn't known. */
export function writeDirective(directive: Directive, page: MystPage): string | undefined {
  const { name, argument, body, marks } = directive;
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form !== undefined) return form(directive, page);
  if (CALLOUT.test(name)) {
    // Other than in Sphinx, the argument is the title.
    const isTitled =
      page.includes.layout.generator === 'myst' && argument !== '' && body.join('').trim() !== '';
    const title = isTitled ? argument : name === 'seealso' ? 'See also' : '';
    return callout(name, title, isTitled ? body : [argument, ...body], page);
  }
  if (SILENT.test(name)) return '';
  if (TITLED.test(name)) return titled(argument, body, page);
  if (STATEMENT.test(name)) {
    const label = capitalised(name.split(':').at(-1) ?? name);
    return titled(argument === '' ? label : `${label} (${argument})`, body, page);
  }
  if (/^(?:py|c|cpp|js|std|rst):[\w-]+$/.test(name)) return `\`${argument}\`\n\n${page.blocks(body)}`;
  // One without a text of its own is computed: a list of posts, a gallery.
  const isComputed = !marks.startsWith(':') && !PLAIN.test(name) && body.every((line) => line.trim() === '');
  if (LOST.test(name) || isComputed) {
    page.lost(name);
    return '';
  }
  if (PLAIN.test(name)) return page.blocks(body);
  // Later steps decide about containers that aren't known: some are for some readers.
  if (!marks.startsWith(':')) return undefined;
  return `${marks}${name.replace(/[^\w-]+/g, '-')} ${argument}\n\n${page.blocks(body)}\n\n${marks}`;
}

function callout(kind: string, title: string, body: readonly string[], page: MystPage): string {
  const label = title === '' ? capitalised(kind) : page.inline(title);
  return `${openCallout(kind, '')}\n\n**${label}**\n\n${page.blocks(body)}\n\n</blockquote>`;
}

function titled(title: string, body: readonly string[], page: MystPage): string {
  return `${title === '' ? '' : `**${page.inline(title)}**\n\n`}${page.blocks(body)}`;
}

function version(label: string): Form {
  return ({ argument, body }, page) => {
    const [, number = argument, text = ''] = /^(\S+)\s+(.*)$/s.exec(argument) ?? [];
    const rest = [text, ...body].join('\n').trim();
    return page.blocks(`**${label} ${number}${rest === '' ? '' : ':'}** ${rest}`.split('\n'));
  };
}

function card({ argument, options, body }: Directive, page: MystPage): string {
  const content = page.blocks(body.map((line) => line.replace(/^(?:\^{3,}|\+{3,})[ \t]*$/, '')));
  const target = options.get('link');
  const type = options.get('link-type');
  const isRole = type === 'ref' || type === 'doc' || type === 'any';
  const linked = isRole ? `{${type}}\`${argument} <${target}>\`` : `[${argument}](<${target}>)`;
  if (argument === '') return content;
  return `**${page.inline(target === undefined ? argument : linked)}**\n\n${content}`;
}

/** A quotation; its last line may name the source after two hyphens. */
function quote({ argument, body }: Directive, page: MystPage): string {
  const text = [argument, ...body].map((line) => line.replace(/^(?:--|—)[ \t]*(?=\S)/, '\n— ')).join('\n');
  return `<blockquote>\n\n${page.blocks(text.split('\n'))}\n\n</blockquote>`;
}

function fence(language: string, body: readonly string[], page: MystPage, caption = ''): string {
  const longest = Math.max(2, ...body.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const marks = '`'.repeat(longest + 1);
  return `${captionLine(caption, page)}${marks}${language}\n${body.join('\n').trimEnd()}\n${marks}`;
}

function captionLine(caption: string, page: MystPage): string {
  return caption === '' ? '' : `<figcaption>\n\n${page.inline(caption)}\n\n</figcaption>\n\n`;
}

/** Blank lines separate formulas. */
function formulas(lines: readonly string[]): string {
  const parts = lines.join('\n').split(/\n[ \t]*\n/);
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `$$\n${part}\n$$`)
    .join('\n\n');
}

function picture({ argument, options }: Directive): string {
  const alt = (options.get('alt') ?? '').replace(/[\\[\]]/g, '\\$&');
  const image = `![${alt}](<${argument}>)`;
  const target = options.get('target');
  return target === undefined ? image : `[${image}](<${target}>)`;
}

function figure(image: string, caption: string, legend: string): string {
  const words = caption.trim() === '' ? '' : `\n\n<figcaption>\n\n${caption}\n\n</figcaption>`;
  return `<figure>\n\n${image}${words}\n\n</figure>\n\n${legend}`.trimEnd();
}

function firstParagraph(body: readonly string[]): readonly [readonly string[], readonly string[]] {
  const start = body.findIndex((line) => line.trim() !== '');
  const end = body.findIndex((line, at) => at > start && line.trim() === '');
  return end < 0 ? [body, []] : [body.slice(0, end), body.slice(end + 1)];
}

function table(rows: readonly (readonly (readonly string[])[])[], heads: number, page: MystPage): string {
  const written = rows.map((cells, at) => {
    const tag = at < heads ? 'th' : 'td';
    const inner = cells.map((cell) => `<${tag}>\n\n${page.blocks(cell).trim()}\n\n</${tag}>`);
    return `<tr>\n${inner.join('\n')}\n</tr>`;
  });
  const head = written.slice(0, heads).join('\n');
  const body = written.slice(heads).join('\n');
  return `<table>\n${head === '' ? '' : `<thead>\n${head}\n</thead>\n`}<tbody>\n${body}\n</tbody>\n</table>`;
}

function csvTable(directive: Directive, page: MystPage): string {
  const { argument, options, body } = directive;
  const file = options.get('file');
  const text = file === undefined ? body.join('\n') : fileText({ ...directive, argument: file }, page, false);
  const header = options.get('header');
  const rows = csvLines(
    [header ?? '', text ?? '']
      .join('\n')
      .replace(/^\n/, '')
      .replace(/,[ \t]+(?=")/g, ','),
  );
  const heads = Number(options.get('header-rows') ?? 0) + (header === undefined ? 0 : 1);
  const cells = rows.map((row) => row.map((cell) => cell.trim().split('\n')));
  return `${captionLine(argument, page)}${table(cells, heads, page)}`;
}

/** Terms begin their lines, and their texts are indented. */
function definitions(body: readonly string[]): readonly string[] {
  let isFirst = false;
  return body.map((line) => {
    if (/^\S/.test(line)) {
      isFirst = true;
      return line;
    }
    if (!isFirst || line.trim() === '') return line.trim() === '' ? '' : `  ${line.trim()}`;
    isFirst = false;
    return `: ${line.trim()}`;
  });
}

/** The text of a file that a directive names, or the part that it selects. */
function fileText(
  directive: Directive,
  { includes, blocks, shown }: MystPage,
  isMarkdown: boolean,
): string | undefined {
  const { argument, options, name } = directive;
  const folder = baseOf(includes.page, includes.layout)?.folder ?? '';
  const path = argument.startsWith('/')
    ? posix.join(folder, argument)
    : posix.join(posix.dirname(includes.file), argument);
  return includes.text([path], `{${name}} ${argument}`, (text) => {
    const part = partOf(text, options);
    const linked = () => withRelativeLinks(shown(part), options, [includes.page, path]);
    return isMarkdown ? blocks(linked().split('\n')) : part;
  });
}
