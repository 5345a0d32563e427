import type { HookNotice } from '../config/hooks/hooks.js';
import type { Notice } from '../site/registry/notice.js';

/** Collects notices about registrations and plugins, each once. */
export class Notices {
  readonly #notices = new Map<string, Notice>();

  readonly add = (notice: Notice): void => {
    this.#notices.set(`${notice.code}\n${notice.origin}\n${notice.message}`, notice);
  };

  /** In order, with the hooks that failed after them. */
  list(failed: readonly HookNotice[]): readonly Notice[] {
    return [...this.#notices.values(), ...failed.map(fromHook)];
  }
}

/** A failed hook as a notice of a build. */
export function fromHook({ hook, origin, message, isLost }: HookNotice): Notice {
  return {
    level: 'error',
    code: isLost ? 'plugin_lost' : 'hook_failed',
    message: isLost
      ? `${origin} was ended in ${hook}: ${message}`
      : `${origin} failed in ${hook}: ${message}`,
    fix: isLost
      ? 'Correct the plugin. Until then, builds continue without it. See docs/plugins.md.'
      : 'Correct the plugin. Until then, the value stays unchanged.',
    origin,
    hook,
  };
}
