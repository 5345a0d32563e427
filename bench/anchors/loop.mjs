/**
 * What one would write first: every page of a folder through a converter, one Markdown file for each, and the two
 * lists. `node loop.mjs <converter> <pages> <out>`; a converter is a file that exports `convert`.
 */
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [converter = '', pages = '', out = ''] = process.argv.slice(2);
const { convert } = await import(pathToFileURL(resolve(converter)).href);
mkdirSync(out, { recursive: true });
const list = createWriteStream(join(out, 'llms.txt'));
const full = createWriteStream(join(out, 'llms-full.txt'));
for (const file of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.html')) continue;
  const html = readFileSync(join(pages, file), 'utf8');
  const markdown = await convert(html);
  const name = file.replace(/(?:\/index)?\.html$/, '.md');
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), markdown);
  list.write(`- [${/<title>([^<]*)/.exec(html)?.[1]}](/${name})\n`);
  full.write(`${markdown}\n---\n\n`);
}
list.end();
full.end();
