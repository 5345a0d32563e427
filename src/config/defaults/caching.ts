import { bool } from '../fields.js';

/** How to treat caches in front of the service. */
export const caching = {
  bypass_shared_cache: bool(false, {
    text: 'Keep agent files out of caches: `Cache-Control: no-store`.',
    feature: 'caching',
  }),
  purge_cache_on_change: bool(true, {
    text: 'Run the configured purge hook after a build that changed something.',
    feature: 'caching',
  }),
  indexnow_enabled: bool(false, {
    text: 'Announce changed addresses to IndexNow after a build.',
    feature: 'IndexNow',
  }),
};
