import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

/** Share of pages that need topics of their own where none are derived. */
const MIN_SHARE = 0.5;

/** Pages name their topics. */
export const topicsCheck: ReadinessCheck = {
  id: 'topics',
  rung: 'readable',
  label: 'Topics for AI',
  evaluate({ settings, content: { entries, withTopics, hasTerms } }) {
    if (!settings.enable_topics) {
      return warn('Topics are switched off.', 'Switch topics on.', toSetting('ar-feat-enable_topics'));
    }
    const section = toSetting('ar-sec-topics');
    const own = withTopics ?? 0;
    if (entries === 0) {
      return warn(
        'No page is public yet that could have topics.',
        'Publish a page of a selected type.',
        section,
      );
    }
    if (settings.topics_derive_default) {
      if (hasTerms || own > 0) return pass('Pages take topics from their own list, tags and categories.');
      return warn(
        `None of the ${counted(entries, 'public page')} has topics, tags or categories.`,
        'Give pages tags, or list their "topics" in the front matter.',
        section,
      );
    }
    if (withTopics === undefined) return undefined;
    const found = `${own} of ${counted(entries, 'public page')} list topics of their own`;
    if (own / entries >= MIN_SHARE) return pass(`${found}.`);
    return warn(
      `${found}, and none are derived.`,
      'Switch "topics_derive_default" on to derive them from tags and categories, or list "topics" in the front matter of more pages.',
      section,
    );
  },
};
