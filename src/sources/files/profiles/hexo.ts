import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, pathAddress } from '../address.js';
import { configText } from '../config-values.js';
import { defaultRules } from './default-rules.js';
import type { Profile } from './profile.js';

/** Where posts appear unless the configuration says otherwise. */
const POST = ':year/:month/:day/:title/';

/** Hexo. */
export const hexo: Profile = {
  label: 'Hexo',
  configFiles: ['_config.yml', '_config.yaml'],
  ownsConfig: isHexo,
  buildCommand: 'npx hexo generate',
  builtFolders: ['public'],
  builtFolder: (values) => configText(values, 'public_dir'),
  bases(root, config) {
    const folder = configText(config?.values ?? {}, 'source_dir') ?? 'source';
    return existsSync(join(root, folder)) ? [{ folder }] : [];
  },
  rules: (project) => ({
    ...defaultRules(project),
    address: (page) =>
      addressOf(page, project, {
        pattern: ({ place: { collection } }) =>
          collection === 'posts' || collection === 'drafts'
            ? (configText(project.config?.values ?? {}, 'permalink') ?? POST)
            : undefined,
        path: (one) => pathAddress(one, '.html'),
      }),
  }),
};

/**
 * Jekyll's configuration has the same name. Hexo's posts lie in a folder of their own, or its package is named.
 */
function isHexo(root: string): boolean {
  const hasPosts = existsSync(join(root, 'source', '_posts')) && !existsSync(join(root, '_posts'));
  return hasPosts || /"hexo"\s*:/.test(packageText(root));
}

function packageText(root: string): string {
  try {
    return readFileSync(join(root, 'package.json'), 'utf8');
  } catch {
    return '';
  }
}
