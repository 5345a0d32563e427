import type { Rule } from '../rule.js';

/** The folder contains the files of the last build, and none of an earlier one. */
export const manifest: Rule = {
  id: 'manifest',
  level: 'error',
  title: 'Every file of the last build is there, and no document of an earlier one',
  *check({ record, folder, deployment }) {
    if (record === undefined) {
      yield {
        code: 'manifest-missing',
        file: 'svc-manifest.json.gz',
        message: 'There is no readable manifest, so the files of the deployment are unknown.',
        fix: 'Deploy the manifest with the other files, or build again.',
      };
      return;
    }
    for (const file of record.files) {
      if (folder.has(file)) continue;
      yield {
        code: 'file-missing',
        file,
        message: "The manifest lists this file, but it's missing.",
        fix: 'Build again.',
      };
    }
    for (const file of folder.leftovers()) {
      // If the site is its own output folder, its files are next to the generated ones.
      if (deployment.siteHas(`/${file}`)) continue;
      yield {
        level: 'warning',
        code: 'leftover',
        file,
        message: "This looks like a generated document, but the last build didn't write it.",
        fix: 'Remove it, unless it is your own.',
      };
    }
  },
};
