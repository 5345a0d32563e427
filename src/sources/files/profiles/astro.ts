import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { encodePath } from '../../names.js';
import { addressOf, pathAddress } from '../address.js';
import { defaultRules, NOT_CONTENT } from './default-rules.js';
import type { PageFacts, Profile } from './profile.js';

const FOLDERS = ['src/content/docs', 'src/content', 'src/pages', 'content/docs', 'docs'];

/** Astro: pages and content collections. */
export const astro: Profile = {
  label: 'Astro',
  configFiles: ['mjs', 'js', 'ts', 'mts'].map((ending) => `astro.config.${ending}`),
  isLikely: (root) => existsSync(join(root, 'src/content')),
  buildCommand: 'npx astro build',
  builtFolders: ['dist'],
  bases(root) {
    const exists = (folder: string) => existsSync(join(root, folder));
    return FOLDERS.filter((folder) => exists(folder) && (folder.startsWith('src/') || !exists('src'))).map(
      (folder) => ({ folder }),
    );
  },
  rules: (project) => ({
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    address: (page) => addressOf(page, project, { path: ownPath }),
  }),
  authoring: { staticFolder: 'public', postFolder: 'blog' },
};

/** A slug with folders replaces the path below the collection. */
function ownPath(page: PageFacts): string {
  const { place, ownSlug } = page;
  if (place.isIndex || ownSlug?.includes('/') !== true) return pathAddress(page);
  const parts = [...place.folders.slice(0, 1), ...ownSlug.split('/')];
  return `/${encodePath(parts.filter((part) => part !== '').join('/'))}/`;
}
