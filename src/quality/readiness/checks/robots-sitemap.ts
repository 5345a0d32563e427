import { pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';
import { namesSitemap } from '../robots-text.js';

/** `robots.txt` names the sitemap. */
export const robotsSitemapCheck: ReadinessCheck = {
  id: 'robots_sitemap',
  rung: 'findable',
  label: 'Sitemap line in robots.txt',
  evaluate({ robots: { text, isOwnFile }, site, sitemap, settings }) {
    if (text === undefined) return undefined;
    const view = toAddress(`${site.baseUrl}/robots.txt`, 'See robots.txt');
    if (namesSitemap(text)) return pass('robots.txt names the sitemap.');
    if (!site.public) {
      return warn(
        'robots.txt names no sitemap, because the site keeps all crawlers out.',
        'Set "site.public" to true in the configuration first.',
        view,
      );
    }
    if (sitemap === undefined) {
      return warn(
        'robots.txt names no sitemap, because there is none.',
        'Switch the sitemap on.',
        toSetting('ar-feat-enable_sitemap'),
      );
    }
    const line = `Sitemap: ${sitemap.url}`;
    if (isOwnFile && settings.enable_robots) {
      return warn("The site's own robots.txt names no sitemap.", `Add this line to it: ${line}`, view);
    }
    if (!settings.enable_robots) {
      return warn(
        'robots.txt names no sitemap, because additions to it are switched off.',
        'Switch the additions to robots.txt on.',
        toSetting('ar-feat-enable_robots'),
      );
    }
    return warn(
      'robots.txt names no sitemap; the extension in "seo.owner" is expected to write the line.',
      `Let that extension write it, or put it into a robots.txt of the site: ${line}`,
      view,
    );
  },
};
