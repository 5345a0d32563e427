import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, warn } from '../check.js';

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
    const detail = `Agents don't get everything there: ${shown.join('; ')}${more}.`;
    return warn(detail, fixes.slice(0, MAX_SHOWN).join(' '));
  },
};

/** No registration of a provider or plugin was refused or corrected. */
export const registryNoticesCheck: ReadinessCheck = {
  id: 'registry_notices',
  label: 'Providers and plugins',
  evaluate({ notices }) {
    const [first] = notices;
    if (first === undefined) return pass('No registration was refused or corrected.');
    const errors = notices.filter(({ level }) => level === 'error').length;
    const shown = notices.slice(0, MAX_SHOWN).map(({ message }) => message);
    const more = notices.length > MAX_SHOWN ? `; and ${notices.length - MAX_SHOWN} more` : '';
    const detail = `${counted(errors, 'error')} and ${counted(notices.length - errors, 'warning')}: ${shown.join('; ')}${more}.`;
    return warn(detail, first.fix);
  },
};

/** The written files match the settings. */
export const outputSettingsCheck: ReadinessCheck = {
  id: 'output_settings',
  label: 'Files up to date',
  evaluate({ isOutputStale }) {
    if (isOutputStale === undefined) return undefined;
    if (!isOutputStale) return pass('The written files were made with the current settings.');
    const detail = 'Settings have changed since the files were written; what a static host serves is older.';
    return warn(detail, 'Run svc build and deploy again.');
  },
};

/** Changes of the content have been pushed to where the site is built. */
export const unpushedContentCheck: ReadinessCheck = {
  id: 'unpushed_content',
  label: 'Content pushed',
  evaluate({ unpushed }) {
    if (unpushed === undefined) return undefined;
    if (unpushed === 0) return pass('Every change of the content has been pushed.');
    const detail = `${counted(unpushed, 'change')} of the content ${unpushed === 1 ? 'is' : 'are'} on this machine only.`;
    return warn(detail, 'Push the content folder; see "content.git" in the configuration.');
  },
};
