import { isObject, type JsonObject, objectsOf, textOf } from '../../../core/json.js';
import { replaceInProse } from '../../../core/prose.js';

const BLOCK = /^[ \t]*\[block:([\w-]+)\]/gm;
const END = '[/block]';
/** A term, or a value that only its readers have: `<<apiKey>>`. */
const VARIABLE = /(\\?)<<(?:glossary:([^<>\n]+)|([A-Za-z][\w-]*))>>/g;
const HTML_BLOCK = /<HTMLBlock>\s*\{\s*`([^`]*)`\s*\}\s*<\/HTMLBlock>/g;
const LINK = /(\]\(|\bhref=")(doc|ref|page|changelog|recipe):(?=[\w-]+[)"#])/g;
/** Where the site has the pages of a kind. */
const FOLDERS: Readonly<Record<string, string>> = { doc: 'docs', ref: 'reference', recipe: 'recipes' };

/** Cells without a text for each with one. */
const MAX_EMPTY = 100;
const ALERTS: Readonly<Record<string, string>> = { success: 'TIP', warning: 'WARNING', danger: 'CAUTION' };

/**
 * Writes the blocks of ReadMe, whose data is JSON between `[block:code]` and `[/block]`, as Markdown. Others stay.
 * @param text Markdown with `\n` line ends
 * @see https://docs.readme.com/rdmd/docs/magic-blocks
 */
export function expandMagicBlocks(text: string): string {
  if (!text.includes('[block:')) return withValues(text);
  let hasEnd = true;
  const blocks = replaceInProse(text, new RegExp(BLOCK), (match) => {
    const start = match.index + match[0].length;
    const end = hasEnd ? text.indexOf(END, start) : -1;
    hasEnd = end >= 0;
    const data = hasEnd ? parsed(text.slice(start, end)) : undefined;
    const written = data && WRITERS[match[1] ?? '']?.(data);
    return written === undefined
      ? { text: match[0], end: start }
      : { text: `\n\n${written}\n\n`, end: end + END.length };
  });
  return withValues(blocks);
}

function withValues(text: string): string {
  const html = text.includes('<HTMLBlock>') ? text.replace(HTML_BLOCK, '\n\n$1\n\n') : text;
  const linked = /(?:doc|ref|page|changelog|recipe):/.test(html)
    ? replaceInProse(html, new RegExp(LINK), ({ index, 0: { length }, 1: before = '', 2: kind = '' }) => ({
        text: `${before}/${FOLDERS[kind] ?? kind}/`,
        end: index + length,
      }))
    : html;
  if (!linked.includes('<<')) return linked;
  return replaceInProse(
    linked,
    new RegExp(VARIABLE),
    ({ index, 0: { length }, 1: before, 2: term, 3: name = '' }) => ({
      text: before === '' ? (term ?? name) : `\\<\\<${term ?? name}>>`,
      end: index + length,
    }),
  );
}

function parsed(json: string): JsonObject | undefined {
  try {
    const data: unknown = JSON.parse(json);
    return isObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

const WRITERS: Readonly<Record<string, (data: JsonObject) => string | undefined>> = {
  callout: ({ type, title, body }) => {
    const lines = [textOf(title) && `**${textOf(title)}**`, textOf(body)].filter(Boolean).join('\n\n');
    return [`[!${ALERTS[textOf(type)] ?? 'NOTE'}]`, ...lines.split('\n')]
      .map((line) => `> ${line}`)
      .join('\n');
  },
  code: ({ codes }) => objectsOf(codes).map(writeCode).join('\n\n'),
  parameters: writeTable,
  'api-header': ({ title, level }) =>
    `${'#'.repeat(level === 1 || level === 3 ? level : 2)} ${textOf(title)}`,
  image: ({ images }) =>
    objectsOf(images)
      .map(({ image, caption }) => `![${textOf(caption)}](${textOf([image].flat()[0])})`)
      .join('\n\n'),
  embed: ({ url, title }) => `[${textOf(title) || textOf(url)}](${textOf(url)})`,
  html: ({ html }) => textOf(html),
  textarea: ({ text }) => textOf(text),
};

function writeCode({ code, language, name }: JsonObject): string {
  const text = textOf(code).trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  const label = textOf(name) && `**${textOf(name)}**\n\n`;
  return `${label}${fence}${textOf(language).split('|')[0]}\n${text}\n${fence}`;
}

/** Cells have the keys `0-1`, those of the head `h-1`. */
function writeTable({ data, cols, rows }: JsonObject): string | undefined {
  if (!isObject(data) || typeof cols !== 'number' || typeof rows !== 'number') return undefined;
  if (Math.max(cols, 1) * Math.max(rows, 1) > Object.keys(data).length * MAX_EMPTY) return undefined;
  const row = (name: string | number) => {
    const cells = Array.from({ length: cols }, (_, at) => textOf(data[`${name}-${at}`]));
    return `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
  };
  return [row('h'), `|${' --- |'.repeat(cols)}`, ...Array.from({ length: rows }, (_, at) => row(at))].join(
    '\n',
  );
}
