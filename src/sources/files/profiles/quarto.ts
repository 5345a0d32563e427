import { objectOf } from '../../../core/json.js';
import { type ConfigValues, siteAt, textsOf } from '../config-values.js';
import { folderMetadata } from '../folder-metadata.js';
import { isExcluded, matchesAny } from '../glob-pattern.js';
import type { Project } from '../layout.js';
import { addressAt, innerPath, pagePath, placeAt } from '../place.js';
import { defaultRules } from './default-rules.js';
import type { Profile, Rules } from './profile.js';
import { projectBases } from './project-paths.js';

/**
 * The Markdown files of Quarto. Its own files (`.qmd`) contain programs, so that a project is read as it is built unless
 * the owner asks for its sources.
 */
export const quarto: Profile = {
  label: 'Quarto',
  configFiles: ['', 'docs/'].flatMap((folder) => [`${folder}_quarto.yml`, `${folder}_quarto.yaml`]),
  buildCommand: '',
  builtFolders: [],
  bases: projectBases,
  site: ({ values }) =>
    siteAt(
      { ...settingsOf(values), lang: values['lang'] },
      { title: 'title', description: 'description', lang: 'lang', baseUrl: 'site-url' },
    ),
  rules,
};

/** The settings of a website or a book. */
function settingsOf(values: ConfigValues): ConfigValues {
  return { ...objectOf(values['book']), ...objectOf(values['website']) };
}

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const { drafts } = settingsOf(values);
  const globs = textsOf(objectOf(values['project'])['render']).filter((glob) => glob.startsWith('!'));
  const notRendered = globs.map((glob) => glob.replace(/^!|\/$/g, ''));
  const isHidden = (inner: string) => inner.split('/').some((part) => /^[_.]/.test(part));
  return {
    ...defaultRules(project),
    isPartial: (inner) => isHidden(inner) || isExcluded(inner, notRendered),
    pages: (files) => files.filter((path) => /\.md$/.test(path)),
    place: (path) => placeAt(path, pagePath(path, project)),
    address: ({ place: { path } }) => {
      const page = pagePath(path, project);
      return addressAt(page, page.endsWith('/') ? '/' : '.html');
    },
    inherited: (files) => {
      const metadata = folderMetadata(project.root, files, '_metadata.yml');
      const isDraft = (path: string) => matchesAny(innerPath(path, project), drafts);
      return {
        valuesFor: (path) => ({ ...metadata.valuesFor(path), ...(isDraft(path) && { draft: true }) }),
        print: () => [drafts, metadata.print()],
      };
    },
  };
}
