import { fromHook } from '../build/notices.js';
import type { Hooks } from '../config/hooks/hooks.js';
import type { Notice } from '../site/registry/notice.js';

/** Prints plugin failures, for commands that have no report of their own. */
export function printNotices(hooks: Pick<Hooks, 'notices'>, err: (text: string) => void): void {
  for (const notice of hooks.notices()) printNotice(fromHook(notice), err);
}

/** Prints a notice. */
export function printNotice({ message, fix }: Notice, err: (text: string) => void): void {
  err(`warning: ${message}\nfix:     ${fix}\n`);
}
