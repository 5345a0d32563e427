import type { ConfigValues } from '../files/config-values.js';
import type { AddressStyle } from '../html/addresses/page-address.js';

/** How a generator's configuration writes addresses, under the keys of those that have a choice. */
export function addressStyleOf(values: ConfigValues): Partial<AddressStyle> {
  // VitePress; MkDocs and Hugo with files instead of folders.
  if (values['cleanUrls'] === true) return { file: '' };
  if (values['cleanUrls'] === false || values['use_directory_urls'] === false) return { file: '.html' };
  const slash = values['trailingSlash'];
  // Docusaurus; Astro.
  if (slash === true || slash === 'always') return { file: '/', index: '/' };
  if (slash === false || slash === 'never') return { file: '', index: '' };
  return {};
}
