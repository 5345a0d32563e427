import { isObject } from '../../../core/is-object.js';
import type { RawSite } from '../../port.js';
import { type ConfigValues, configObject, configText } from '../config-values.js';
import { baseOf, type ContentBase, type GeneratorConfig, type Project, projectFolder } from '../layout.js';
import type { Values } from '../values.js';
import { defaultRules, NOT_CONTENT } from './default-rules.js';
import { Gaps } from './gaps.js';
import { pathRuleOf } from './gatsby/page-paths.js';
import { addressAt, innerPath, placeAt } from './page-path.js';
import type { Profile, Rules } from './profile.js';
import { folderFromRoot, hasFolder, joinAddress } from './project-paths.js';

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

/** The folders whose files its plugins read, and the pages. */
function basesOf(root: string, config: GeneratorConfig | undefined): readonly ContentBase[] {
  const plugins = config?.values['plugins'];
  const named = (Array.isArray(plugins) ? plugins : []).filter(isObject).flatMap(({ resolve, options }) => {
    const path =
      resolve === 'gatsby-source-filesystem' ? configText(configObject(options), 'path') : undefined;
    return path === undefined ? [] : [path];
  });
  const folders = new Set([...named, 'src/pages'].map((path) => folderFromRoot(root, config, path)));
  return [...folders]
    .filter((folder) => hasFolder(root, folder))
    .sort((a, b) => b.length - a.length)
    .map((folder) => ({ folder }));
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const data: ConfigValues = configObject(values['siteMetadata']);
  const title = configText(data, 'title');
  const description = configText(data, 'description');
  const url = configText(data, 'siteUrl', 'url');
  const base = joinAddress(configText(values, 'pathPrefix'));
  const host = url !== undefined && URL.canParse(url) ? url.replace(/\/+$/, '') : undefined;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(host === undefined ? {} : { baseUrl: base === '' ? host : `${host}/${base}` }),
  };
}

function rules(project: Project): Rules {
  const { config } = project;
  const gaps = new Gaps();
  const rule = config === undefined ? undefined : pathRuleOf(config.root, projectFolder(config));
  const ending = config?.values['trailingSlash'] === 'never' ? '' : '/';
  const pathOf = (path: string) =>
    innerPath(path, project)
      .replace(/\.\w+$/, '')
      .replace(/(^|\/)index$/, '$1');
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    pages: (files) => files.filter((path) => /\.mdx?$/.test(path) && !/\{[^}]+\}/.test(path)),
    place(path) {
      const place = placeAt(path, pathOf(path));
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
