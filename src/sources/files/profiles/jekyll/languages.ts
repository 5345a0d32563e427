import { stringsOf } from '../../../../core/json.js';
import { configText } from '../../config-values.js';
import type { Project } from '../../layout.js';
import type { AddressFacts } from '../profile.js';

/** What the plugin `jekyll-polyglot` does: each language but the main one has a folder of the site. */
interface Languages {
  /** The language in the path of a file. */
  ofPath(path: string): string | undefined;
  /** Adds the folder of its language to the address of a page, and takes its language out of the name of the file. */
  address(page: AddressFacts, address: string): string;
}

/**
 * Reads the languages of a site; undefined without the plugin.
 * @see https://github.com/untra/polyglot
 */
export function polyglotLanguages({ config }: Project): Languages | undefined {
  const { values = {} } = config ?? {};
  if (![values['plugins'], values['gems']].flat().includes('jekyll-polyglot')) return undefined;
  const main = configText(values, 'default_lang') ?? 'en';
  const all = [main, ...stringsOf(values['languages'])];
  const named = (name = '') => all.find((lang) => lang.toLowerCase() === name.toLowerCase());
  const ofPath = (path: string) =>
    values['lang_from_path'] === true ? path.split(/[./]/).map(named).find(Boolean) : undefined;
  const inName = new RegExp(`[/.](?:${all.map((lang) => lang.replace(/[^\w-]/g, '')).join('|')})[/.]`, 'g');
  return {
    ofPath,
    address({ place, values: matter }, address) {
      const written = matter.text('lang');
      const lang = named(written) ?? ofPath(place.path) ?? main;
      const isWritten = matter.find(['permalink', 'url']) !== undefined;
      const bare = isWritten || written === undefined ? address : address.replace(inName, '/');
      return lang === main ? bare : `/${lang}${bare}`;
    },
  };
}
