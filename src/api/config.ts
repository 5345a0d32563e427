import type { RawConfig } from '../config/config.js';

export type { RawConfig as SvcConfig, RawSource as Source } from '../config/config.js';

/**
 * The configuration of a site, for `svc.config.ts` and `svc.config.js`: returns it unchanged, and gives editors its
 * type.
 */
export function defineConfig(config: RawConfig): RawConfig {
  return config;
}
