import { posix } from 'node:path';
import { objectOf } from '../../../core/json.js';
import { readProjectText } from '../config-file.js';
import { configText, siteAt } from '../config-values.js';
import type { GeneratorConfig, Project } from '../layout.js';
import { addressAt, innerPath, placeAt } from '../place.js';
import { defaultRules } from './default-rules.js';
import { type Chapter, placesOf, readSummary } from './mdbook.js';
import type { Profile, Rules } from './profile.js';
import { basesAt, folderFromRoot } from './project-paths.js';

const FOLDERS = ['', 'docs/'];
/** The heading of a table of contents that the service writes, or the earlier program. */
const HEADING = /^# (?:Table of contents|(Summary))\s*$/im;

/** GitBook, both the service and the earlier program, whose pages end in `.html`. */
export const gitbook: Profile = {
  label: 'GitBook',
  configFiles: FOLDERS.flatMap((folder) =>
    ['.gitbook.yaml', '.gitbook.yml', 'book.json'].map((name) => folder + name),
  ),
  ownsConfig: (root, values, file) =>
    !file.endsWith('book.json') || summaryOf(root, { root, file, values }) !== undefined,
  isLikely(root) {
    const summary = readProjectText(root, 'SUMMARY.md') ?? '';
    return HEADING.test(summary) && readSummary(summary).size > 0;
  },
  buildCommand: '',
  builtFolders: [],
  bases(root, config) {
    return basesAt(root, config, configText(config?.values ?? {}, 'root') ?? '.');
  },
  site: ({ values }) => siteAt(values, { title: 'title', description: 'description', lang: 'language' }),
  rules,
};

type Config = Pick<GeneratorConfig, 'root' | 'file' | 'values'>;

/** The table of contents. */
function summaryOf(root: string, config: Config | undefined): string | undefined {
  const values = config?.values ?? {};
  const named = configText(objectOf(values['structure']), 'summary') ?? 'SUMMARY.md';
  const folder = folderFromRoot(root, config as GeneratorConfig, configText(values, 'root') ?? '.');
  return folder === undefined ? undefined : readProjectText(root, posix.join(folder, named));
}

function rules(project: Project): Rules {
  const { config } = project;
  const summary = summaryOf(project.root, config);
  const chapters: ReadonlyMap<string, Chapter> = summary === undefined ? new Map() : readSummary(summary);
  const front = posix.normalize(configText(objectOf(config?.values['structure']), 'readme') ?? 'README.md');
  const isProgram = config?.file.endsWith('book.json') ?? HEADING.exec(summary ?? '')?.[1] !== undefined;
  const innerOf = (path: string) => innerPath(path, project);
  const addressOf = (path: string) => {
    const inner = innerOf(path);
    return inner === front ? '' : inner.replace(/\.\w+$/, '').replace(/(^|\/)(?:README|index)$/i, '$1');
  };
  return {
    ...defaultRules(project),
    hasReadmeAsFront: true,
    isPartial: (inner) => /\.html?$/i.test(inner),
    // Only what the table of contents lists, and the front page.
    pages: (files) =>
      files.filter((path) => chapters.size === 0 || chapters.has(innerOf(path)) || innerOf(path) === front),
    place(path) {
      const { title } = chapters.get(innerOf(path)) ?? {};
      return placeAt(path, addressOf(path), { isPost: false, ...(title ? { title } : {}) });
    },
    address({ place }) {
      const address = addressOf(place.path);
      return addressAt(address, !isProgram ? '' : place.isIndex ? '/' : '.html');
    },
    navigation: (files) => placesOf(chapters, files, innerOf),
    print: () => [...chapters],
  };
}
