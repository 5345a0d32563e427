import { posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { objectOf } from '../../../../core/json.js';
import { lastName, pathInside } from '../../../../core/paths.js';
import { encodePath, parseFileName } from '../../../names.js';
import { parseData, readConfigFile, readProgramFile, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { FilePlace, Project } from '../../layout.js';
import type { Values } from '../../values.js';
import type { NavPage } from '../profile.js';
import { folderFromRoot, joinAddress } from '../project-paths.js';
import { readMatterData, uniquePages } from '../sidebar-links.js';
import type { Instance } from './instances.js';

/** `1.2-x` and `2024-01-x` aren't prefixes but a version and a date. */
const NO_PREFIX = /^\d+[-_.]\d+/;
const PREFIX = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;

/** A file or folder name without the number that orders it. */
function withoutNumber(name: string): string {
  return NO_PREFIX.test(name) ? name : (PREFIX.exec(name)?.[2] ?? name);
}

/** The number that orders a file or folder. */
function orderNumber(name: string): number | undefined {
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
export function docusaurusPlace(path: string, instance: Instance): FilePlace {
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
      stem: lastName(inner),
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
function docId(path: string, instance: Instance, id: string | undefined): string {
  const { folders, name } = partsOf(path, instance);
  return [...folders, id ?? name].join('/');
}

/** A document of an instance. */
interface Doc {
  readonly path: string;
  readonly id: string;
  /** Path in the folder of the instance. */
  readonly inner: string;
  readonly position: number | undefined;
  /** Its label in a sidebar, where its front matter has one. */
  readonly label: string | undefined;
}

/** The documents of an instance in the order of its sidebars. */
export function sidebarOrder(
  instance: Instance,
  files: readonly string[],
  project: Project,
): readonly NavPage[] {
  const { folder, sidebars } = instance;
  const docs = files.map((path): Doc => {
    const data = readMatterData(project.root, path);
    const inner = pathInside(path, folder);
    const id = typeof data['id'] === 'string' ? data['id'] : undefined;
    const position = Number(data['sidebar_position'] ?? orderNumber(posix.basename(inner)) ?? Number.NaN);
    return {
      path,
      id: docId(path, instance, id),
      inner,
      position: Number.isNaN(position) ? undefined : position,
      label: configText(data, 'sidebar_label', 'title'),
    };
  });
  if (sidebars === false) return [];
  const written = typeof sidebars === 'string' ? readSidebars(sidebars, project) : undefined;
  const order = new Order(docs, instance, project.root);
  const lists = written ?? { defaultSidebar: [{ type: 'autogenerated', dirName: '.' }] };
  for (const [name, list] of Object.entries(lists)) order.addSidebar(name, list);
  return uniquePages(order.pages);
}

function readSidebars(file: string, { root, config }: Project): ConfigValues | undefined {
  const path = folderFromRoot(config?.root ?? root, config, file);
  if (path === undefined) return undefined;
  const value = path.endsWith('.json')
    ? parseData(path, readProjectText(config?.root ?? root, path) ?? '')
    : (readProgramFile(config?.root ?? root, path).value ??
      // TypeScript imports a `.ts` file by the name of its `.js` output.
      readProgramFile(config?.root ?? root, path.replace(/js$/, 'ts')).value);
  return value === undefined ? undefined : objectOf(value);
}

const MAX_DEPTH = 30;

/** Collects documents in the order in which sidebars name them. */
class Order {
  readonly pages: NavPage[] = [];
  readonly #byId: ReadonlyMap<string, Doc>;
  /** By folder. */
  readonly #indexes: ReadonlyMap<string, Doc>;
  /** Labels of a translation, by their keys. */
  readonly #translated: ConfigValues;
  #sidebar = '';

  constructor(
    private readonly docs: readonly Doc[],
    private readonly instance: Instance,
    private readonly root: string,
  ) {
    this.#byId = new Map(docs.map((doc) => [doc.id, doc]));
    this.#indexes = indexesOf(docs);
    const { folder } = instance;
    this.#translated = /docusaurus-plugin-content-docs/.test(folder)
      ? readConfigFile(root, `${folder}.json`)
      : {};
  }

  addSidebar(name: string, items: unknown): void {
    this.#sidebar = name;
    this.#addAll(items, undefined, 0);
  }

  /** @param section the label of the outermost category, in the language of the documents */
  #addAll(items: unknown, section: string | undefined, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (typeof items === 'string') this.#addId(items, section);
    else if (Array.isArray(items)) for (const item of items) this.#addItem(item, section, depth + 1);
    // A short form: labels with their items.
    else
      for (const [label, list] of Object.entries(objectOf(items)))
        this.#addAll(list, section ?? this.#labelled(label), depth + 1);
  }

  #addItem(item: unknown, section: string | undefined, depth: number): void {
    const { type, id, items, link, dirName, label } = objectOf(item);
    if (typeof item === 'string') this.#addId(item, section);
    else if (type === undefined) this.#addAll(item, section, depth);
    else if (type === 'doc' || type === 'ref') this.#addId(id, section);
    else if (type === 'category') {
      const own = section ?? this.#labelled(label);
      this.#addId(objectOf(link)['id'], own);
      this.#addAll(items, own, depth);
    } else if (type === 'autogenerated')
      this.#addFolder(String(dirName ?? '.').replace(/^\.?\/|^\.$|\/$/g, ''), section);
  }

  #addId(id: unknown, section: string | undefined): void {
    const doc = this.#byId.get(String(id));
    if (doc !== undefined) this.pages.push({ path: doc.path, section });
  }

  /** Documents of other versions are grouped by their folders: labels are the same in all versions. */
  #labelled(label: unknown): string | undefined {
    if (typeof label !== 'string' || !this.instance.isLast) return undefined;
    const translated = objectOf(this.#translated[`sidebar.${this.#sidebar}.category.${label}`]);
    return configText(translated, 'message') ?? label;
  }

  /** Files and folders by their positions, then by name. The page of a folder within comes before the others. */
  #addFolder(folder: string, section: string | undefined, own?: Doc): void {
    const prefix = folder === '' ? '' : `${folder}/`;
    const names = new Map<string, { position: number | undefined; doc?: Doc; index?: Doc | undefined }>();
    if (own !== undefined) this.pages.push({ path: own.path, section });
    for (const doc of this.docs) {
      if (doc === own || !doc.inner.startsWith(prefix)) continue;
      const [name = '', ...rest] = doc.inner.slice(prefix.length).split('/');
      if (rest.length === 0) names.set(name, { position: doc.position, doc });
      else if (!names.has(name)) {
        const index = this.#indexes.get(prefix + name);
        names.set(name, { position: this.#positionOf(prefix + name) ?? index?.position, index });
      }
    }
    const last = Number.MAX_SAFE_INTEGER;
    const sorted = [...names].sort(
      ([a, one], [b, other]) => (one.position ?? last) - (other.position ?? last) || compareText(a, b),
    );
    for (const [name, { doc, index }] of sorted) {
      const label = this.#category(prefix + name)['label'] ?? index?.label;
      if (doc !== undefined) this.pages.push({ path: doc.path, section });
      else this.#addFolder(prefix + name, section ?? this.#labelled(label), index);
    }
  }

  #positionOf(folder: string): number | undefined {
    const position = Number(this.#category(folder)['position'] ?? Number.NaN);
    return Number.isNaN(position) ? orderNumber(posix.basename(folder)) : position;
  }

  /** What the folder says about its place in the sidebar. */
  #category(folder: string): ConfigValues {
    const place = joinAddress(this.instance.folder, folder);
    const [found = {}] = ['json', 'yml', 'yaml']
      .map((ending) => readConfigFile(this.root, `${place}/_category_.${ending}`))
      .filter((values) => Object.keys(values).length > 0);
    return found;
  }
}

/** The pages of folders: `index`, `README`, or one with the name of the folder. */
function indexesOf(docs: readonly Doc[]): ReadonlyMap<string, Doc> {
  const indexes = new Map<string, Doc>();
  for (const doc of docs) {
    const { dir, name } = posix.parse(doc.inner);
    const isIndex = /^(?:index|readme)$/i.test(name) || name === posix.basename(dir);
    if (isIndex && !indexes.has(dir)) indexes.set(dir, doc);
  }
  return indexes;
}
