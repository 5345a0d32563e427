import { type ConfigValues, configObject, configText } from '../../config-values.js';
import type { ContentBase } from '../../layout.js';

/** The languages of a site with the plugin `i18n`. */
export interface Languages {
  readonly codes: ReadonlySet<string>;
  readonly notBuilt: ReadonlySet<string>;
  readonly standard: string | undefined;
  readonly isByFolder: boolean;
}

/** The languages in the settings of the plugin, in both of its forms. */
export function readLanguages(settings: ConfigValues | undefined): Languages | undefined {
  if (settings === undefined) return undefined;
  const { languages } = settings;
  const list = Array.isArray(languages)
    ? languages.map((item) => configObject(item))
    : Object.entries(configObject(languages)).map(([locale, own]) => ({ locale, ...configObject(own) }));
  const codeOf = (item: ConfigValues) => configText(item, 'locale') ?? '';
  const standard = list.find((item) => item['default'] === true);
  return {
    codes: new Set(list.map(codeOf)),
    notBuilt: new Set(list.filter((item) => item['build'] === false).map(codeOf)),
    standard: configText(settings, 'default_language') ?? (standard && codeOf(standard)),
    isByFolder: settings['docs_structure'] === 'folder',
  };
}

/** The content bases of the documents: with folders per language, those come first. */
export function languageBases(docs: string, languages: Languages | undefined): readonly ContentBase[] {
  if (languages?.isByFolder !== true) return [{ folder: docs }];
  const own = [...languages.codes].map((lang) => ({
    folder: `${docs}/${lang}`,
    lang,
    ...(lang === languages.standard ? {} : { mount: lang }),
  }));
  return [...own, { folder: docs }];
}
