import { pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';

/** Crawlers can find every page. */
export const sitemapCheck: ReadinessCheck = {
  id: 'sitemap',
  rung: 'findable',
  label: 'XML sitemap',
  evaluate({ sitemap }) {
    if (sitemap === undefined) {
      return warn(
        'There is no sitemap.',
        'Switch the sitemap on, or name that of another program as "sitemap.url".',
        toSetting('ar-feat-enable_sitemap'),
      );
    }
    const whose = sitemap.isOurs ? 'The sitemap' : "Another producer's sitemap";
    return pass(`${whose} is ${sitemap.url}.`, toAddress(sitemap.url, 'See the sitemap'));
  },
};
