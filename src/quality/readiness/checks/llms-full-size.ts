import { count, pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** The full-text file is complete. */
export const llmsFullSizeCheck: ReadinessCheck = {
  id: 'llms_full_size',
  rung: 'readable',
  label: 'Full-text size',
  evaluate({ settings, llmsFull: { text } }) {
    if (!settings.enable_llms_full || text === undefined) return undefined;
    const limit = `${settings.llms_full_max_kb} KB`;
    const size = `${count(text.entries, 'page')} in ${kilobytes(text.bytes)}`;
    if (text.entries === 0) {
      return warn(
        '/llms-full.txt holds the text of no page.',
        'Publish pages with text, and leave "llms: false" out of their front matter.',
        toSetting('ar-full-count'),
      );
    }
    if (!text.isCut) return pass(`/llms-full.txt holds ${size}; the limit is ${limit}.`);
    return warn(
      `/llms-full.txt ends early: ${size}, then its limit of ${limit} is reached.`,
      'Lower "llms_full_posts", or raise "llms_full_max_kb".',
      toSetting('ar-full-count'),
    );
  },
};

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}
