import { listOf, objectOf, stringsOf } from '../../../../core/json.js';
import { type ConfigValues, configText } from '../../config-values.js';

/** A language of a site. */
interface Language {
  /** In lower case. */
  readonly code: string;
  readonly isDisabled: boolean;
  readonly values: ConfigValues;
}

/** A folder or file that the configuration mounts below `content`. */
export interface Mount {
  readonly source: string;
  /** Below `content`; empty for the whole of it. */
  readonly target: string;
  readonly lang: string | undefined;
  /** Globs from the source; those with a leading `!` exclude. */
  readonly files: readonly string[];
}

/** The settings of a Hugo site on which its files and addresses depend. */
export interface HugoSettings extends PathStyle {
  readonly values: ConfigValues;
  readonly languages: ReadonlyMap<string, Language>;
  readonly defaultLanguage: string;
  readonly isDefaultInFolder: boolean;
  /** Each language has a host of its own, so that no folder names it. */
  readonly isMultihost: boolean;
  readonly mounts: readonly Mount[];
  readonly ignoreFiles: readonly string[];
  /** `page`, `section`, `home`, `taxonomy`, `term`, in lower case. */
  readonly disabledKinds: ReadonlySet<string>;
  /** True, or by section. */
  readonly uglyUrls: boolean | ConfigValues;
  /** True where dates in file names count. */
  readonly readsNames: boolean;
  /** The plural names of its taxonomies. */
  readonly taxonomies: readonly string[];
}

/** Characters besides letters, digits and marks that Hugo keeps in paths. */
const DROPPED = /(?!%[0-9A-Fa-f]{2})[^\p{L}\p{M}\p{Nd}\s./\\_#+~@-]/gu;

/** A value by its key in any case: Hugo's keys have none. */
export function setting(values: ConfigValues, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(values).find((one) => one.toLowerCase() === wanted);
  return key === undefined ? undefined : values[key];
}

/** A text by its key in any case. */
export function settingText(values: ConfigValues, name: string): string | undefined {
  return configText({ value: setting(values, name) }, 'value');
}

/** Reads the settings of a site from its merged configuration. */
export function readSettings(values: ConfigValues): HugoSettings {
  const disabled = stringsOf(setting(values, 'disableLanguages')).map((code) => code.toLowerCase());
  const languages = new Map(
    Object.entries(objectOf(setting(values, 'languages'))).map(([name, own]) => {
      const code = name.toLowerCase();
      const language = objectOf(own);
      const isDisabled = setting(language, 'disabled') === true || disabled.includes(code);
      return [code, { code, isDisabled, values: language }];
    }),
  );
  const { frontmatter } = { frontmatter: objectOf(setting(values, 'frontmatter')) };
  const ugly = setting(values, 'uglyURLs');
  return {
    values,
    languages,
    defaultLanguage: (settingText(values, 'defaultContentLanguage') ?? 'en').toLowerCase(),
    isDefaultInFolder: setting(values, 'defaultContentLanguageInSubdir') === true,
    isMultihost: [...languages.values()].some(
      (language) => settingText(language.values, 'baseURL') !== undefined,
    ),
    mounts: mountsOf(values, languages),
    ignoreFiles: stringsOf(setting(values, 'ignoreFiles')),
    disabledKinds: new Set(stringsOf(setting(values, 'disableKinds')).map((kind) => kind.toLowerCase())),
    isLowerCase: setting(values, 'disablePathToLower') !== true,
    removesAccents: setting(values, 'removePathAccents') === true,
    uglyUrls: ugly === true || objectOf(ugly),
    readsNames: stringsOf(setting(frontmatter, 'date')).includes(':filename'),
    taxonomies: taxonomiesOf(values),
  };
}

function taxonomiesOf(values: ConfigValues): readonly string[] {
  const written = setting(values, 'taxonomies');
  return written === undefined ? ['tags', 'categories'] : stringsOf(Object.values(objectOf(written)));
}

/** The mounts of the content: those of the configuration, else one content folder per language, else `content`. */
function mountsOf(values: ConfigValues, languages: ReadonlyMap<string, Language>): readonly Mount[] {
  const written = setting(objectOf(setting(values, 'module')), 'mounts');
  const mounts = listOf(written).flatMap(readMount);
  if (mounts.length > 0) return mounts;
  const own = [...languages.values()].flatMap(({ code, values: language }) => {
    const source = settingText(language, 'contentDir');
    return source === undefined ? [] : [{ source: tidy(source), target: '', lang: code, files: [] }];
  });
  const common = { source: tidy(settingText(values, 'contentDir') ?? 'content'), target: '' };
  // Where every language has its folder, the common one is not read.
  const isCovered = own.length > 0 && own.length === languages.size;
  return isCovered ? own : [...own, { ...common, lang: undefined, files: [] }];
}

function readMount(item: unknown): readonly Mount[] {
  const mount = objectOf(item);
  const source = settingText(mount, 'source');
  const target = tidy(settingText(mount, 'target') ?? '');
  if (source === undefined || (target !== 'content' && !target.startsWith('content/'))) return [];
  const matrix = objectOf(setting(objectOf(setting(mount, 'sites')), 'matrix'));
  const [only, ...others] = stringsOf(setting(matrix, 'languages'));
  const lang = settingText(mount, 'lang') ?? (others.length > 0 ? undefined : only);
  const files = [
    ...stringsOf(setting(mount, 'includeFiles')),
    ...stringsOf(setting(mount, 'excludeFiles')).map((glob) => `!${glob}`),
    ...stringsOf(setting(mount, 'files')).map((glob) => glob.replace(/^!\s*/, '!')),
  ];
  const isPlain = lang === undefined || /^[\w-]+$/.test(lang);
  return [
    {
      source: tidy(source),
      target: target.slice('content/'.length),
      lang: isPlain ? lang?.toLowerCase() : undefined,
      files,
    },
  ];
}

function tidy(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '');
}

/**
 * A text as Hugo writes it into paths: spaces become hyphens, and characters outside of its set are removed. Lower
 * case is up to the caller.
 */
function sanitisePath(text: string): string {
  return text
    .replace(DROPPED, '')
    .trim()
    .replace(/-?\s+-?/g, '-');
}

/** How a site writes its paths. */
interface PathStyle {
  /** False with `disablePathToLower`. */
  readonly isLowerCase: boolean;
  /** With `removePathAccents`. */
  readonly removesAccents: boolean;
}

/** A part of a path in the style of a site. */
export function stylePath(text: string, { isLowerCase, removesAccents }: PathStyle): string {
  const clean = sanitisePath(text);
  const cased = isLowerCase ? clean.toLowerCase() : clean;
  return removesAccents
    ? cased
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC')
    : cased;
}
