import type { HookNotice } from '../hooks/hooks.js';
import type { Notice } from '../registry/notice.js';

/** Collects findings about registrations and plugins; each is told once. */
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

function fromHook({ hook, origin, message }: HookNotice): Notice {
  return {
    level: 'error',
    code: 'hook_failed',
    message: `${origin} failed in ${hook}: ${message}`,
    fix: 'Correct the plugin; until then the value that it was given is kept.',
    origin,
    hook,
  };
}
