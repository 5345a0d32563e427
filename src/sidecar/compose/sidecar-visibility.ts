import { join } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import { readSealKey, SEAL_FILE, sealWith } from '../../insights/ai/seal.js';
import type { SiteAi } from '../../insights/ai/site-model.js';
import { bareHost } from '../../insights/visibility/config.js';
import type { Visibility } from '../../insights/visibility/port.js';
import { createVisibility } from '../../insights/visibility/visibility.js';
import type { Storage } from '../../storage/port.js';
import type { LiveSite } from '../server/services.js';

/** Milliseconds between two checks of the schedule. */
const LOOK_EVERY = 60_000;

/** The inputs of the citation checks of a sidecar. */
export interface SidecarVisibilityOptions {
  readonly loaded: LoadedConfig;
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly site: LiveSite;
  readonly ai: SiteAi;
  /** The environment that the key for sealing the keys of engines is read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix seconds. */
  now(): number;
  logError(error: unknown, what: string): void;
}

/** Citation checks that run on their schedule. */
export interface SidecarVisibility {
  readonly visibility: Visibility;
  /** Ends the schedule, and the current run. */
  close(): Promise<void>;
}

/** Starts the citation checks of a sidecar. */
export function openVisibility(options: SidecarVisibilityOptions): SidecarVisibility {
  const { loaded, storage, hooks, site, ai, env, now, logError } = options;
  const visibility = createVisibility({
    storage,
    hooks,
    settings: () => site.settings(),
    seal: once(() => sealWith(readSealKey(join(loaded.folder, '.svc', SEAL_FILE), env))),
    names: () => namesOf(site),
    ai,
    addresses: loaded.config.engines,
    now,
    logError,
  });
  const timer = setInterval(() => {
    visibility.tick().catch((error: unknown) => logError(error, 'the schedule of citation checks'));
  }, LOOK_EVERY).unref();
  return {
    visibility,
    async close() {
      clearInterval(timer);
      await visibility.close();
    },
  };
}

/** Returns the names of the site for citation checks. */
async function namesOf(site: LiveSite): Promise<{ readonly name: string; readonly host: string }> {
  const { ctx } = await site.documents();
  return { name: ctx.settings.identity.name || ctx.site.name, host: bareHost(ctx.site.baseUrl) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
