import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HookNotice } from '../config/hooks/hooks.js';
import { replaceFile } from '../core/atomic-file.js';
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

const FILE = 'notices.json';

/**
 * Stores the notices of a build for `svc validate`; without any the file is removed. They name plugins and their
 * failures, so they are next to the output and never in it.
 * @param state `.svc`
 */
export async function keepNotices(state: string, notices: readonly Notice[]): Promise<void> {
  const path = join(state, FILE);
  if (notices.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  await replaceFile(path, `${JSON.stringify(notices, null, 2)}\n`);
}

/**
 * The notices of the last build.
 * @param state `.svc`
 * @returns none where the file is missing or unreadable
 */
export function storedNotices(state: string): readonly Notice[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(state, FILE), 'utf8'));
    return Array.isArray(stored) ? stored.filter(isNotice) : [];
  } catch {
    return [];
  }
}

function isNotice(value: unknown): value is Notice {
  const { level, message } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (level === 'error' || level === 'warning') && typeof message === 'string';
}
