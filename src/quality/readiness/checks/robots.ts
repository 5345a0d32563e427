import { pass, type ReadinessCheck, toAddress, warn } from '../check.js';
import { closesSite } from '../robots-text.js';

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
      return warn(
        "The site's own robots.txt keeps all crawlers out.",
        'Remove "Disallow: /" from the group "User-agent: *" in the site\'s robots.txt.',
        view,
      );
    }
    if (!settings.enable_robots) {
      return warn(
        "The site's own robots.txt is served as it is, without a content signal or blocklist.",
        'Switch "enable_robots" on, or remove the file.',
        view,
      );
    }
    return pass("The site's own robots.txt is kept, with the generated lines added.", view);
  },
};
