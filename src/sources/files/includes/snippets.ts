/**
 * Snippets of MkDocs (`pymdownx.snippets`): `--8<-- "file"` on a line of its own, and blocks of file names
 * between two such marks. They work in code as well.
 * @see https://facelessuser.github.io/pymdown-extensions/extensions/snippets/
 */

import { posix } from 'node:path';
import { objectOf, stringsOf } from '../../../core/json.js';
import type { Includes } from './includes.js';
import { linesBetween, partBetween } from './lines.js';

const LINE = /^([ \t]*)(;?)(-{1,}8<-{1,})[ \t]+(?:"([^"\n]+)"|'([^'\n]+)')[ \t]*$/;
const BLOCK = /^([ \t]*)(;?)(-{1,}8<-{1,})[ \t]*$/;
const FILE_NAME = /^(?:;.*|\S*|.*\.\w+(?::[\w:,-]*)?)$/;
const SECTION_MARK = /-{1,}8<-{1,}[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/i;

/** Expands the snippets of a text, and adds the files that the configuration appends to every page. */
export function expandSnippets(text: string, includes: Includes): string {
  const settings = settingsOf(includes);
  const expanded = text.includes('8<-') ? expand(text, settings.basePaths, includes) : text;
  const appended = settings.appended.flatMap(
    (file) => textOf(file, file, settings.basePaths, includes) ?? [],
  );
  return [expanded, ...appended].join('\n\n');
}

interface Settings {
  readonly basePaths: readonly string[];
  readonly appended: readonly string[];
}

function settingsOf({ layout: { root, config } }: Includes): Settings {
  const extensions = config?.values['markdown_extensions'];
  const list = Array.isArray(extensions) ? extensions : [extensions];
  // In TOML, the dot of the name is a level.
  const snippets = list
    .map(objectOf)
    .flatMap((item) => [
      objectOf(item['pymdownx.snippets']),
      objectOf(objectOf(item['pymdownx'])['snippets']),
    ]);
  const written = snippets.map((item) => item['base_path']).find((value) => value !== undefined);
  const appended = snippets.map((item) => item['auto_append']).find((value) => value !== undefined);
  const project = config === undefined ? '' : posix.relative(root, config.root);
  const named = stringsOf(written).map((path) => posix.join(project, path.replace(/^\$config_dir\/?/, '')));
  return { basePaths: named.length > 0 ? named : [project, ''], appended: stringsOf(appended) };
}

function expand(text: string, basePaths: readonly string[], includes: Includes): string {
  const out: string[] = [];
  let block: { indent: string; files: string[]; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const single = LINE.exec(line);
    const mark = single === null ? BLOCK.exec(line) : null;
    if (block !== undefined) {
      block.lines.push(line);
      if (mark === null) block.files.push(line.trim());
      // Such signs may also stand around text in a program.
      else if (!block.files.every((file) => FILE_NAME.test(file))) {
        out.push(...block.lines);
        block = undefined;
      } else {
        out.push(...block.files.map((file) => snippet(file, block?.indent ?? '', file, basePaths, includes)));
        block = undefined;
      }
    } else if ((single ?? mark)?.[2] === ';') out.push(line.replace(';', ''));
    else if (single !== null) {
      const file = single[4] ?? single[5] ?? '';
      out.push(snippet(file, single[1] ?? '', line, basePaths, includes));
    } else if (mark !== null) block = { indent: mark[1] ?? '', files: [], lines: [line] };
    else if (!SECTION_MARK.test(line)) out.push(line);
  }
  return [...out, ...(block?.lines ?? [])].join('\n');
}

function snippet(
  file: string,
  indent: string,
  written: string,
  basePaths: readonly string[],
  includes: Includes,
): string {
  if (file === '' || file.startsWith(';')) return '';
  const text = textOf(file, written.trim(), basePaths, includes);
  if (text === undefined) return written === file ? `${indent}--8<-- "${file}"` : written;
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}

function textOf(
  file: string,
  written: string,
  basePaths: readonly string[],
  includes: Includes,
): string | undefined {
  const [, path = file, part = ''] = /^(.*?\.\w+|[^:]+)(?::(.*))?$/.exec(file) ?? [];
  // A base may be the file itself.
  const paths = basePaths.map((base) => (posix.basename(base) === path ? base : posix.join(base, path)));
  return includes.text(paths, written, (text) => {
    const chosen = partOf(text, part);
    return chosen === undefined ? undefined : expand(chosen, basePaths, includes).replace(/\n+$/, '');
  });
}

/** `name`, or ranges of lines: `2`, `2:5`, `:5`, `2:5,8:9`. */
function partOf(text: string, part: string): string | undefined {
  if (part === '') return text;
  if (!/^[\d:,]+$/.test(part)) {
    const isMark = (kind: string) => (line: string) => {
      const match = SECTION_MARK.exec(line);
      return match?.[1]?.toLowerCase() === kind && match[2] === part;
    };
    return partBetween(text, isMark('start'), isMark('end'));
  }
  const ranges = part.split(',').map((range) => {
    const [from = '', to] = range.split(':');
    return linesBetween(text, Number(from || 1), to === undefined ? Number(from) : Number(to || Infinity));
  });
  return ranges.join('\n');
}
