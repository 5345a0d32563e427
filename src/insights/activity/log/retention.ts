import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { DAY } from '../days.js';
import type { Retention } from '../port.js';

/** Maximum number of days in reports. */
const MAX_WINDOW = 30;

/**
 * How long visits are kept, after `svc_activity_retention_days` and `svc_activity_max_rows`.
 * @param now Unix seconds
 */
export async function retentionOf(
  settings: Settings,
  hooks: Pick<Hooks, 'apply'>,
  now: number,
): Promise<Retention> {
  const asked = await hooks.apply('svc_activity_retention_days', settings.activity_retention_days);
  const days = Math.max(1, Math.trunc(asked));
  const autoPrune = settings.activity_auto_prune;
  return {
    enabled: settings.enable_activity,
    days,
    autoPrune,
    maxRows: await hooks.apply('svc_activity_max_rows', settings.activity_max_rows),
    window: Math.min(MAX_WINDOW, days),
    floor: autoPrune ? Math.max(0, now - days * DAY) : 0,
  };
}
