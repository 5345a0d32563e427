import { fromHook } from '../build/notices.js';
import type { HookNotice, Hooks } from '../config/hooks/hooks.js';

/** Prints plugin failures, for commands that have no report of their own. */
export function tellNotices(hooks: Pick<Hooks, 'notices'>, err: (text: string) => void): void {
  for (const notice of hooks.notices()) err(`${asText(notice)}\n`);
}

/** Prints the plugins that had to be ended. */
export function tellLost(hooks: Pick<Hooks, 'notices'>, err: (text: string) => void): void {
  for (const notice of hooks.notices()) if (notice.isLost) err(`${asText(notice)}\n`);
}

function asText(failed: HookNotice): string {
  const { message, fix } = fromHook(failed);
  return `warning: ${message}\nfix:     ${fix}`;
}
