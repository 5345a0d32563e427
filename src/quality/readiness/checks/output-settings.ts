import { pass, type ReadinessCheck, warn } from '../check.js';

/** The written files match the settings. */
export const outputSettingsCheck: ReadinessCheck = {
  id: 'output_settings',
  label: 'Files up to date',
  evaluate({ isOutputStale }) {
    if (isOutputStale === undefined) return undefined;
    if (!isOutputStale) return pass('The written files were made with the current settings.');
    return warn(
      'Settings have changed since the files were written; what a static host serves is older.',
      'Run svc build and deploy again.',
    );
  },
};
