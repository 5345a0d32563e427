import { defaultRules } from './default-rules.js';
import { DATA, FolderData } from './eleventy-data.js';
import type { Profile } from './profile.js';

/** Eleventy. */
export const eleventy: Profile = {
  label: 'Eleventy',
  configFiles: ['.eleventy.js', 'eleventy.config.js', 'eleventy.config.mjs', 'eleventy.config.cjs'],
  buildCommand: 'npx @11ty/eleventy',
  builtFolders: ['_site'],
  rules: (project) => ({
    ...defaultRules(project),
    // Tags make Eleventy's own collections.
    internalTags: new Set(['all', 'nav', 'post', 'posts']),
    isPartial: (inner) => /(?:^|\/)_(?:includes|data)\//.test(inner),
    inherited: (files) => new FolderData(project, files, DATA),
  }),
};
