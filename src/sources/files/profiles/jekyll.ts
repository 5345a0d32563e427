import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, pathAddress } from '../address.js';
import { configObject, configText } from '../config-values.js';
import type { Project } from '../layout.js';
import { STYLES } from '../permalink.js';
import { defaultRules, NOT_CONTENT } from './default-rules.js';
import { JekyllDefaults } from './jekyll-defaults.js';
import type { PageFacts, Profile } from './profile.js';

/** Jekyll. */
export const jekyll: Profile = {
  label: 'Jekyll',
  configFiles: ['_config.yml', '_config.yaml', '_config.toml'],
  isLikely: (root) =>
    ['_posts', '_drafts', '_layouts', '_includes', '_docs'].some((name) => existsSync(join(root, name))),
  buildCommand: 'bundle exec jekyll build',
  builtFolders: ['_site'],
  builtFolder: (values) => configText(values, 'destination'),
  bases(root, config) {
    const folder = configText(config?.values ?? {}, 'source');
    if (folder === undefined || folder === '.' || !existsSync(join(root, folder))) return [];
    return [{ folder: folder.replace(/^\.\//, '') }];
  },
  rules: (project) => ({
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    needsFrontMatter: true,
    splitTerms: 'space',
    isPartial: (inner) => (inner.split('/').at(-1) ?? '').startsWith('_'),
    address: (page) =>
      addressOf(page, project, {
        style: (written) => STYLES[written],
        pattern: (one) => pattern(one, project),
        path: (one) => pathAddress(one, pageEnding(project)),
      }),
    inherited: () => new JekyllDefaults(project),
  }),
  authoring: {
    uploads: 'assets/uploads',
    postFolder: '_posts',
    hasDatedPosts: true,
    draft: ['published', false],
  },
};

function pattern({ place }: PageFacts, { config }: Project): string | undefined {
  const values = config?.values ?? {};
  const collection = place.collection === 'drafts' ? 'posts' : place.collection;
  const own = configText(configObject(configObject(values['collections'])[collection ?? '']), 'permalink');
  if (own !== undefined) return own;
  if (collection !== 'posts') return undefined;
  const site = configText(values, 'permalink');
  return STYLES[site ?? ''] ?? site ?? STYLES[config === undefined ? 'pretty' : 'date'];
}

/** With a configuration that doesn't ask for folders, pages are `about.html`. */
function pageEnding({ config }: Project): '/' | '.html' {
  if (config === undefined) return '/';
  const site = configText(config.values, 'permalink') ?? 'date';
  return (STYLES[site] ?? site).endsWith('/') ? '/' : '.html';
}
