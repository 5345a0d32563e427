import type { IntegrationOptions } from '../after-build.js';
import { DevFolder } from './dev-build.js';
import type { DevDocuments } from './dev-twins.js';

/** Twins and `llms.txt` from Markdown sources, where the development server renders pages only in the browser. */
export function sourceTwins(root: string, base: string, options: IntegrationOptions): DevDocuments {
  let folder: DevFolder | undefined;
  // One build at a time: each reuses what the one before has converted.
  let last: Promise<unknown> = Promise.resolve();
  return ({ origin, path }) => {
    if (!path.startsWith(base)) return Promise.resolve(undefined);
    const text = last.then(async () => {
      folder ??= new DevFolder();
      const source = { type: 'project', path: root, options: {} };
      await folder.build({ root, source, baseUrl: origin + base, sourceOnly: true }, options);
      return folder.read(path.slice(base.length));
    });
    last = text.catch(() => undefined);
    return text;
  };
}
