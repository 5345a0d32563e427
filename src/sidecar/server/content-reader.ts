import type { SiteContent } from '../../build/content/port.js';
import type { Storage } from '../../storage/port.js';
import { entryObject } from '../abilities/permission.js';
import { findTargets } from '../content/search/targets.js';
import type { ContentReader, LiveSite } from './services.js';

/** What the reader works with. */
export interface ContentReaderOptions {
  readonly storage: Storage;
  readonly site: LiveSite;
  /** Content of the last build; undefined until the first one. */
  content(): SiteContent | undefined;
}

/** Content of every status for the routes, which have asked before whether the caller may see it. */
export function createContentReader({ storage, site, content }: ContentReaderOptions): ContentReader {
  return {
    async find(id) {
      const entry = content()?.store.find(id);
      return entry && entryObject(entry);
    },
    previewSchema: async (id) => content()?.previews.schema(id, await site.documents()),
    previewMarkdown: async (id) => content()?.previews.markdown(id, await site.documents()),
    async targets(search) {
      const { ctx } = await site.documents();
      return findTargets(storage, ctx.types, search);
    },
  };
}
