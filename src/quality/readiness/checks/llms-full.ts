import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** The text of the pages is available in one file. */
export const llmsFullCheck: ReadinessCheck = {
  id: 'llms_full',
  rung: 'readable',
  label: 'Full-text file',
  evaluate({ settings, llmsFull, site }) {
    const url = `${site.baseUrl}/llms-full.txt`;
    if (!settings.enable_llms_full) {
      return warn(
        '/llms-full.txt is switched off.',
        'Switch the full-text file on.',
        toSetting('ar-feat-enable_llms_full'),
      );
    }
    if (llmsFull.owner === 'file') return pass(`${url} is a file of the site.`);
    if (llmsFull.owner === 'other') return pass(`${url} is left to another program by a plugin.`);
    return pass(`The text of the newest pages is at ${url}.`);
  },
};
