import { objectOf, withoutUndefined } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { pathInside } from '../../../core/paths.js';
import type { RawSite } from '../../port.js';
import { isExcluded, matchesAny, readConfigFile } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { baseOf, type GeneratorConfig, type Project } from '../layout.js';
import { addressIn, docusaurusPlace, sidebarOrder } from './docusaurus/address.js';
import { hasComputedContent, type Instance, instancesOf } from './docusaurus/instances.js';
import { defaultRules, Gaps, type Profile, type Rules } from './profile.js';
import { addressBelow, joinAddress } from './project-paths.js';

const CONFIGS = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `docusaurus.config.${ending}`);
/** Projects often keep their site next to what it documents. */
const FOLDERS = ['', 'website/', 'docs/', 'site/', 'documentation/'];

/** Docusaurus: documentation in versions, blogs and pages, each in several languages. */
export const docusaurus: Profile = {
  label: 'Docusaurus',
  configFiles: FOLDERS.flatMap((folder) => CONFIGS.map((name) => folder + name)),
  needsBuild: (_root, config) => hasComputedContent(config),
  buildCommand: 'npx docusaurus build',
  builtFolders: ['build'],
  namesOutsideFolders: true,
  bases: (root, config) => instancesOf(root, config).found,
  site: siteOf,
  rules,
  authoring: { staticFolder: 'static', postFolder: 'blog', hasDatedPosts: true },
};

function siteOf({ values }: GeneratorConfig): RawSite {
  const url = configText(values, 'url');
  const title = configText(values, 'title');
  const description = configText(values, 'tagline');
  const lang = configText(objectOf(values['i18n']), 'defaultLocale');
  const host = url !== undefined && isParsableUrl(url) ? new URL(url).origin : undefined;
  const baseUrl = addressBelow(host, joinAddress(configText(values, 'baseUrl')));
  return withoutUndefined({ title, description, baseUrl, lang });
}

function rules(project: Project): Rules {
  const { root, config } = project;
  const { values = {} } = config ?? {};
  const { found, outside, missing } = instancesOf(root, config);
  const authors = new Map<Instance, ConfigValues>();
  const authorsOf = (instance: Instance | undefined): ConfigValues => {
    if (instance?.kind !== 'blog') return {};
    const known = authors.get(instance) ?? readAuthorsFile(instance, root);
    authors.set(instance, known);
    return known;
  };
  const gaps = new Gaps();
  if (config !== undefined && hasComputedContent(config))
    gaps.add(config.file, 'the folders and routes of its content');
  for (const folder of missing) gaps.add('versions.json', `the documents of the missing folder "${folder}"`);
  const instanceOf = (path: string) => found.find(({ folder }) => folder === baseOf(path, project)?.folder);
  return {
    ...defaultRules(project),
    showsOwnHeading: true,
    hasEmojiNames: objectOf(values['markdown'])['emoji'] !== false,
    author: (path, key) => authorsOf(instanceOf(path))[key],
    notContent: new Set(['build', 'static']),
    pages(files) {
      const pages = files.flatMap((path) => {
        const one = instanceOf(path);
        return one !== undefined && isPage(path, one)
          ? { path, one, name: `${one.key}/${pathInside(path, one.folder)}` }
          : [];
      });
      const own = new Set(pages.filter(({ one }) => !one.isTranslated).map(({ name }) => name));
      // A translation of nothing isn't built.
      return pages.filter(({ name }) => own.has(name)).map(({ path }) => path);
    },
    place(path) {
      const instance = instanceOf(path);
      return instance && docusaurusPlace(path, instance);
    },
    address({ place, values: matter }) {
      const instance = instanceOf(place.path);
      return instance === undefined ? '/' : addressIn(place.path, instance, matter, values);
    },
    inherited: () => ({
      valuesFor: (path) =>
        values['noIndex'] === true || instanceOf(path)?.isHidden ? { noindex: true } : {},
      print: () => [found, found.map(authorsOf)],
    }),
    navigation: (files) =>
      found
        .filter(({ kind }) => kind === 'docs')
        .flatMap((one) =>
          sidebarOrder(
            one,
            files.filter((path) => instanceOf(path) === one),
            project,
          ),
        ),
    print: () => [found, found.map(authorsOf)],
    warnings: () => [
      ...outside.map((path) => ({
        code: 'source-outside',
        message: `The configuration names the folder "${path}", which is outside the source.`,
        file: config?.file ?? '',
        fix: 'Make the folder above both of them the path of the source.',
        skipped: true,
      })),
      ...gaps.warnings(docusaurus),
    ],
  };
}

/** The people of a blog, by the names that its posts use. */
function readAuthorsFile({ folder, options }: Instance, root: string): ConfigValues {
  const name = configText(options, 'authorsMapPath') ?? 'authors.yml';
  return name.includes('..') ? {} : readConfigFile(root, joinAddress(folder, name));
}

/** By the globs of the plugin; names with `_` are parts of other pages. */
function isPage(path: string, instance: Instance): boolean {
  if (!/\.mdx?$/.test(path)) return false;
  const inner = pathInside(path, instance.folder);
  const { include = '**/*.{md,mdx}', exclude = [] } = instance.options;
  return matchesAny(inner, include) && !isExcluded(inner, exclude) && !/(?:^|\/)__tests__\//.test(inner);
}
