import type { SiteConfig } from '../config/config.js';
import { oneSpaced, plainText } from '../content/html/text.js';
import { onSite } from '../core/paths.js';
import type { RawSite } from '../sources/port.js';
import type { Site } from './site.js';

/**
 * The facts of the site: configuration first, then the sources in order.
 * @param baseUrl the final base address, without trailing slash
 */
export function resolveSite(overrides: SiteConfig, sources: readonly RawSite[], baseUrl: string): Site {
  const first = (key: Exclude<keyof RawSite, 'isTitleOfFront'>): string =>
    sources.map((site) => site[key]).find((value) => value !== undefined && value !== '') ?? '';
  // The configuration is plain text; titles of exports are HTML.
  const text = (own: string | undefined, key: 'title' | 'description') =>
    own === undefined ? plainText(first(key)) : oneSpaced(own);
  const absolute = (address: string): string => onSite(address, baseUrl);
  return {
    baseUrl,
    home: `${baseUrl}/`,
    name: text(overrides.name, 'title'),
    description: text(overrides.description, 'description'),
    lang: overrides.lang ?? (first('lang') || 'en'),
    logo: absolute(overrides.logo ?? first('logo')),
    timeZone: overrides.timezone ?? (first('timezone') || 'UTC'),
    public: overrides.public,
    privacyPolicyUrl: absolute(overrides.privacyPolicyUrl ?? ''),
  };
}
