import { pass, type ReadinessCheck, toSetting, warn } from '../check.js';

const FEATURES = [
  ['enable_seo_titles', 'titles'],
  ['enable_social_cards', 'social cards'],
  ['enable_canonicals', 'canonical links'],
] as const;

/** Pages have the tags that search engines and previews look for first. */
export const seoCoverageCheck: ReadinessCheck = {
  id: 'seo_coverage',
  label: 'Search basics',
  evaluate({ settings, seoProducer, html }) {
    if (seoProducer !== undefined) {
      return pass(`${seoProducer} writes titles, cards and canonical links.`);
    }
    const missing = FEATURES.filter(([key]) => !settings[key]);
    if (missing.length > 0) {
      const keys = missing.map(([key]) => `"${key}"`);
      const off = missing.map(([, name]) => name);
      return warn(
        `Nothing provides: ${off.join(', ')}.`,
        `Switch on ${keys.join(', ')}, or name the extension that writes them as "seo.owner".`,
        toSetting('ar-sec-search-basics'),
      );
    }
    if (html === 'none') {
      return warn(
        'The build writes no HTML pages, so it adds no titles, cards or canonical links.',
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes them, set "seo": { "owner": true } there.',
      );
    }
    return pass('Missing titles, social cards and canonical links are added to pages.');
  },
};
