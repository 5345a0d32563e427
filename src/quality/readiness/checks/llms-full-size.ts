import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** The full-text file is complete. */
export const llmsFullSizeCheck: ReadinessCheck = {
  id: 'llms_full_size',
  rung: 'readable',
  label: 'Full-text size',
  evaluate({ settings, llmsFull: { text } }) {
    if (!settings.enable_llms_full || text === undefined) return undefined;
    const limit = `${settings.llms_full_max_kb} KB`;
    const size = `${counted(text.entries, 'page')} in ${kilobytes(text.bytes)}`;
    if (text.entries === 0) {
      return warn(
        '/llms-full.txt contains no pages.',
        'Publish pages with text, and remove "llms: false" from their front matter.',
        toSetting('ar-full-count'),
      );
    }
    if (!text.isCut) return pass(`/llms-full.txt contains ${size}; the limit is ${limit}.`);
    return warn(
      `/llms-full.txt ends early: it contains ${size}, and the limit is ${limit}.`,
      'Lower "llms_full_posts", or raise "llms_full_max_kb".',
      toSetting('ar-full-count'),
    );
  },
};

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}
