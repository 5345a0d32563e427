import { join, posix } from 'node:path';
import { isObject, listOf, objectOf, withoutUndefined } from '../../../core/json.js';
import type { RawSite } from '../../port.js';
import { sampleFiles } from '../../walk-folder.js';
import { isExcluded, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import {
  addressAt,
  baseOf,
  type ContentBase,
  type GeneratorConfig,
  type Project,
  pagePath,
  placeOfAddress,
  projectFolder,
  projectPath,
} from '../layout.js';
import type { Values } from '../values.js';
import { defaultRules, Gaps, NOT_CONTENT, type Profile, type Rules } from './profile.js';
import { addressBelow, folderFromRoot, hasFolder, joinAddress } from './project-paths.js';

/** How a site makes the addresses of its Markdown pages. */
interface PathRule {
  /** Text before the rest of the address. */
  readonly prefix: string;
  /** The key in the front matter that has the rest; undefined for the path of the file. */
  readonly key: string | undefined;
}

const ENDINGS = ['js', 'ts', 'mjs', 'cjs'];
const MAX_ROUTES = 500;

/**
 * The rule in `gatsby-node`, which isn't run, or in the name of a page such as `{mdx.frontmatter__slug}.js`.
 * @param folder of the project, from the root
 * @returns null where only the code itself can compute addresses, undefined where nothing makes pages of Markdown
 */
export function pathRuleOf(root: string, folder: string): PathRule | null | undefined {
  const code = ENDINGS.map((ending) =>
    readProjectText(root, posix.join(folder, `gatsby-node.${ending}`)),
  ).find((text) => text !== undefined);
  const routes = routesIn(join(root, folder, 'src/pages'));
  const rules = [...routes, ...(code === undefined ? [] : rulesIn(code))];
  const [first, ...others] = rules;
  if (first === undefined || first === null) return first;
  return others.every((rule) => rule?.key === first.key && rule?.prefix === first.prefix) ? first : null;
}

/** Routes by the names of files: the address is what stands before the field, and the field itself. */
function routesIn(pages: string): readonly (PathRule | null)[] {
  return sampleFiles(pages, /\{[^{}]*\}/, MAX_ROUTES).map((file) => {
    const [, prefix = '', kind, key] =
      /^([^{}]*)\{(?:[mM]dx|[mM]arkdownRemark)\.(frontmatter|fields)__(\w+)\}\.[jt]sx?$/.exec(file) ?? [];
    return kind === 'frontmatter' && key !== undefined ? { prefix, key } : null;
  });
}

/** What `createPage` is called with. */
const PATHS = /\bcreatePage\s*\(\s*\{[^{}]*?\bpath\s*(?::\s*(`[^`\n]*`|[^,\n}]+)|(?=[,}]))/g;
const MAX_PATH = 200;

function rulesIn(code: string): readonly (PathRule | null)[] {
  const text = code.replace(/\/\*[\s\S]*?(?:\*\/|$)|(?<=^|[\s;{}])\/\/[^\n]*/g, '');
  const calls = text.match(/\bcreatePage\s*\(/g)?.length ?? 0;
  const paths = [...text.matchAll(PATHS)].map(([, path = '']) => path.trim().slice(0, MAX_PATH));
  if (paths.length < calls) return [null];
  // An address that is written out isn't that of a Markdown page.
  return paths.filter((path) => !/^(['"])[^'"]*\1$/.test(path)).map((path) => ruleOf(path, text));
}

/** `node.frontmatter.slug`, `/blog${node.fields.slug}` and the like. */
function ruleOf(path: string, code: string): PathRule | null {
  const [prefix, expression] = partsOf(path) ?? [];
  const [, kind, key] = /\b(frontmatter|fields)\??\.(\w+)$/.exec(expression ?? '') ?? [];
  if (prefix === undefined || kind === undefined || key === undefined) return null;
  if (kind === 'frontmatter') return { prefix, key };
  const before = prefixOfField(key, code);
  return before === undefined ? null : { prefix: prefix + before, key: undefined };
}

/** The text before an expression, and the expression. */
function partsOf(written: string): readonly [prefix: string, expression: string] | undefined {
  if (/^[\w.?]+$/.test(written)) return ['', written];
  const [, prefix, expression] = /^`([^`$]*)\$\{([\w.?]+)\}\/?`$/.exec(written) ?? [];
  return prefix === undefined || expression === undefined ? undefined : [prefix, expression];
}

/** What stands before the path of the file in a field of nodes; undefined for one that is made otherwise. */
function prefixOfField(name: string, code: string): string | undefined {
  const variable = /\b(?:const|let|var)\s+(\w+)\s*=\s*createFilePath\(\s*\{[^{}]*\}\s*\)/.exec(code)?.[1];
  for (const [, inner = ''] of code.matchAll(/\bcreateNodeField\(\s*\{((?:[^{}`]|`[^`\n]*`)*)\}/g)) {
    if (!new RegExp(`\\bname\\s*:\\s*(['"\`])${name}\\1`).test(inner)) continue;
    const [found, value = 'value'] = /\bvalue\s*(?::\s*(`[^`\n]*`|[^,\n]+)|,|$)/.exec(inner.trim()) ?? [];
    const [prefix, expression] = (found === undefined ? undefined : partsOf(value.trim())) ?? [];
    return expression === undefined || expression !== variable ? undefined : prefix;
  }
  return undefined;
}

/** Gatsby. */
export const gatsby: Profile = {
  label: 'Gatsby',
  configFiles: ['', 'docs/', 'www/', 'website/', 'site/'].flatMap((folder) =>
    ['js', 'ts', 'mjs', 'cjs'].map((ending) => `${folder}gatsby-config.${ending}`),
  ),
  needsBuild: (_root, config) => pathRuleOf(config.root, projectFolder(config)) === null,
  buildCommand: 'npx gatsby build',
  builtFolders: ['public'],
  namesOutsideFolders: true,
  bases: basesOf,
  site: siteOf,
  rules,
  authoring: { staticFolder: 'static' },
};

/** A folder of files, with the globs of those that aren't read, from the folder of the project. */
interface FileSource extends ContentBase {
  readonly ignore?: unknown;
}

/** The folders whose files its plugins read, and the pages. */
function basesOf(root: string, config: GeneratorConfig | undefined): readonly FileSource[] {
  const plugins = config?.values['plugins'];
  const named = listOf(plugins)
    .filter(isObject)
    .flatMap(({ resolve, options }) => {
      const { ignore } = objectOf(options);
      const path = resolve === 'gatsby-source-filesystem' ? configText(objectOf(options), 'path') : undefined;
      return path === undefined ? [] : [{ path, ignore }];
    });
  const bases = new Map<string, FileSource>();
  for (const { path, ignore } of [...named, { path: 'src/pages', ignore: undefined }]) {
    const folder = folderFromRoot(root, config, path);
    if (hasFolder(root, folder) && !bases.has(folder)) bases.set(folder, { folder, ignore });
  }
  return [...bases.values()].sort((a, b) => b.folder.length - a.folder.length);
}

function isIgnored(path: string, project: Project): boolean {
  const base: FileSource | undefined = baseOf(path, project);
  return isExcluded(posix.relative(projectPath(project), path), base?.ignore);
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const data: ConfigValues = objectOf(values['siteMetadata']);
  const title = configText(data, 'title');
  const description = configText(data, 'description');
  const base = joinAddress(configText(values, 'pathPrefix'));
  const baseUrl = addressBelow(configText(data, 'siteUrl', 'url'), base);
  return withoutUndefined({ title, description, baseUrl });
}

function rules(project: Project): Rules {
  const { config } = project;
  const gaps = new Gaps();
  const rule = config === undefined ? undefined : pathRuleOf(config.root, projectFolder(config));
  const ending = config?.values['trailingSlash'] === 'never' ? '' : '/';
  const pathOf = (path: string) => pagePath(path, project);
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    pages: (files) =>
      files.filter((path) => /\.mdx?$/.test(path) && !/\{[^}]+\}/.test(path) && !isIgnored(path, project)),
    place(path) {
      const place = placeOfAddress(path, pathOf(path));
      // The folder of a source may be that of the posts: `content/blog`.
      const isPost = POSTS.test(baseOf(path, project)?.folder ?? '') && pathOf(path) !== '';
      return isPost ? { ...place, isPost } : place;
    },
    address({ place: { path }, values }) {
      const isPage = /(?:^|\/)pages\//.test(path);
      const key = rule?.key;
      const written = !rule ? ownAddress(values) : key === undefined || isPage ? undefined : values.text(key);
      if (written === undefined && !isPage && (!rule || key !== undefined))
        gaps.add(
          config?.file ?? path,
          `the addresses of pages without a ${key === undefined ? '`path` or `slug`' : `\`${key}\``} (in \`gatsby-node\`)`,
        );
      const prefix = rule && !isPage ? rule.prefix : '';
      return addressAt(joinAddress(prefix, written ?? pathOf(path)), ending);
    },
    warnings: () => gaps.warnings(gatsby),
  };
}

const POSTS = /(?:^|\/)(?:posts|blog|news|articles)$/i;

function ownAddress(values: Values): string | undefined {
  const [path, slug] = [values.text('path'), values.text('slug')];
  return [path, slug].find((text) => text?.startsWith('/')) ?? path ?? slug;
}
