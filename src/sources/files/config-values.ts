import { objectOf } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import type { RawSite } from '../port.js';

/** What a generator's configuration holds. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A text value of a configuration, by the first of these keys that has one. */
export function configText(values: ConfigValues, ...keys: string[]): string | undefined {
  const value = keys.map((key) => values[key]).find((item) => typeof item === 'string' && item.trim() !== '');
  return typeof value === 'string' ? value.trim() : undefined;
}

/** The texts of a list, or a single one. */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

/** The facts about the site under the keys that generators commonly use. */
export function siteFromValues(values: ConfigValues): RawSite {
  const params = objectOf(values['params']);
  const title = configText(values, 'title', 'name');
  const description = configText(values, 'description') ?? configText(params, 'description');
  const lang = configText(values, 'lang', 'language', 'languageCode', 'defaultContentLanguage', 'locale');
  const timezone = configText(values, 'timezone', 'timeZone');
  const baseUrl = configBaseUrl(values);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(lang === undefined ? {} : { lang: lang.replaceAll('_', '-') }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** Jekyll's `url` + `baseurl`, or Hugo's `baseURL`, without trailing slash. */
function configBaseUrl(values: ConfigValues): string | undefined {
  const url = configText(values, 'url', 'baseURL', 'baseUrl', 'base_url');
  if (url === undefined || !isParsableUrl(url) || !/^https?:/i.test(url)) return undefined;
  const folder = (configText(values, 'baseurl') ?? '').replace(/^\/|\/$/g, '');
  return url.replace(/\/+$/, '') + (folder === '' ? '' : `/${folder}`);
}
