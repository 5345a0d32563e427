/**
 * MyST, the Markdown of Sphinx and Jupyter Book: directives, roles and references to labels become the Markdown and
 * HTML that the renderer reads from every generator.
 * @see https://myst-parser.readthedocs.io/en/latest/syntax/typography.html
 */

import type { PrivacyRules } from '../../../../config/config.js';
import { dedent, indentLines } from '../../../../content/body/markdown/components/write.js';
import { cutMarkdownGates } from '../../../../content/privacy/markdown/cut.js';
import { isObject, objectOf } from '../../../../core/json.js';
import type { Warnings } from '../../../../core/warnings.js';
import type { RawEntry } from '../../../port.js';
import { stripComments } from '../../comments.js';
import type { Includes } from '../includes.js';
import { FENCE, readDirective, withoutIndent } from './directive.js';
import { type MystPage, writeDirective } from './directives.js';
import { expandInline } from './inline.js';

/** `+++` ends a block, `(label)=` names a place, `:orphan:` is for Sphinx; a fence that was closed before. */
const UNSEEN =
  /^(?:[ \t]*(?:\+{3,}(?:[ \t].*)?|\([^()\n]+\)=[ \t]*|:{3,}[ \t]*)|:(?:orphan|nocomments|tocdepth):.*)$/;

/** Deeper directives stay as written. */
const MAX_DEPTH = 30;

/** A field, where the extension for them is on. */
const FIELD = /^:([A-Za-z][^:\n]{0,100}):[ \t]+(\S.*)$/;

/** Characters that substitutions may add to a page. */
const MAX_SUBSTITUTED = 100_000;

/** Expands the body of a page of Sphinx or Jupyter Book. */
export function expandMyst(
  entry: RawEntry,
  text: string,
  includes: Includes,
  { warnings, privacy }: { readonly warnings: Warnings; readonly privacy: PrivacyRules | undefined },
): string {
  const substitutions = substitutionsOf(entry, includes);
  const lost: string[] = [];
  let left = MAX_SUBSTITUTED;
  const substitute = (key: string) => {
    const value = substitutions.get(key);
    left -= value?.length ?? 0;
    return left < 0 ? undefined : value;
  };
  const inline = (part: string) => expandInline(part, { includes, substitute });
  let depth = 0;
  const page: MystPage = {
    includes,
    inline,
    shown: (file) =>
      stripComments(
        privacy === undefined ? file : cutMarkdownGates(file, privacy).text,
        includes.layout.generator,
        true,
      ),
    lost: (name) => lost.push(name),
    blocks(lines) {
      if (depth >= MAX_DEPTH) return lines.join('\n');
      depth += 1;
      const written = expandLines(lines, page, substitute);
      depth -= 1;
      return written;
    },
  };
  const written = page.blocks(text.split('\n'));
  listLost(lost, entry.key, warnings);
  return written;
}

function expandLines(
  lines: readonly string[],
  page: MystPage,
  substitute: (key: string) => string | undefined,
): string {
  const out: string[] = [];
  let text: string[] = [];
  const hasFields = hasExtension(page.includes, 'fieldlist');
  let isInList = false;
  const flush = () => {
    if (text.length > 0) out.push(page.inline(text.join('\n')));
    text = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const [, indent = '', marks = '', name, argument = ''] = fence ?? [];
    const key = /^[ \t]*\{\{[ \t]*([\w-]+)[ \t]*\}\}[ \t]*$/.exec(line)?.[1];
    const value = key === undefined ? undefined : substitute(key);
    // Indented text in no list or footnote is code.
    if (/^ {0,3}\S/.test(line)) isInList = /^ *(?:[-*+:]|\d{1,9}[.)]|\[\^[^\]\n]+\]:)[ \t]/.test(line);
    const isFence = fence !== null && (isInList || indent.length < 4);
    const isCode = !marks.startsWith(':');
    let end = at + 1;
    if (isFence && (isCode || name !== undefined)) {
      end = fenceEnd(lines, at, marks);
      const isClosed = end > at + 1 && isClosing(lines[end - 1] ?? '', marks);
      const inner = lines
        .slice(at + 1, isClosed ? end - 1 : end)
        .map((one) => withoutIndent(one, indent.length));
      const written =
        name === undefined ? undefined : writeDirective(readDirective(name, argument, inner, marks), page);
      flush();
      out.push(
        written === undefined ? lines.slice(at, end).join('\n') : `\n${indentLines(written, indent)}\n`,
      );
    } else if (value?.includes('\n') === true) {
      flush();
      out.push(`\n${page.blocks(dedent(value).split('\n'))}\n`);
    } else if (!UNSEEN.test(line)) {
      const [, field, content] = (hasFields && FIELD.exec(line)) || [];
      if (field !== undefined) text.push('', field);
      // The label of a formula comes after its closing dollars.
      text.push(field === undefined ? line.replace(/(\$\$)[ \t]*\([\w:.-]+\)[ \t]*$/, '$1') : `: ${content}`);
    }
    at = end;
  }
  flush();
  return out.join('\n');
}

function isClosing(line: string, marks: string): boolean {
  const written = line.trim();
  return written.length >= marks.length && written === marks.charAt(0).repeat(written.length);
}

/** The index after the line that closes a fence; a fence without an end closes with the text. */
function fenceEnd(lines: readonly string[], start: number, marks: string): number {
  const end = lines.findIndex((line, at) => at > start && isClosing(line, marks));
  return end < 0 ? lines.length : end + 1;
}

function hasExtension({ layout }: Includes, name: string): boolean {
  const config = layout.config?.values ?? {};
  const given = config['myst_enable_extensions'] ?? objectOf(config['parse'])['myst_enable_extensions'];
  return Array.isArray(given) && given.includes(name);
}

/** The page's own substitutions go before those of the configuration. */
function substitutionsOf({ extra }: RawEntry, { layout }: Includes): ReadonlyMap<string, string> {
  const config = layout.config?.values ?? {};
  const all = [
    config['myst_substitutions'],
    objectOf(config['parse'])['myst_substitutions'],
    objectOf(objectOf(config['sphinx'])['config'])['myst_substitutions'],
    extra?.['substitutions'],
    extra?.['myst_substitutions'],
    isObject(extra?.['myst']) ? extra['myst']['substitutions'] : undefined,
  ];
  const texts = all.flatMap((one) => (isObject(one) ? Object.entries(one) : []));
  return new Map(
    texts.flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [],
    ),
  );
}

/** Warns about directives whose text only Sphinx could write. */
function listLost(names: readonly string[], file: string, warnings: Warnings): void {
  for (const name of new Set(names)) {
    warnings.add({
      code: 'markdown-directive-lost',
      file,
      message: `Only Sphinx can write {${name}}; the twin leaves it out.`,
      fix: 'Build from the pages that Sphinx has written, or write the text in Markdown.',
      count: names.filter((one) => one === name).length,
      written: `{${name}}`,
    });
  }
}
