import type { IntegrationOptions } from '../after-build.js';
import { DevFolder } from './dev-build.js';
import type { DevDocuments } from './dev-twins.js';

/** A site in development that is read from its sources. */
interface DevSources {
  /** Folder with `svc.config.*`, if there is one. */
  readonly root: string;
  /** Folder of the generator's project. */
  readonly project: string;
  /** The path of the site, with slashes at its ends. */
  readonly base: string;
}

/** Twins and documents about the site from Markdown sources, where the development server renders pages only in the browser. */
export function sourceTwins({ root, project, base }: DevSources, options: IntegrationOptions): DevDocuments {
  let folder: DevFolder | undefined;
  // One build at a time: each reuses what the one before has converted.
  let last: Promise<unknown> = Promise.resolve();
  return ({ origin, path: asked, pages }) => {
    const path = pages[0] === base ? `${base}index.md` : asked;
    if (!path.startsWith(base)) return Promise.resolve(undefined);
    const text = last.then(async () => {
      folder ??= new DevFolder();
      const source = { type: 'project', path: project, options: {} };
      await folder.build({ root, source, baseUrl: origin + base, sourceOnly: true }, options);
      return folder.read(path.slice(base.length));
    });
    last = text.catch(() => undefined);
    return text;
  };
}
