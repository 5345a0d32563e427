import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { addressOf } from '../address.js';
import { placeFile } from '../layout.js';
import { defaultRules, type Profile } from './profile.js';

/**
 * Decks of Slidev. It builds a program that draws the slides, so that the text is only in the sources.
 * @see https://sli.dev/guide/syntax
 */
export const slidev: Profile = {
  label: 'Slidev',
  configFiles: ['package.json'],
  ownsConfig: (root, { dependencies, devDependencies }) =>
    '@slidev/cli' in { ...objectOf(dependencies), ...objectOf(devDependencies) } &&
    existsSync(join(root, 'slides.md')),
  buildCommand: '',
  builtFolders: [],
  site: () => ({}),
  rules: (project) => ({
    ...defaultRules(project),
    // Files in folders are parts of decks.
    pages: (files) => files.filter((path) => /^[^/]+\.md$/.test(path)),
    place(path) {
      const place = placeFile(path, project);
      return place && { ...place, isIndex: path === 'slides.md' };
    },
    address: (page) => addressOf(page, project),
  }),
};
