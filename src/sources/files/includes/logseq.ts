/**
 * Notes of Logseq:
 *
 * | Written | Becomes |
 * |---|---|
 * | `key:: value` | `**key:** value`; properties that readers don't see go |
 * | `#+BEGIN_NOTE`, `TIP`, `WARNING` and the like | an alert |
 * | `#+BEGIN_QUOTE`; `#+BEGIN_SRC lang`, `EXAMPLE` | a quote; code |
 * | `#+BEGIN_QUERY`, `{{query …}}`, `:LOGBOOK:` | nothing |
 * | `[text](((id)))`, `((id))` | the text; that of the block in the same note |
 * | `{{cloze words}}`, `{{name red,blue}}` with `:macros` in the settings | the words; the text of the macro |
 * | blocks with a tab below a heading or paragraph | blocks without it, as they would be code |
 * | `{{embed [[Note]]}}`, `{{youtube address}}`, `{{video address}}` | the note; a link |
 */
import { readProjectText } from '../config-file.js';
import type { Includes } from './includes.js';

const FENCE = /^[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const PROPERTY = /^([ \t]*)(- )?([A-Za-z][\w./-]*)::(?:[ \t]+(.*)|[ \t]*)$/;
const HIDDEN =
  /^(?:id|collapsed|heading|title|alias|icon|public|filters|todo|doing|now|later|done|template(?:-.*)?|created[-_]at|updated[-_]at|exclude-from-graph-view|(?:query|card|background|logseq|hl|ls)[.-].*)$/i;
const BLOCK = /^([ \t]*)(- )?#\+BEGIN_(\w+)[ \t]*(\S*).*$/i;
const LOGBOOK = /^[ \t]*:LOGBOOK:[ \t]*$/;
const ALERTS = /^(?:note|tip|important|warning|caution)$/i;
const ID = /\(\(([\da-f]{8}-[\da-f-]{27})\)\)/g;

/** The settings of Logseq. */
const SETTINGS = 'logseq/config.edn';
const MACRO = /(?<!`)\{\{([\w-]+)(?:[ \t]+([^{}\n]*))?\}\}/g;
/** Macros may use others, up to this depth. */
const MAX_DEPTH = 3;

type Macros = ReadonlyMap<string, string>;

/** The texts of macros by name: `:macros {"poem" "Rose is $1."}`. */
function readMacros(settings: string): Macros {
  const plain = settings.replace(/"(?:[^"\\]|\\.)*"|;[^\n]*/g, (part) => (part.startsWith(';') ? '' : part));
  const [, map = ''] = /:macros\s*\{((?:[^{}"]|"(?:[^"\\]|\\.)*")*)\}/.exec(plain) ?? [];
  const texts = Array.from(map.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  );
  return new Map(texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1] ?? ''] as const] : [])));
}

/** Writes the words of `{{cloze}}` and the texts of the graph's own macros. */
function expandMacros(line: string, macros: Macros, depth = 0): string {
  return line.replace(MACRO, (found, name: string, words: string = '') => {
    if (name === 'cloze') return words.replace(/\\.*$/, '').trim();
    const text = macros.get(name);
    if (text === undefined || depth >= MAX_DEPTH) return found;
    const values = words.split(',').map((one) => one.trim());
    const filled = text.replace(/\$(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '');
    const [, content = filled] = /^\[:[\w.#-]+[ \t]+"([^"]*)"\]$/.exec(filled) ?? [];
    return expandMacros(content, macros, depth + 1);
  });
}

function withMacros(text: string, { layout }: Includes): string {
  if (!text.includes('{{')) return text;
  const macros = readMacros(readProjectText(layout.root, SETTINGS) ?? '');
  return text
    .split('\n')
    .map((line) => expandMacros(line, macros))
    .join('\n');
}

/** Writes what Logseq shows of a note in Markdown; the text of other folders stays. */
export function expandLogseq(text: string, includes: Includes): string {
  if (!/^\t|::|:LOGBOOK:|#\+BEGIN_|\(\(|\{\{/im.test(text) || !includes.hasFile(SETTINGS)) return text;
  const lines = outdented(withMacros(text, includes).split('\n'));
  const written: string[] = [];
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    if (fence === undefined && LOGBOOK.test(line)) {
      at = endOfLogbook(lines, at);
      continue;
    }
    const block = fence === undefined ? blockAt(lines, at) : undefined;
    if (block !== undefined) {
      written.push(...block.lines.map((one) => (block.isCode ? one : withReferences(one, lines))));
      at = block.end;
    } else if (fence === undefined && mark === undefined) addLine(written, line, lines);
    else written.push(line);
  }
  return written.join('\n');
}

/** The lines with one tab less where they are below a line that isn't an item of a list. */
function outdented(lines: readonly string[]): readonly string[] {
  let isBelowText = false;
  return lines.map((line) => {
    if (/^\S/.test(line)) isBelowText = !/^[-*+] /.test(line) && !FENCE.test(line);
    return isBelowText ? line.replace(/^\t/, '') : line;
  });
}

/** The last line of the times that a task took; the first one, where they have no end in their block. */
function endOfLogbook(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !/^[ \t]*(?::END:[ \t]*$|[-*] )/.test(lines[at] ?? '')) at += 1;
  return /:END:/.test(lines[at] ?? '') ? at : from;
}

function addLine(written: string[], line: string, lines: readonly string[]): void {
  const [, indent = '', bullet = '', key, value = ''] = PROPERTY.exec(line) ?? [];
  if (key === undefined) {
    written.push(withReferences(line, lines));
    return;
  }
  if (HIDDEN.test(key) || value.trim() === '') {
    if (bullet !== '') written.push(`${indent}-`);
    return;
  }
  const last = written.at(-1) ?? '';
  if (bullet === '' && last.trim() !== '') written[written.length - 1] = `${last.trimEnd()}  `;
  written.push(`${indent}${bullet}**${key}:** ${withReferences(value, lines)}`);
}

/** The lines from `#+BEGIN_…` to its end; undefined elsewhere. */
function blockAt(lines: readonly string[], from: number) {
  const [, indent = '', bullet = '', kind = '', word = ''] = BLOCK.exec(lines[from] ?? '') ?? [];
  if (kind === '') return undefined;
  const isEnd = new RegExp(`^[ \\t]*#\\+END_${kind}[ \\t]*$`, 'i');
  const end = lines.findIndex((line, at) => at > from && isEnd.test(line));
  if (end < 0) return undefined;
  const inner = `${indent}${' '.repeat(bullet.length)}`;
  const content = lines
    .slice(from + 1, end)
    .map((line) => line.slice(/^[ \t]*/.exec(line.slice(0, inner.length))?.[0].length));
  const isCode = /^(?:src|example)$/i.test(kind);
  const parts = isCode
    ? [`\`\`\`${word}`, ...content, '```']
    : /^(?:query|export|comment)$/i.test(kind)
      ? []
      : ALERTS.test(kind) || /^quote$/i.test(kind)
        ? [...(ALERTS.test(kind) ? [`[!${kind.toUpperCase()}]`] : []), ...content].map((one) => `> ${one}`)
        : content;
  const [first = '', ...others] = parts;
  return { end, isCode, lines: [`${indent}${bullet}${first}`, ...others.map((one) => `${inner}${one}`)] };
}

function withReferences(line: string, lines: readonly string[]): string {
  if (!/\(\(|\{\{/.test(line)) return line;
  return line
    .replace(/(?<![`{])\{\{embed[ \t]+\[\[([^\]\n]+)\]\][ \t]*\}\}/g, '![[$1]]')
    .replace(/(?<!`)\{\{(?:youtube|video|vimeo|bilibili)[ \t]+(https?:\/\/[^\s}]+)[ \t]*\}\}/g, 'Video: <$1>')
    .replace(/(?<!`)\{\{(?:tweet|twitter)[ \t]+(https?:\/\/[^\s}]+)[ \t]*\}\}/g, 'Post: <$1>')
    .replace(
      /(?<!`)\{\{(?:query|embed|renderer|cards|function|namespace|youtube-timestamp)\b[^}\n]*(?:\}(?!\})[^}\n]*)*\}\}/g,
      '',
    )
    .replace(/\[([^\]\n]+)\]\(\(\([\da-f-]{36}\)\)\)/g, '$1')
    .replace(ID, (found, id: string) => (line.includes(`\`${found}`) ? found : textOf(id, lines)));
}

/** The text of the block with an id. */
function textOf(id: string, lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.trim() === `id:: ${id}`);
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? '';
    if (/^[ \t]*- /.test(line)) return line.replace(/^[ \t]*- (?:#+[ \t]+)?/, '').replace(ID, '');
  }
  return '';
}
