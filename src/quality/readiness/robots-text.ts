import { parseRobots } from '../../core/robots-rules.js';

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
