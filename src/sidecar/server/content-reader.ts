import type { SiteContent } from '../../build/content/port.js';
import type { Storage } from '../../storage/port.js';
import { entryObject } from '../abilities/permission.js';
import { findTargets } from '../content/search/content-index.js';
import type { ContentReader, LiveSite } from './services.js';

/** The inputs of the reader. */
export interface ContentReaderOptions {
  readonly storage: Storage;
  readonly site: LiveSite;
  /** Content of the last build; undefined until the first one. */
  content(): SiteContent | undefined;
}

/** Creates a reader for content of every status. The routes check permissions before they call it. */
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
