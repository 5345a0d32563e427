import type { Settings } from '../config/settings.js';
import type { Hooks } from '../hooks/hooks.js';
import type { Site } from '../model/site.js';
import type { Notice } from './notice.js';
import { NOTHING_PUBLISHED, type PublishedRegistry, type Registry } from './registry.js';

/** What decides about publication beside the registry itself. */
export interface PublishOptions {
  readonly site: Pick<Site, 'baseUrl'>;
  readonly settings: Pick<Settings, 'suppressed_resources' | 'hold_back_changing_jobs'>;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Told of results of filters that could not be taken over. */
  note(notice: Notice): void;
}

/**
 * The one gate between the registry and every public document: what it does not let through is in none of them.
 * Addresses come out absolute.
 * @see reference/public-surface.md section 2.4
 */
export async function publishRegistry(
  _registry: Registry,
  _options: PublishOptions,
): Promise<PublishedRegistry> {
  return NOTHING_PUBLISHED;
}
