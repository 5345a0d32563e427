import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';

/** A link and the file that has it. */
export interface SiteLink {
  readonly file: string;
  /** As it is written. */
  readonly url: string;
}

/** The output of a build and where else the site has files. */
export interface BuiltSite {
  readonly out: string;
  /** Absolute, without trailing slash. */
  readonly base: string;
  /** Folders that are deployed with the output. */
  readonly folders?: readonly string[];
}

/**
 * The links of all documents, twins and pages of a build to pages and documents of the site that no file answers. A
 * twin's links are absolute: a relative one counts as broken.
 */
export function brokenLinks({ out, base, folders = [] }: BuiltSite): readonly SiteLink[] {
  const answers = (path: string) => [out, ...folders].some((folder) => isAnswered(folder, path));
  const known = new Map<string, boolean>();
  return filesIn(out).flatMap((file) =>
    [...linksOf(file, readFileSync(join(out, file), 'utf8'))]
      .filter((url) => {
        const path = pathOf(url, file, base);
        if (path === undefined || !isPage(path)) return false;
        const isFound = known.get(path) ?? answers(path);
        known.set(path, isFound);
        return !isFound;
      })
      .map((url) => ({ file, url })),
  );
}

/** The number of links to pages of the site, to see that something was checked. */
export function countLinks({ out, base }: BuiltSite): number {
  return filesIn(out).reduce((sum, file) => {
    const links = [...linksOf(file, readFileSync(join(out, file), 'utf8'))];
    return sum + links.filter((url) => isPage(pathOf(url, file, base) ?? '.png')).length;
  }, 0);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}

function linksOf(file: string, text: string): Iterable<string> {
  if (/\.(?:md|txt)$/.test(file)) return markdownLinks(text);
  if (/\.html?$/.test(file)) return htmlLinks(text);
  if (/\.xml$/.test(file)) return xmlLinks(text);
  return /\.json$/.test(file) ? jsonLinks(JSON.parse(text)) : [];
}

function* markdownLinks(text: string): Iterable<string> {
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^[ >\d.*-]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') fence = mark?.startsWith(fence) === true ? '' : fence;
    else if (mark !== undefined) fence = mark;
    else yield* lineLinks(line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, ''));
  }
}

function* lineLinks(line: string): Iterable<string> {
  for (const [, angled, bare = ''] of line.matchAll(/(?<!\\)\]\((?:<([^>]*)>|([^\s)]*))/g))
    yield plainUrl(angled ?? bare);
  for (const [, url = ''] of line.matchAll(/<(https?:[^\s>]+)>/g)) yield url;
}

function plainUrl(url: string): string {
  return url.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

interface HtmlNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
}

function* htmlLinks(html: string): Iterable<string> {
  const open: HtmlNode[] = [parse(html) as unknown as HtmlNode];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const href = node.attrs?.find(({ name }) => name === 'href')?.value;
    const rel = node.attrs?.find(({ name }) => name === 'rel')?.value ?? '';
    if (href !== undefined && (node.nodeName === 'a' || /canonical|alternate|describedby/.test(rel)))
      yield href;
    open.push(...(node.childNodes ?? []));
  }
}

function* xmlLinks(xml: string): Iterable<string> {
  for (const [, url = ''] of xml.matchAll(/<(?:loc|link|guid|comments)\b[^>]*>([^<]+)</g))
    yield plainUrl(url.trim());
  for (const [, html = ''] of xml.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)) yield* htmlLinks(html);
}

function* jsonLinks(value: unknown, key = ''): Iterable<string> {
  if (typeof value === 'string') {
    if (key === 'rendered') yield* htmlLinks(value);
    else if (/^https?:\/\/\S+$/.test(value) && /^(?:url|link|markdown|href)$/.test(key)) yield value;
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      // A removed page is named on purpose.
      if ((value as { action?: unknown }).action !== 'deleted')
        yield* jsonLinks(item, Array.isArray(value) ? key : name);
    }
}

/** The path below the base; undefined for other sites and places of the page itself. */
function pathOf(url: string, file: string, base: string): string | undefined {
  if (url.startsWith('#') || /^(?!https?:)[a-z][a-z+.-]*:/i.test(url)) return undefined;
  const own = new URL(`${base}/${file.split('/').map(encodeURIComponent).join('/')}`);
  if (!URL.canParse(url, own.href)) return undefined;
  const { origin, pathname, search } = new URL(url, own);
  const below = new URL(base).pathname.replace(/\/$/, '');
  if (origin !== own.origin || !`${pathname}/`.startsWith(`${below}/`)) return undefined;
  // Other queries are answered by the page itself.
  return pathname.slice(below.length) + (/^\?(?:p|page_id|attachment_id)=/.test(search) ? search : '');
}

/** Pictures and downloads aren't part of a build. */
function isPage(path: string): boolean {
  return /(?:^|\/)[^/.]*$|\.(?:html?|md|mdx|markdown|txt|xml|json)$/i.test(path);
}

function isAnswered(folder: string, path: string): boolean {
  if (path.includes('?')) return false;
  const plain = decodeURIComponent(path).normalize('NFC').replace(/\/$/, '');
  return [plain, `${plain}.html`, ...['html', 'htm', 'json'].map((end) => `${plain}/index.${end}`)].some(
    (name) => {
      const at = join(folder, name);
      return existsSync(at) && statSync(at).isFile();
    },
  );
}
