import { firstText, objectOf, withoutUndefined } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import type { RawSite } from '../port.js';

/** What a generator's configuration holds. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A text value of a configuration, by the first of these keys that has one. */
export function configText(values: ConfigValues, ...keys: string[]): string | undefined {
  return firstText(values, ...keys)?.trim();
}

/** The http address of a site, without trailing slash; undefined for another text. */
export function siteAddress(text: string | undefined): string | undefined {
  const isAddress = text !== undefined && /^https?:/i.test(text) && isParsableUrl(text);
  return isAddress ? text.replace(/\/+$/, '') : undefined;
}

/** The facts about the site under the keys that generators commonly use. */
export function siteFromValues(values: ConfigValues): RawSite {
  const params = objectOf(values['params']);
  const title = configText(values, 'title', 'name');
  const description = configText(values, 'description') ?? configText(params, 'description');
  const lang = configText(
    values,
    'lang',
    'language',
    'languageCode',
    'defaultContentLanguage',
    'default_lang',
    'locale',
  );
  const timezone = configText(values, 'timezone', 'timeZone');
  const baseUrl = configBaseUrl(values);
  return withoutUndefined({ title, description, baseUrl, lang: lang?.replaceAll('_', '-'), timezone });
}

/** Jekyll's `url` + `baseurl`, or Hugo's `baseURL`, without trailing slash. */
function configBaseUrl(values: ConfigValues): string | undefined {
  const url = siteAddress(configText(values, 'url', 'baseURL', 'baseUrl', 'base_url'));
  const folder = (configText(values, 'baseurl') ?? '').replace(/^\/|\/$/g, '');
  return url && url + (folder === '' ? '' : `/${folder}`);
}

/** The facts about the site under the keys of a generator, such as `title` or `book.title`. */
export function siteAt(
  values: ConfigValues,
  keys: Readonly<Partial<Record<'title' | 'description' | 'lang' | 'baseUrl' | 'timezone', string>>>,
): RawSite {
  const textAt = (path = '') => {
    const [key = '', ...above] = path.split('.').reverse();
    return configText(
      above.reduceRight((object, name) => objectOf(object[name]), values),
      key,
    );
  };
  return withoutUndefined({
    title: textAt(keys.title),
    description: textAt(keys.description),
    baseUrl: siteAddress(textAt(keys.baseUrl)),
    lang: textAt(keys.lang)?.replaceAll('_', '-'),
    timezone: textAt(keys.timezone),
  });
}
