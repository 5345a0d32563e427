/** Readiness checks of what crawlers may do and find. */

import { parseRobots } from '../../../core/robots-rules.js';
import { counted } from '../../../core/text.js';
import { fail, pass, type ReadinessCheck, toAddress, toSetting, warn } from '../check.js';

/** True for a `robots.txt` that names a sitemap. */
export function namesSitemap(text: string): boolean {
  return /^\s*sitemap:\s*https?:\/\//im.test(text);
}

/**
 * True when the group of all crawlers may read nothing: it disallows `/` and allows no part of it.
 * @see RFC 9309 section 2.2
 */
export function closesSite(text: string): boolean {
  let agents: string[] = [];
  let isRule = false;
  let closes = false;
  for (const { key, value } of parseRobots(text)) {
    if (key === 'user-agent') {
      if (isRule) agents = [];
      isRule = false;
      agents.push(value);
    } else if (key === 'allow' || key === 'disallow') {
      isRule = true;
      if (!agents.includes('*')) continue;
      if (key === 'allow' && value !== '') return false;
      if (key === 'disallow' && /^\/\*?$/.test(value)) closes = true;
    }
  }
  return closes;
}

/** Addresses are paths, so that `.md` can be appended. */
export const permalinksCheck: ReadinessCheck = {
  id: 'permalinks',
  rung: 'findable',
  label: 'Readable links',
  evaluate({ content, site }) {
    const { queries, entries } = content;
    if (entries === 0) {
      const detail = 'No page is public yet, so there are no addresses to check.';
      return warn(detail, 'Publish a page of a selected type.');
    }
    if (queries.count === 0) return pass(`The addresses of ${counted(entries, 'page')} are made of words.`);
    const example = site.baseUrl + queries.example;
    return warn(
      `${counted(queries.count, 'page')} of ${entries} have an address with a query, such as ${example}, and no Markdown twin.`,
      'Switch your CMS to permalinks made of words, then export and build again.',
      toAddress(example, 'See the page'),
    );
  },
};

/** Search engines and agents are allowed at all. */
export const publicCheck: ReadinessCheck = {
  id: 'public',
  rung: 'findable',
  label: 'Search visibility',
  evaluate: ({ site }) =>
    site.public
      ? pass(`${site.home} may be read and indexed.`)
      : fail(
          'The site keeps all crawlers out: robots.txt is "Disallow: /".',
          'Set "site.public" to true in the configuration, or leave it out, and build again.',
          toAddress(`${site.baseUrl}/robots.txt`, 'See robots.txt'),
        ),
};

/** `robots.txt` is under control, and shuts no crawler out by accident. */
export const robotsCheck: ReadinessCheck = {
  id: 'robots',
  rung: 'findable',
  label: 'robots.txt control',
  evaluate({ robots: { text, isOwnFile }, site, settings }) {
    if (text === undefined) return undefined;
    const view = toAddress(`${site.baseUrl}/robots.txt`, 'See robots.txt');
    if (!isOwnFile) return pass('robots.txt is generated.', view);
    // A site that isn't public has a row of its own.
    if (site.public && closesSite(text)) {
      const fix = 'Remove "Disallow: /" from the group "User-agent: *" in the site\'s robots.txt.';
      return warn("The site's own robots.txt keeps all crawlers out.", fix, view);
    }
    if (!settings.enable_robots) {
      const detail = "The site's own robots.txt is served as it is, without a content signal or blocklist.";
      return warn(detail, 'Switch "enable_robots" on, or remove the file.', view);
    }
    return pass("The site's own robots.txt is kept, with the generated lines added.", view);
  },
};

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
      const detail = 'robots.txt names no sitemap, because the site keeps all crawlers out.';
      return warn(detail, 'Set "site.public" to true in the configuration first.', view);
    }
    if (sitemap === undefined) {
      const detail = 'robots.txt names no sitemap, because there is none.';
      return warn(detail, 'Switch the sitemap on.', toSetting('ar-feat-enable_sitemap'));
    }
    const line = `Sitemap: ${sitemap.url}`;
    if (isOwnFile && settings.enable_robots) {
      return warn("The site's own robots.txt names no sitemap.", `Add this line to it: ${line}`, view);
    }
    if (!settings.enable_robots) {
      const detail = 'robots.txt names no sitemap, because additions to it are switched off.';
      return warn(detail, 'Switch the additions to robots.txt on.', toSetting('ar-feat-enable_robots'));
    }
    return warn(
      'robots.txt names no sitemap; the extension in "seo.owner" is expected to write the line.',
      `Let that extension write it, or put it into a robots.txt of the site: ${line}`,
      view,
    );
  },
};

/** Crawlers can find every page. */
export const sitemapCheck: ReadinessCheck = {
  id: 'sitemap',
  rung: 'findable',
  label: 'XML sitemap',
  evaluate({ sitemap }) {
    if (sitemap === undefined) {
      const fix = 'Switch the sitemap on, or name that of another program as "sitemap.url".';
      return warn('There is no sitemap.', fix, toSetting('ar-feat-enable_sitemap'));
    }
    const whose = sitemap.isOurs ? 'The sitemap' : "Another producer's sitemap";
    return pass(`${whose} is ${sitemap.url}.`, toAddress(sitemap.url, 'See the sitemap'));
  },
};

/** Reservations are stated where readers of pages look for them. */
export const aiUsageCheck: ReadinessCheck = {
  id: 'ai_usage',
  rung: 'trusted',
  label: 'AI usage policy',
  evaluate({ settings }) {
    if (settings.content_signal.ai_train)
      return pass('Training on the content is allowed; nothing is reserved.');
    const said = [
      ...(settings.enable_ai_header ? ['the header "tdm-reservation"'] : []),
      ...(settings.enable_tdmrep ? ['/.well-known/tdmrep.json'] : []),
    ];
    if (said.length > 0) return pass(`Training is reserved, in ${said.join(' and ')}.`);
    const detail = 'Training is reserved, but only an advisory line in robots.txt says so.';
    const fix = 'Switch the AI-usage headers or tdmrep.json on.';
    return warn(detail, fix, toSetting('ar-feat-enable_ai_header'));
  },
};
