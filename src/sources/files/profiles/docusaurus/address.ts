import { posix } from 'node:path';
import { pathInside } from '../../../../core/paths.js';
import { encodePath, parseFileName } from '../../../names.js';
import type { ConfigValues } from '../../config-values.js';
import type { Place } from '../../place.js';
import type { Values } from '../../values.js';
import { joinAddress } from '../project-paths.js';
import type { Instance } from './instances.js';

/** `1.2-x` and `2024-01-x` aren't prefixes but a version and a date. */
const NO_PREFIX = /^\d+[-_.]\d+/;
const PREFIX = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;

/** A file or folder name without the number that orders it. */
function withoutNumber(name: string): string {
  return NO_PREFIX.test(name) ? name : (PREFIX.exec(name)?.[2] ?? name);
}

/** The number that orders a file or folder. */
export function numberOf(name: string): number | undefined {
  const number = NO_PREFIX.test(name) ? undefined : PREFIX.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The parts of a file's path in its folder of content. */
interface Parts {
  readonly folders: readonly string[];
  readonly name: string;
}

function partsOf(path: string, { folder, options }: Instance, hasNumbers = true): Parts {
  const inner = pathInside(path, folder);
  const parts = inner.replace(/\.\w+$/, '').split('/');
  const strips = hasNumbers && options['numberPrefixParser'] !== false;
  const clean = strips ? parts.map(withoutNumber) : parts;
  return { folders: clean.slice(0, -1), name: clean.at(-1) ?? '' };
}

/** `index`, `README` and a file with the name of its folder are the page of the folder. */
function isFolderPage(path: string): boolean {
  const [name = '', parent] = path
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .split('/')
    .reverse();
  return name === 'index' || name === 'readme' || name === parent;
}

/** A post's name: `2024/05/06/tea`, `notes/2024-05-06-tea/index`. */
const DATED = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?$/;

/** The facts that follow from the place of a file. */
export function placeOf(path: string, instance: Instance): Place {
  const { kind, route, lang, folder } = instance;
  const { folders, name } = partsOf(path, instance);
  const inner = pathInside(path, folder).replace(/\.\w+$/, '');
  const [, , written] = (kind === 'blog' && DATED.exec(inner)) || [];
  const { date } = parseFileName(`${(written ?? '').replaceAll('/', '-')}-x.md`);
  const isIndex = kind === 'docs' ? isFolderPage(inner) : name === 'index';
  const shown = kind === 'docs' ? folders : inner.split('/').slice(0, -1);
  const slug = (kind === 'blog' && DATED.exec(inner)?.[3]) || name;
  return {
    path,
    name: {
      slug,
      stem: inner.split('/').at(-1) ?? '',
      extension: posix.extname(path),
      ...(date === undefined ? {} : { date }),
    },
    folders: [...route.split('/').filter((part) => part !== ''), ...shown],
    isIndex,
    isPost: kind === 'blog',
    isDraft: false,
    categories: [],
    ...(lang === undefined ? {} : { lang, translationKey: `${instance.key}/${inner}` }),
  };
}

/** The address of a page below its site, as its plugin gives it. */
export function addressIn(path: string, instance: Instance, values: Values, site: ConfigValues): string {
  const { kind } = instance;
  const slug = kind === 'docs' ? docSlug(path, instance, values) : pageSlug(path, instance, values);
  const whole = `/${joinAddress(instance.route, slug)}`;
  const trailing = site['trailingSlash'];
  const hasSlash = whole !== '/' && (typeof trailing === 'boolean' ? trailing : slug.endsWith('/'));
  return `${encodePath(whole)}${hasSlash ? '/' : ''}`;
}

function docSlug(path: string, instance: Instance, values: Values): string {
  const { folders, name } = partsOf(path, instance, values.boolean('parse_number_prefixes') !== false);
  const folder = `/${folders.map((part) => `${part}/`).join('')}`;
  const slug = values.text('slug');
  // From the folder of the file, or from the route where it begins with a slash.
  if (slug !== undefined) return slug.startsWith('/') ? slug : posix.join(folder, slug);
  const inner = path.replace(/\.\w+$/, '');
  const id = values.written('id') ?? name;
  return isFolderPage(pathInside(inner, instance.folder)) ? folder : folder + id;
}

/** The slug of a post, or of a page of its own. */
function pageSlug(path: string, { kind, folder }: Instance, values: Values): string {
  const slug = values.text('slug');
  if (slug !== undefined) return slug;
  const inner = pathInside(path, folder).replace(/\.\w+$/, '');
  if (kind === 'pages') return inner.replace(/(^|\/)index$/, '$1');
  const [, before = '', date, text = ''] = DATED.exec(inner) ?? [];
  return date === undefined ? inner.replace(/\/index$/, '') : `${date.replaceAll('-', '/')}/${before}${text}`;
}

/** The name of a document in sidebars: its folders and its id. */
export function docId(path: string, instance: Instance, id: string | undefined): string {
  const { folders, name } = partsOf(path, instance);
  return [...folders, id ?? name].join('/');
}
