import { dirname, join } from 'node:path';
import type { Element, ElementContent } from 'hast';
import { classesOf, findElement, hasClass, parentsIn, property } from '../../content/html/element.js';
import { escapeHtml } from '../../content/html/escape.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { element } from '../../content/markdown/prepare/visit.js';
import { readTextIfThere } from '../../core/files.js';
import { shortHash } from '../../core/hash.js';
import { objectOf, parseJson } from '../../core/json.js';
import { lastName } from '../../core/paths.js';
import { words } from '../../core/text.js';
import { isSubstackName, SUBSTACK_TABLE } from '../archive-names.js';
import { textOf } from '../html/tree.js';
import { readCsv } from './csv.js';
import type { FrontMatter } from './front-matter.js';
import type { WhyLeftOut } from './held-back.js';

type Row = Readonly<Record<string, string>>;

/** Kinds of posts that are on the site; others went to some readers only. */
const PUBLIC_TYPES = /^(?:newsletter|podcast|video|page|text|note|thread|post)?$/i;

/** The tables of the Substack archives in a folder. */
export class SubstackTables {
  readonly #texts = new Map<string, string | undefined>();
  readonly #rows = new Map<string, ReadonlyMap<string, Row> | undefined>();

  constructor(private readonly root: string) {}

  /** The table's row for a post. Returns undefined for a file that isn't a post of an archive. */
  read(path: string, text: string): FrontMatter | WhyLeftOut | undefined {
    if (!isSubstackName(path) || /<!doctype|<html\b/i.test(text.slice(0, 500))) return undefined;
    const folder = this.#folderOf(path);
    const rows = this.#rowsIn(folder);
    const id = lastName(path).replace(/\.html$/, '');
    // A folder of such names next to a table is an archive, and so is one named "posts" without its table.
    if (rows === undefined)
      return /(?:^|\/)posts\/[^/]*$/.test(path) || this.#texts.get(folder) !== undefined
        ? 'no table'
        : undefined;
    const row = rows.get(id);
    return row === undefined ? 'no row' : toMatter(id, row, text);
  }

  /** Fingerprints of the tables that some files need. */
  print(files: readonly string[]): readonly (readonly [folder: string, hash: string])[] {
    const folders = new Set(files.filter(isSubstackName).map((path) => this.#folderOf(path)));
    return [...folders].map((folder) => [folder, shortHash(this.#textIn(folder) ?? '')]);
  }

  /** The folder of the table: above that of the posts, from the root. */
  #folderOf(path: string): string {
    return join(dirname(path), '..');
  }

  #textIn(folder: string): string | undefined {
    if (!this.#texts.has(folder))
      this.#texts.set(folder, readTextIfThere(join(this.root, folder, SUBSTACK_TABLE)));
    return this.#texts.get(folder);
  }

  #rowsIn(folder: string): ReadonlyMap<string, Row> | undefined {
    if (!this.#rows.has(folder)) this.#rows.set(folder, toRows(this.#textIn(folder)));
    return this.#rows.get(folder);
  }
}

function toRows(text: string | undefined): ReadonlyMap<string, Row> | undefined {
  const rows = readCsv(text ?? '');
  const [first] = rows;
  if (first === undefined || !('post_id' in first && 'is_published' in first && 'audience' in first))
    return undefined;
  return new Map(rows.map((row) => [row['post_id'] ?? '', row]));
}

/** The row as front matter: published for everyone, or not. */
function toMatter(id: string, row: Row, body: string): FrontMatter {
  const slug = id.replace(/^\d+\./, '');
  const audience = (row['audience'] ?? '').trim().toLowerCase();
  const type = (row['type'] ?? '').trim().toLowerCase();
  const isPublished = /^(?:true|1|yes|t)$/i.test((row['is_published'] ?? '').trim());
  const data = {
    title: row['title'] || undefined,
    description: row['subtitle'] || undefined,
    date: row['post_date'] || undefined,
    type: type === 'page' ? 'page' : 'post',
    slug,
    permalink: `/p/${slug}`,
    draft: !isPublished,
    private: !PUBLIC_TYPES.test(type),
    visibility: audience === 'everyone' ? 'public' : 'paid',
  };
  return { present: true, data, body: cleanSubstackHtml(withEpisode(body, row)), source: () => undefined };
}

/** The episode of a podcast, whose address may be only in the table. It stands behind any paywall. */
function withEpisode(body: string, { podcast_url: url = '' }: Row): string {
  return /^https?:/.test(url) && !body.includes(url)
    ? `${body}<audio src="${escapeHtml(url)}"></audio>`
    : body;
}

/** Where the part for subscribers begins, whatever the table says about the post. */
const PAYWALL = /<[a-z][^<>]*\b(?:paywall-jump|PaywallToDOM)\b/i;
/** Only texts with one of these marks are parsed. */
const MARKS =
  /data-attrs|button-wrapper|subscription-widget|image-link|file-embed|embedded-post|hide-text|pullquote/;
/** Sign-up forms, advertisements for the app, polls, and labels for the editor. */
const DROPPED = new Set(
  words(`
    subscription-widget-wrap subscription-widget-wrap-editor install-substack-app-embed community-chat
    directMessage poll-embed hide-text image-link-expand
  `),
);
/** What buttons of the platform do: subscribe, share, comment. */
const SERVICE = /\/subscribe\b|[?&]action=share\b|\/comments\b|\/leaderboard\b|%%\w+_url%%/;

/**
 * The text of a Substack post for readers of the page: without the part behind the paywall, forms and buttons of the
 * platform. Empty boxes whose content is in an attribute get it.
 */
function cleanSubstackHtml(html: string): string {
  const at = html.search(PAYWALL);
  const open = at < 0 ? html : html.slice(0, at);
  if (!MARKS.test(open)) return open;
  const tree = parseHtml(open);
  for (const node of parentsIn(tree))
    node.children = (node.children as ElementContent[]).flatMap((child) =>
      child.type === 'element' ? replaceNode(child) : [child],
    );
  return toHtml(tree);
}

function replaceNode(node: Element): readonly ElementContent[] {
  const names = classesOf(node);
  if (names.some((name) => DROPPED.has(name))) return [];
  const name = names.find((one) => Object.hasOwn(BOXES, one));
  const attrs = attrsOf(node);
  return (name && BOXES[name]?.(node, attrs)) || (node.children.length === 0 && reference(attrs)) || [node];
}

type Attrs = Readonly<Record<string, unknown>>;

/** The data of a component, which Substack's own script draws. */
function attrsOf(node: Element): Attrs {
  const json = property(node, 'dataAttrs');
  const data = json === '' ? undefined : parseJson(json);
  return objectOf(data);
}

function field(attrs: Attrs, ...names: readonly string[]): string {
  const found = names.map((name) => attrs[name]).find((value) => typeof value === 'string' && value !== '');
  return String(found ?? '');
}

const text = (value: string): ElementContent => ({ type: 'text', value });

function paragraph(...content: readonly (ElementContent | string)[]): Element[] {
  const children = content.map((one) => (typeof one === 'string' ? text(one) : one));
  return children.some((one) => one.type !== 'text' || one.value !== '') ? [element('p', {}, children)] : [];
}

function link(href: string, label: string): Element {
  return element('a', { href }, [text(label || href)]);
}

/** Another post, an episode or a song: its title as a link. */
function reference(attrs: Attrs): Element[] | undefined {
  const [url, title] = [field(attrs, 'url', 'canonical_url'), field(attrs, 'title')];
  if (url === '' || title === '') return undefined;
  return [
    element('figure', {}, [
      ...paragraph(link(url, title)),
      ...paragraph(field(attrs, 'truncated_body_text', 'caption', 'description')),
    ]),
  ];
}

/** A button's box with what it does: nothing for a reader of the twin when it belongs to the platform. */
function button(node: Element): Element[] | undefined {
  const target = findElement(node, ({ tagName }) => tagName === 'a');
  return target !== undefined && SERVICE.test(property(target, 'href')) ? [] : undefined;
}

function file(node: Element): Element[] | undefined {
  const part = (name: string) => findElement(node, (one) => hasClass(one, name));
  const [title, details] = [part('file-embed-details-h1'), part('file-embed-details-h2')];
  const href = part('file-embed-button')?.properties['href'];
  if (title === undefined || typeof href !== 'string') return undefined;
  return [...paragraph(link(href, textOf(title))), ...(details ? paragraph(textOf(details)) : [])];
}

function gallery(_: Element, attrs: Attrs): Element[] | undefined {
  const { images, ...facts } = (attrs['gallery'] ?? {}) as Attrs;
  if (!Array.isArray(images)) return undefined;
  const pictures = images.flatMap((one: Attrs | null) => {
    const src = field(one ?? {}, 'src');
    return src === ''
      ? []
      : [element('div', {}, [element('img', { src, alt: field(one ?? {}, 'alt') }, [])])];
  });
  const caption = field(facts, 'caption');
  return [
    element('figure', {}, [
      ...pictures,
      ...(caption === '' ? [] : [element('figcaption', {}, [text(caption)])]),
    ]),
  ];
}

function tweet(_: Element, attrs: Attrs): Element[] | undefined {
  const [words, url] = [field(attrs, 'full_text'), field(attrs, 'url')];
  if (words === '') return undefined;
  const author = `${field(attrs, 'name')} @${field(attrs, 'username')}`.trim();
  return [
    element('blockquote', {}, [
      ...paragraph(words),
      ...paragraph('— ', url === '' ? author : link(url, author)),
    ]),
  ];
}

type Box = (node: Element, attrs: Attrs) => readonly ElementContent[] | undefined;

/** Boxes of the editor by class; undefined leaves the box as it is. */
const BOXES: Readonly<Record<string, Box>> = {
  pullquote: (node) => [element('blockquote', {}, node.children)],
  'button-wrapper': button,
  'captioned-button-wrap': button,
  // The link around a picture to a larger copy of it; authors' own links stay.
  'image-link': (node) => (/is-viewable-img/.test(classesOf(node).join(' ')) ? node.children : undefined),
  'mention-wrap': (node, attrs) => (node.children.length === 0 ? [text(field(attrs, 'name'))] : undefined),
  'latex-rendered': (_, attrs) =>
    paragraph(
      element('span', { className: ['math'] }, [text(`\\(${field(attrs, 'persistentExpression')}\\)`)]),
    ),
  tweet,
  'embedded-post-wrap': (_, attrs) => reference(attrs),
  'image-gallery-embed': gallery,
  'file-embed-wrapper': file,
};
