import { bool, ofFeature } from '../fields.js';

/** How to treat caches in front of the service. */
export const caching = {
  ...ofFeature('caching', {
    bypass_shared_cache: bool(false, 'Keep agent files out of caches: `Cache-Control: no-store`.'),
    purge_cache_on_change: bool(true, 'Run the configured purge hook after a build that changed something.'),
  }),
  ...ofFeature('IndexNow', {
    indexnow_enabled: bool(false, 'Announce changed addresses to IndexNow after a build.'),
  }),
};
