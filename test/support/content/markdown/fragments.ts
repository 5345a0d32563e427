import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('./fragments/', import.meta.url);

/**
 * One fragment of a file in `fragments/`:
 *
 *     === name [not text, links: reason]
 *     <p>HTML</p>
 *     --->
 *     Markdown
 *
 * The brackets name checks of structure that the fragment fails on purpose, with the reason.
 */
export interface Fragment {
  readonly file: string;
  readonly name: string;
  readonly except: readonly string[];
  readonly html: string;
  readonly markdown: string;
}

export function readFragments(): Fragment[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));
  return files.sort().flatMap((file) => parse(file, readFileSync(new URL(file, FOLDER), 'utf8')));
}

function parse(file: string, text: string): Fragment[] {
  const parts = text.split(/^=== (.+)\n/m).slice(1);
  const fragments: Fragment[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const name = parts[index] ?? '';
    const [html = '', markdown = ''] = (parts[index + 1] ?? '').split(/^--->\n/m);
    const except = /\[not ([a-z, ]+): .+\]$/.exec(name)?.[1]?.split(', ') ?? [];
    fragments.push({ file, name, except, html: html.replace(/\n$/, ''), markdown });
  }
  return fragments;
}

export function writeFragments(fragments: readonly Fragment[]): void {
  for (const file of new Set(fragments.map((fragment) => fragment.file))) {
    const own = fragments.filter((fragment) => fragment.file === file);
    const text = own.map(({ name, html, markdown }) => `=== ${name}\n${html}\n--->\n${markdown}`).join('');
    writeFileSync(new URL(file, FOLDER), text);
  }
}
