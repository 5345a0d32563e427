import { plainText } from '../html/plain.js';
import type { RawSite } from '../sources/port.js';
import type { Site } from './site.js';

/** What the configuration says; whatever is undefined is taken from the sources. */
export interface SiteOverrides {
  readonly url: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly lang: string | undefined;
  readonly logo: string | undefined;
  readonly timezone: string | undefined;
  readonly public: boolean;
  readonly privacyPolicyUrl: string | undefined;
}

/**
 * The site's facts: configuration first, then the sources in their order.
 * @param baseUrl the settled base address, without trailing slash
 */
export function resolveSite(overrides: SiteOverrides, sources: readonly RawSite[], baseUrl: string): Site {
  const first = (key: keyof RawSite): string =>
    sources.map((site) => site[key]).find((value) => value !== undefined && value !== '') ?? '';
  const absolute = (address: string): string => (address.startsWith('/') ? baseUrl + address : address);
  return {
    baseUrl,
    home: `${baseUrl}/`,
    name: plainText(overrides.name ?? first('title')),
    description: plainText(overrides.description ?? first('description')),
    lang: overrides.lang ?? (first('lang') || 'en'),
    logo: absolute(overrides.logo ?? first('logo')),
    timeZone: overrides.timezone ?? (first('timezone') || 'UTC'),
    public: overrides.public,
    privacyPolicyUrl: absolute(overrides.privacyPolicyUrl ?? ''),
  };
}
