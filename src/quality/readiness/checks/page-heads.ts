import { pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';

/** Pages carry structured data. */
export const schemaCheck: ReadinessCheck = {
  id: 'schema',
  rung: 'readable',
  label: 'Structured data',
  evaluate({ settings, schema, html }) {
    if (schema.otherProducer !== undefined)
      return pass(`${schema.otherProducer} writes the structured data.`);
    if (!settings.enable_schema) {
      const detail = 'Structured data is switched off.';
      return warn(detail, 'Switch structured data on.', toSetting('ar-feat-enable_schema'));
    }
    if (html === 'none') {
      const fix =
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes structured data, set "seo": { "owner": true } there.';
      return warn('The build writes no HTML pages, so it adds no structured data.', fix);
    }
    return pass('Pages carry JSON-LD.');
  },
};

/** The home page has no repeated head tags. */
export const headDupesCheck: ReadinessCheck = {
  id: 'head_dupes',
  label: 'Repeated head tags',
  evaluate({ selfCheck, site }) {
    const head = selfCheck?.head;
    if (head === null || head === undefined) return undefined;
    const { descriptions, ogTitles, others } = head;
    if (descriptions <= 1 && ogTitles <= 1) return pass('The home page has no repeated head tags.');
    const names = others.length === 0 ? '' : ` It also names: ${others.join(', ')}.`;
    const detail = `The home page has ${descriptions} descriptions and ${ogTitles} "og:title" tags.${names}`;
    const fix =
      'Let only one program write these tags: switch the others off, or set "seo.owner" in the configuration.';
    return warn(detail, fix, toAddress(site.home, 'See the home page'));
  },
};

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
      const fix = `Switch on ${keys.join(', ')}, or name the extension that writes them as "seo.owner".`;
      return warn(`Nothing provides: ${off.join(', ')}.`, fix, toSetting('ar-sec-search-basics'));
    }
    if (html === 'none') {
      const fix =
        'In the configuration, name the built site as "siteDir", or set "html" to "render". If another program writes them, set "seo": { "owner": true } there.';
      return warn('The build writes no HTML pages, so it adds no titles, cards or canonical links.', fix);
    }
    return pass('Missing titles, social cards and canonical links are added to pages.');
  },
};
