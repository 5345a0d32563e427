import { addressOf } from '../address.js';
import type { Project } from '../layout.js';
import { placeFile } from '../place.js';
import { FolderData, NAMED_DATA } from './eleventy/folder-data.js';
import { Cascades } from './hugo/cascades.js';
import type { Rules } from './profile.js';

/** Folders of written files. */
const WRITTEN: ReadonlySet<string> = new Set(['_site', 'public', 'dist', 'out']);

/** Folders at the top of a generator's project that hold no content. */
export const NOT_CONTENT: ReadonlySet<string> = new Set([
  ...WRITTEN,
  ...'vendor archetypes layouts themes static assets i18n resources'.split(' '),
]);

/** The rules of a plain folder; generators replace what differs. */
export function defaultRules(project: Project): Rules {
  return {
    notContent: WRITTEN,
    isPartial,
    place: (path) => placeFile(path, project),
    address: (page) => addressOf(page, project),
    inherited: (files) => {
      const data = new FolderData(project, files, NAMED_DATA);
      const cascades = new Cascades(project, files);
      return {
        valuesFor: (path) => ({ ...data.valuesFor(path), ...cascades.valuesFor(path) }),
        print: () => [data.print(), cascades.print()],
      };
    },
  };
}

function isPartial(inner: string): boolean {
  const parts = inner.split('/');
  return (
    parts.some((part) => part.startsWith('_') && part !== '_posts' && part !== '_drafts') &&
    parts.at(-1) !== '_index.md'
  );
}
