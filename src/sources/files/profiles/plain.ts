import { defaultRules } from './default-rules.js';
import type { Profile } from './profile.js';

/** A folder of pages without a generator, or of an unknown one. */
export const plain: Profile = {
  label: 'a plain folder',
  configFiles: [],
  buildCommand: '',
  builtFolders: [],
  rules: (project) => defaultRules(project),
};
