import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Fewer words do not describe the site. */
const MIN_WORDS = 200;

/** The index has enough text to be useful. */
export const llmsWordsCheck: ReadinessCheck = {
  id: 'llms_words',
  rung: 'readable',
  label: 'llms.txt depth',
  evaluate({ settings, llms }) {
    if (!settings.enable_llms_txt || llms.owner !== 'ours') return undefined;
    const found = `/llms.txt has ${counted(llms.words, 'word')}`;
    if (llms.words >= MIN_WORDS) return pass(`${found}.`);
    const detail = `${found}; below ${MIN_WORDS} it says little about the site.`;
    if (settings.identity.about.trim() !== '') {
      return warn(detail, 'Publish more pages with titles and summaries that say what they are about.');
    }
    return warn(
      detail,
      'Describe the site in the profile, give pages topics, and publish more of them.',
      toSetting('ar-about'),
    );
  },
};
