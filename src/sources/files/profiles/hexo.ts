import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dateParts } from '../../../core/dates.js';
import { readTextIfThere } from '../../../core/files.js';
import { isObject, objectOf } from '../../../core/json.js';
import { lastName } from '../../../core/paths.js';
import { escapeRegExp } from '../../../core/text.js';
import { addressOf, pathAddress } from '../address.js';
import { globToPattern } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { contentPath, type Project } from '../layout.js';
import { type AddressFacts, defaultRules, Gaps, type Profile, type Rules } from './profile.js';

/** Where posts appear unless the configuration says otherwise. */
const POST = ':year/:month/:day/:title/';

/** Hexo. */
export const hexo: Profile = {
  label: 'Hexo',
  configFiles: ['_config.yml', '_config.yaml'],
  // Those of themes have such names too.
  otherConfigFiles: /^_config\..+\.ya?ml$/,
  ownsConfig: (root, values, file) =>
    isHexo(root) && (/^_config\.ya?ml$/.test(file) || 'permalink' in values),
  buildCommand: 'npx hexo generate',
  builtFolders: ['public'],
  builtFolder: (values) => configText(values, 'public_dir'),
  bases(root, config) {
    const folder = configText(config?.values ?? {}, 'source_dir') ?? 'source';
    return existsSync(join(root, folder)) ? [{ folder }] : [];
  },
  rules,
};

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const gaps = new Gaps();
  const pattern = configText(values, 'permalink') ?? POST;
  const globs = ['skip_render', 'exclude', 'ignore'].flatMap((key) => [values[key]].flat());
  const isSkipped = globs
    .filter((glob) => typeof glob === 'string')
    .map((glob) => globToPattern(glob.replace(/^\.?\/+|\/$/g, '')));
  const hidesEnding = objectOf(values['pretty_urls'])['trailing_html'] === false;
  const isPost = ({ place: { collection } }: AddressFacts) =>
    collection === 'posts' || collection === 'drafts';
  return {
    ...defaultRules(project),
    encryptedTags: encryptedTags(values),
    pages: (files) =>
      files.filter((path) => !isSkipped.some((test) => test.test(contentPath(path, project)))),
    address(page) {
      const address = addressOf(page, project, {
        written: (one) => (isPost(one) ? ownAddress(one) : fileAddress(ownAddress(one))),
        pattern: (one) => (isPost(one) ? pattern : undefined),
        values: (one) => (isPost(one) ? postValues(one, project) : {}),
        path: (one) =>
          pathAddress({ ...one, slug: one.place.isIndex ? one.slug : one.place.name.stem }, '.html'),
      });
      // A placeholder of an extension, or one that the post lacks.
      const unknown = /:id\b/.test(pattern) ? ':id' : /:[a-z_]{2,}/.exec(address)?.[0];
      if (isPost(page) && unknown !== undefined)
        gaps.add(project.config?.file ?? '', `the permalink "${unknown}"`);
      // Posts need addresses of their own.
      const own = isPost(page) ? address.replace(/:[a-z_]{2,}/g, page.slug) : address;
      return hidesEnding ? own.replace(/\.html$/, '') : own;
    },
    warnings: () => gaps.warnings(hexo),
  };
}

const ownAddress = ({ values }: AddressFacts) => values.find(['permalink', 'url']);

/** The address of a page without a slash at the end is that of a file. */
function fileAddress(found: ReturnType<typeof ownAddress>): ReturnType<typeof ownAddress> {
  if (typeof found?.value !== 'string' || /\/$|\.\w+$/.test(found.value.trim())) return found;
  return { ...found, value: `${found.value.trim()}.html` };
}

/** The tags for which `hexo-blog-encrypt` has a password. */
function encryptedTags(values: ConfigValues): ReadonlySet<string> {
  const { tags } = objectOf(values['encrypt']);
  return new Set(
    [tags].flat().flatMap((tag) => (isObject(tag) && typeof tag['name'] === 'string' ? tag['name'] : [])),
  );
}

/** The placeholders of posts: `:title` is the path of the file below `_posts`. */
function postValues(page: AddressFacts, project: Project): Readonly<Record<string, string>> {
  const { place, title, published, categories, values } = page;
  const config = project.config?.values ?? {};
  const inner = contentPath(place.path, project);
  const path = inner.replace(/^_(?:posts|drafts)\//, '').replace(/\.\w+$/, '');
  const slug = titleInPath(path, configText(config, 'new_post_name') ?? ':title');
  // Hexo leaves the zone of a date out: the clock of UTC counts.
  const hasZone = /\d(?:Z|[+-]\d{2}:?\d{2})$/i.test(values.text(...values.alike('date')) ?? '');
  const hash = published === undefined ? '' : createHash('sha1').update(`${slug}${published}`).digest('hex');
  const defaults = Object.entries(objectOf(config['permalink_defaults']));
  const own = values.all().filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return {
    ...Object.fromEntries([...defaults, ...own].map(([key, value]) => [key, String(value)])),
    ...(published === undefined ? {} : dateParts(published, hasZone ? 'UTC' : page.timeZone)),
    title: slug,
    name: lastName(slug),
    post_title: slugize(title).toLowerCase(),
    hash: hash.slice(0, 12),
    category:
      categories.map((name) => categorySlug(name, config)).join('/') ||
      (configText(config, 'default_category') ?? 'uncategorized'),
  };
}

/** Where the path has the form of new posts, its title as written; else a slug of the whole path. */
function titleInPath(path: string, form: string): string {
  const source = escapeRegExp(form.replace(/\.\w+$/, '')).replace(
    /:(\w+)/g,
    (_, key: string) => SEGMENTS[key] ?? '(?!)',
  );
  return new RegExp(`^${source}$`).exec(path)?.[1] ?? slugize(path);
}

const SEGMENTS: Readonly<Record<string, string>> = {
  title: '(.+)',
  year: '\\d{4}',
  month: '\\d{2}',
  day: '\\d{2}',
  i_month: '\\d{1,2}',
  i_day: '\\d{1,2}',
};

function categorySlug(name: string, config: ConfigValues): string {
  const slug = slugize(configText(objectOf(config['category_map']), name) ?? name);
  const transform = config['filename_case'];
  return transform === 1 ? slug.toLowerCase() : transform === 2 ? slug.toUpperCase() : slug;
}

/** Hexo's slug: accents become plain letters, and signs a hyphen. */
function slugize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * Jekyll's configuration has the same name. Hexo's posts are in a folder of their own, or its package is named.
 */
function isHexo(root: string): boolean {
  const hasPosts = existsSync(join(root, 'source', '_posts')) && !existsSync(join(root, '_posts'));
  return hasPosts || /"hexo"\s*:/.test(readTextIfThere(join(root, 'package.json')) ?? '');
}
