import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseHtml } from '../src/content/html/parse.js';
import { toMarkdown } from '../src/content/markdown/to-markdown.js';
import { pageSets, sequence } from './pages.js';

const DATA = new URL('.data/', import.meta.url);
const FIXTURES = new URL('../fixtures/', import.meta.url);
const REAL = new URL('../../shared/data/', import.meta.url);

/** Address of every made-up site. */
export const SITE_URL = 'https://bench.example';

/** A body longer than this is no typical page of a blog. */
const MAX_BODY = 20_000;

/** How long bodies are, in characters: texts are put together until there are as many as were drawn. */
interface Lengths {
  readonly least: number;
  /** Mean of what is drawn on top. */
  readonly more: number;
  readonly most: number;
}

/** One text each: 10,000 entries make an export of 43 MB, the size for which the targets were set. */
const OF_EXPORT: Lengths = { least: 1, more: 0, most: MAX_BODY };
/** 10,000 built pages of 54 MB, as many as the targets were set for. */
const OF_PAGES: Lengths = { least: 600, more: 600, most: MAX_BODY };
/** 10,000 files of 33 MB, as much Markdown as those pages make. */
const OF_FILES: Lengths = { least: 400, more: 250, most: MAX_BODY };
/** One text each, whatever its length: a few are several hundred KB long. */
const OF_DOCUMENTATION: Lengths = { least: 1, more: 0, most: Number.POSITIVE_INFINITY };

const FIRST_DAY = Date.UTC(2012, 0, 1) / 1000;
const PER_FOLDER = 1000;

/** Change it when the generator changes, so that old files are not used again. */
const EDITION = 2;

interface Made {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly seconds: number;
  readonly category: string;
  readonly tags: readonly string[];
  readonly lead: string;
  readonly body: string;
}

/**
 * A WordPress export with that many posts and pages; made once, used again by later runs.
 * @returns its absolute path
 */
export function exportOf(entries: number): string {
  return makeExport(`site-${EDITION}-${entries}.xml`, () => makeEntries(entries, htmlBodies(), OF_EXPORT));
}

/**
 * An export of documentation, most of whose pages are short and a few very long: those for which the gain of threads
 * was set.
 * @returns its absolute path
 */
export function documentationOf(entries: number): string {
  const pool = () => pageSets().flatMap(({ name, pages }) => (name.startsWith('docs') ? pages : []));
  return makeExport(`documentation-${EDITION}-${entries}.xml`, () =>
    makeEntries(entries, inCdata(pool()), OF_DOCUMENTATION),
  );
}

/** Makes an export at once or not at all, unless it is there. */
function makeExport(name: string, entries: () => Iterable<Made>): string {
  const file = fileURLToPath(new URL(name, DATA));
  if (existsSync(file)) return file;
  mkdirSync(DATA, { recursive: true });
  const handle = openSync(`${file}.part`, 'w');
  writeSync(handle, exportHead());
  for (const entry of entries()) writeSync(handle, exportItem(entry));
  writeSync(handle, '</channel>\n</rss>\n');
  closeSync(handle);
  renameSync(`${file}.part`, file);
  return file;
}

/**
 * A folder of Markdown files with that many entries, a thousand to a subfolder; made once.
 * @returns its absolute path
 */
export function folderOf(entries: number): string {
  return makeFolder(`site-${EDITION}-${entries}/`, function* () {
    for (const entry of makeEntries(entries, markdownBodies(), OF_FILES)) {
      yield [`shelf-${Math.floor(entry.id / PER_FOLDER)}/${entry.slug}.md`, markdownFile(entry)];
    }
  });
}

/**
 * A folder of built pages with that many entries, each at an address of its own and with the frame that
 * generators put around the text; made once.
 * @returns its absolute path
 */
export function pagesOf(entries: number): string {
  return makeFolder(`pages-${EDITION}-${entries}/`, function* () {
    for (const entry of makeEntries(entries, plainBodies(), OF_PAGES)) {
      yield [`${yearOf(entry)}/${entry.slug}/index.html`, builtPage(entry)];
    }
  });
}

/**
 * The entries of `pagesOf` as Markdown with front matter, as a generator takes them.
 * @returns its absolute path
 */
export function markdownPagesOf(entries: number): string {
  return makeFolder(`pages-${EDITION}-${entries}-md/`, function* () {
    for (const entry of makeEntries(entries, plainBodies(), OF_PAGES)) {
      const body = toMarkdown(parseHtml(entry.body));
      yield [`${yearOf(entry)}/${entry.slug}.md`, markdownFile({ ...entry, body })];
    }
  });
}

/**
 * Real Markdown pages, repeated with titles of their own, in Markdown as their generators know it.
 * @returns undefined where there are none beside the project
 */
export function realMarkdownOf(entries: number): string | undefined {
  if (!existsSync(REAL)) return undefined;
  return makeFolder(`real-${EDITION}-${entries}-md/`, function* () {
    const texts = realTexts();
    for (let at = 0; at < entries; at++) {
      const title = `Page number ${at}`;
      yield [`s${at % 50}/page-${at}.md`, `---\ntitle: ${title}\n---\n\n${texts[at % texts.length]}`];
    }
  });
}

/** The bodies of real pages that say more than a sentence. */
function realTexts(): readonly string[] {
  const root = fileURLToPath(REAL);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.md') && !file.includes('/built/'))
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
    .filter((text) => text.trim().length > 200);
}

/** Makes a folder at once or not at all, unless it is there. */
function makeFolder(name: string, files: () => Iterable<readonly [file: string, text: string]>): string {
  const folder = fileURLToPath(new URL(name, DATA));
  if (existsSync(folder)) return folder;
  const part = folder.replace(/\/$/, '.part');
  rmSync(part, { recursive: true, force: true });
  for (const [file, text] of files()) {
    mkdirSync(dirname(join(part, file)), { recursive: true });
    writeFileSync(join(part, file), text);
  }
  renameSync(part, folder);
  return folder;
}

/** The same entries in every run: titles and first paragraphs are unique, bodies come from the pool. */
function* makeEntries(
  count: number,
  pool: readonly string[],
  { least, more, most }: Lengths,
): Iterable<Made> {
  const next = sequence(count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  for (let id = 1; id <= count; id++) {
    const words = Array.from({ length: 4 + Math.floor(next() * 5) }, () => pick(WORDS));
    const title = `${words.join(' ')} ${id}`;
    const target = least - more * Math.log(1 - next() * 0.99);
    let body = '';
    for (let tries = 0; tries < 40 && body.length < target; tries++) {
      const text = pick(pool);
      if (body.length + text.length < most) body += `${text}\n\n`;
    }
    yield {
      id,
      title: title.charAt(0).toUpperCase() + title.slice(1),
      slug: title.replaceAll(' ', '-'),
      seconds: FIRST_DAY + id * 3_600,
      category: `Shelf ${Math.floor(next() * 20)}`,
      tags: [`Note ${Math.floor(next() * 300)}`, `Note ${Math.floor(next() * 300)}`],
      lead: `No. ${id}: ${Array.from({ length: 30 }, () => pick(WORDS)).join(' ')}.`,
      body,
    };
  }
}

const WORDS = (
  'harbour lantern pebble gravel orchard ledger thimble copper willow barley kiln paddle drawer awning ferry ' +
  'chalk needle saddle bramble hinge mortar quarry ribbon sluice tallow vellum wicker yarn anvil bobbin crate ' +
  'dowel easel funnel girder hopper ingot jetty keel lathe mallet nozzle oar pulley quill rudder spindle trowel'
).split(' ');

/** Bodies of published items of our exports, and real ones where they lie beside the project. */
function htmlBodies(): readonly string[] {
  const folder = new URL('wxr/', FIXTURES);
  const own = readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .flatMap((name) => publishedBodies(readFileSync(new URL(name, folder), 'utf8')));
  return usable([...own, ...pageSets().flatMap(({ pages }) => pages)]);
}

/** Bodies as they are on built pages: without the comments in which WordPress marks its blocks. */
function plainBodies(): readonly string[] {
  return htmlBodies().map((body) => body.replace(/<!--[\s\S]*?-->\n?/g, ''));
}

function publishedBodies(text: string): readonly string[] {
  return text
    .split('<item>')
    .filter((item) => /<wp:status>(?:<!\[CDATA\[)?publish/.test(item))
    .map((item) => /<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/.exec(item)?.[1] ?? '');
}

function markdownBodies(): readonly string[] {
  const folders = [new URL('example/content/', FIXTURES), new URL('jekyll-docs/', REAL)];
  const texts = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  return usable(texts.map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, '').trim()));
}

/** What would end a CDATA section, or only make warnings, stays out. */
function usable(bodies: readonly string[]): readonly string[] {
  return inCdata(bodies).filter(
    (body) => body.length > 100 && body.length < MAX_BODY && !/CANARY|canary|wp:block |\{%/.test(body),
  );
}

function inCdata(bodies: readonly string[]): readonly string[] {
  return bodies.filter((body) => !body.includes(']]>'));
}

function exportHead(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
\t<title>The Long Shelf</title>
\t<link>${SITE_URL}</link>
\t<description>Notes on things that last</description>
\t<language>en</language>
\t<wp:wxr_version>1.2</wp:wxr_version>
\t<wp:base_site_url>${SITE_URL}</wp:base_site_url>
\t<wp:base_blog_url>${SITE_URL}</wp:base_blog_url>
\t<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[keeper]]></wp:author_login><wp:author_display_name><![CDATA[The keeper]]></wp:author_display_name></wp:author>
`;
}

/** Every tenth entry is a page. */
function exportItem({ id, title, slug, seconds, category, tags, lead, body }: Made): string {
  const date = new Date(seconds * 1000);
  const stamp = date.toISOString().slice(0, 19).replace('T', ' ');
  const terms = [['category', category], ...tags.map((tag) => ['post_tag', tag])].map(
    ([domain, name]) =>
      `\t\t<category domain="${domain}" nicename="${name?.toLowerCase().replace(' ', '-')}"><![CDATA[${name}]]></category>\n`,
  );
  return `\t<item>
\t\t<title><![CDATA[${title}]]></title>
\t\t<link>${SITE_URL}/${date.getUTCFullYear()}/${slug}/</link>
\t\t<pubDate>${date.toUTCString()}</pubDate>
\t\t<dc:creator><![CDATA[keeper]]></dc:creator>
\t\t<guid isPermaLink="false">${SITE_URL}/?p=${id}</guid>
\t\t<description></description>
\t\t<content:encoded><![CDATA[<!-- wp:paragraph -->
<p>${lead}</p>
<!-- /wp:paragraph -->

${body}]]></content:encoded>
\t\t<excerpt:encoded><![CDATA[]]></excerpt:encoded>
\t\t<wp:post_id>${id}</wp:post_id>
\t\t<wp:post_date><![CDATA[${stamp}]]></wp:post_date>
\t\t<wp:post_date_gmt><![CDATA[${stamp}]]></wp:post_date_gmt>
\t\t<wp:post_modified><![CDATA[${stamp}]]></wp:post_modified>
\t\t<wp:post_modified_gmt><![CDATA[${stamp}]]></wp:post_modified_gmt>
\t\t<wp:comment_status><![CDATA[closed]]></wp:comment_status>
\t\t<wp:ping_status><![CDATA[closed]]></wp:ping_status>
\t\t<wp:post_name><![CDATA[${slug}]]></wp:post_name>
\t\t<wp:status><![CDATA[publish]]></wp:status>
\t\t<wp:post_parent>0</wp:post_parent>
\t\t<wp:menu_order>0</wp:menu_order>
\t\t<wp:post_type><![CDATA[${id % 10 === 0 ? 'page' : 'post'}]]></wp:post_type>
\t\t<wp:post_password><![CDATA[]]></wp:post_password>
\t\t<wp:is_sticky>0</wp:is_sticky>
${terms.join('')}\t</item>
`;
}

function markdownFile({ title, seconds, category, tags, lead, body }: Made): string {
  const date = new Date(seconds * 1000).toISOString();
  return `---\ntitle: "${title}"\ndate: ${date}\ncategories: ["${category}"]\ntags: ${JSON.stringify(tags)}\n---\n\n${lead}\n\n${body}`;
}

function yearOf({ seconds }: Made): number {
  return new Date(seconds * 1000).getUTCFullYear();
}

const NAVIGATION = ['Shelves', 'Notes', 'Makers', 'About']
  .map((name) => `<li><a href="/${name.toLowerCase()}/">${name}</a></li>`)
  .join('\n');

function builtPage(entry: Made): string {
  const { title, slug, seconds, category, tags, lead, body } = entry;
  const url = `${SITE_URL}/${yearOf(entry)}/${slug}/`;
  const date = new Date(seconds * 1000).toISOString();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | The Long Shelf</title>
<link rel="canonical" href="${url}">
<link rel="stylesheet" href="/style.css">
<meta name="description" content="${lead.slice(0, 150)}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="The Long Shelf">
<meta property="article:published_time" content="${date}">
<meta property="article:section" content="${category}">
${tags.map((tag) => `<meta property="article:tag" content="${tag}">`).join('\n')}
</head>
<body>
<header><a href="/">The Long Shelf</a>
<nav><ul>
${NAVIGATION}
</ul></nav>
</header>
<main>
<article>
<h1>${title}</h1>
<p>${lead}</p>
${body}
</article>
</main>
<footer><p>Notes on things that last. <a href="/about/">About this site</a></p></footer>
</body>
</html>
`;
}
