import type { ReadinessCheck } from '../check.js';
import { pass, warn } from '../check.js';

const MAX_SHOWN = 3;

/** The chosen hosts support everything in the build. */
export const hostLimitsCheck: ReadinessCheck = {
  id: 'host_limits',
  label: 'Limits of the host',
  evaluate({ hosts, limits }) {
    if (hosts.length === 0) return undefined;
    const names = hosts.join(', ');
    if (limits.length === 0) return pass(`Nothing is lost on ${names}.`);
    const more = limits.length > MAX_SHOWN ? `; and ${limits.length - MAX_SHOWN} more` : '';
    const shown = limits.slice(0, MAX_SHOWN).map(({ host, what }) => `${host}: ${what}`);
    const fixes = [...new Set(limits.map(({ fix }) => fix))];
    return warn(
      `Agents don't get everything there: ${shown.join('; ')}${more}.`,
      fixes.slice(0, MAX_SHOWN).join(' '),
    );
  },
};
