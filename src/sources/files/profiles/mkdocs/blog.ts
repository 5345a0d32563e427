import { formatLocalOffset } from '../../../../core/dates.js';
import { encodePath } from '../../../names.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { AddressFacts } from '../profile.js';

/** The blog of Material for MkDocs. */
export interface Blog {
  /** Folder of the documents, without slashes at the ends; empty for their top. */
  readonly folder: string;
  /** Folder of its posts. */
  readonly posts: string;
  readonly urlFormat: string;
  readonly dateFormat: string;
  readonly maxCategories: number;
}

/** The settings of the plugin; undefined for a blog that is switched off. */
export function readBlog(settings: ConfigValues): Blog | undefined {
  if (settings['enabled'] === false) return undefined;
  const folder = (configText(settings, 'blog_dir') ?? 'blog').replace(/^(?:\.\/*)+|\/+$/g, '');
  const posts = (configText(settings, 'post_dir') ?? '{blog}/posts').replace('{blog}', folder);
  const max = settings['post_url_max_categories'];
  return {
    folder,
    posts: posts.replace(/^\/+|\/+$/g, ''),
    urlFormat: configText(settings, 'post_url_format') ?? '{date}/{slug}',
    dateFormat: configText(settings, 'post_url_date_format') ?? 'yyyy/MM/dd',
    maxCategories: typeof max === 'number' ? max : 1,
  };
}

/** The address of a post below the documents, without slashes at the ends; undefined for one without a date. */
export function postPath(blog: Blog, page: AddressFacts): string | undefined {
  const { published, timeZone, ownSlug, categories, place, values } = page;
  const title = values.text('title') ?? page.title;
  const date = published === undefined ? undefined : dateAs(blog.dateFormat, published, timeZone);
  if (date === undefined && blog.urlFormat.includes('{date}')) return undefined;
  const parts: Readonly<Record<string, string>> = {
    date: date ?? '',
    slug: ownSlug ?? slugOf(title),
    categories: categories.slice(0, blog.maxCategories).map(slugOf).join('/'),
    file: place.name.stem,
  };
  const filled = blog.urlFormat.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
  const path = [blog.folder, ...filled.split('/')].filter((part) => part !== '').join('/');
  return encodePath(path);
}

/** The usual letters of a date format. */
function dateAs(format: string, published: number, timeZone: string): string {
  const [year = '', month = '', day = ''] = formatLocalOffset(published, timeZone).slice(0, 10).split('-');
  return format
    .replace(/y+/g, (letters) => (letters.length === 2 ? year.slice(2) : year))
    .replace(/M+/g, (letters) => (letters.length === 1 ? String(Number(month)) : month))
    .replace(/d+/g, (letters) => (letters.length === 1 ? String(Number(day)) : day));
}

/** Python-Markdown's slug of a title: letters, digits, `_` and `-` in lower case. */
function slugOf(title: string): string {
  return title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '-');
}
