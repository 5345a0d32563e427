import { join, relative, sep } from 'node:path';
import { systemClock } from '../../core/clock.js';
import { SvcError } from '../../core/errors.js';
import { isObject, type JsonObject, stringsOf } from '../../core/json.js';
import type { ConfigValues } from '../files/config-values.js';
import { detectFiles } from '../files/detect.js';
import { openFolder } from '../files/source.js';
import { type AddressStyle, pageKey } from '../html/addresses/page-address.js';
import { detectHtml } from '../html/detect.js';
import { openPages } from '../html/source.js';
import { checkOptionNames, invalidOption } from '../options.js';
import type { OpenOptions, RawEntry, Source, SourceContext, SourceItem } from '../port.js';
import { type FoundProject, findProject } from './find-project.js';
import { type ProjectParts, ProjectSource } from './source.js';

/**
 * Opens the project of a generator: its built site together with its sources or, where it isn't built, the sources.
 * @param options those of `ProjectOptions`
 * @throws SvcError `SVC_SOURCE_UNKNOWN` for a folder that is no project, `SVC_SOURCE_NOT_BUILT` for one whose sources
 * alone show neither text nor addresses
 */
export async function openProject({ path, options, now, sourceOnly, site }: OpenOptions): Promise<Source> {
  const { built, pairs, html, files } = readProjectOptions(options);
  const time = now === undefined ? {} : { now };
  const project = await findProject(path, built, site);
  if (project === undefined) throw noProject(path);
  const open = (exclude: readonly string[]) =>
    openFolder({
      path,
      options: { ...files, exclude: [...[files['exclude'] ?? []].flat(), ...exclude] },
      ...time,
    });
  if (sourceOnly === true) return open([]);
  if (project.built === undefined) {
    if (project.copiesPages && (await isBuiltAlready(path)))
      return openPages({ path, options: withoutParts(html, project.values) });
    if (project.needsBuild) throw notBuilt(project);
    return new UnbuiltSource(await open([]), project);
  }
  const pages = join(project.root, project.built);
  return new ProjectSource({
    path: project.root,
    project: { ...project, built: project.built },
    pages: await openPages({ path: pages, options: html }, addressStyleOf(project.values)),
    now: now ?? systemClock().now(),
    pairs: pairsFromRoot(pairs, path, project.root),
    files: project.isReadable ? await open(globsBelow(path, pages)) : undefined,
  });
}

/** Whether a folder has only pages that its generator copies as they are, such as those of Doxygen for GitHub Pages. */
async function isBuiltAlready(path: string): Promise<boolean> {
  return (await detectFiles(path)) !== 2 && (await detectHtml(path)) === 2;
}

/** Jekyll doesn't publish what begins with an underscore, or what is excluded. */
function withoutParts(html: Record<string, unknown>, { exclude }: Record<string, unknown>) {
  const ways = stringsOf(exclude);
  const named = ways.map((way) => way.replace(/^\.?\/+|\/+$/g, '')).flatMap((way) => [way, `${way}/**`]);
  const own = [html['exclude'] ?? []].flat();
  return { ...html, exclude: [...own, '**/_*', '**/_*/**', ...named.filter((way) => !way.startsWith('/'))] };
}

/** The files of a folder, from the path; none where the folder is elsewhere. */
function globsBelow(path: string, folder: string): readonly string[] {
  const way = relative(path, folder).split(sep).join('/');
  return way === '..' || way.startsWith('../') ? [] : [`${way}/**`];
}

/** The project's folder may be above the path. */
function pairsFromRoot(
  pairs: ReadonlyMap<string, string>,
  path: string,
  root: string,
): ProjectParts['pairs'] {
  return new Map(
    [...pairs].map(([address, file]) => [
      pageKey(address),
      relative(root, join(path, file)).split(sep).join('/'),
    ]),
  );
}

/** The folder with the built site of a project, absolute; undefined where it isn't built. */
export async function builtFolderOf({ path, options = {} }: OpenOptions): Promise<string | undefined> {
  const project = await findProject(path, readProjectOptions(options).built);
  return project?.built === undefined ? undefined : join(project.root, project.built);
}

function noProject(path: string): SvcError {
  return new SvcError('SVC_SOURCE_UNKNOWN', 'no configuration of a generator is known in this folder', {
    file: path,
    fix: 'Name the folder of the project, or use the type "html" for a built site or "files" for sources.',
  });
}

function notBuilt({ label, configFile, buildCommand, expected }: FoundProject): SvcError {
  return new SvcError(
    'SVC_SOURCE_NOT_BUILT',
    `this is a project of ${label} that isn’t built: only its own code can compute its texts and addresses`,
    {
      file: configFile,
      fix: `${
        buildCommand === ''
          ? 'Save the pages of the site in a folder, and make it the source'
          : `Build it first ("${buildCommand}" writes to ${expected}/)`
      }, or read its Markdown files as they are with --source-only.`,
    },
  );
}

/** The sources of a project that isn't built: they are read, and the reader learns what is missing. */
class UnbuiltSource implements Source {
  constructor(
    private readonly files: Source,
    private readonly project: FoundProject,
  ) {}

  get type(): string {
    return this.files.type;
  }

  get path(): string {
    return this.files.path;
  }

  get linksByIds(): boolean {
    return this.files.linksByIds === true;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const { label, buildCommand, expected, configFile } = this.project;
    context.warnings.add({
      code: 'project-not-built',
      file: configFile,
      message: `This project of ${label} isn’t built, or not completely: its sources were read instead of its pages, so addresses and texts follow ${label}’s documented rules.`,
      fix: `Run "${buildCommand}", which writes to ${expected}/, and build again.`,
    });
    yield* this.files.read(context);
  }

  readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncIterable<RawEntry> {
    return this.files.readEntries(wanted, context);
  }
}

/** How a generator's configuration writes addresses, under the keys of those that have a choice. */
function addressStyleOf(values: ConfigValues): Partial<AddressStyle> {
  // VitePress; MkDocs and Hugo with files instead of folders.
  if (values['cleanUrls'] === true) return { file: '' };
  if (values['cleanUrls'] === false || values['use_directory_urls'] === false) return { file: '.html' };
  const slash = values['trailingSlash'];
  // Docusaurus; Astro.
  if (slash === true || slash === 'always') return { file: '/', index: '/' };
  if (slash === false || slash === 'never') return { file: '', index: '' };
  return {};
}

/** The options of a `project` source. */
interface ProjectOptions {
  /** The folder of the built site, from the project; by default found by the generator's rules. */
  readonly built: string | undefined;
  /** Source files from the path, by addresses of pages below that of the site. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Options of an `html` source, for the built pages. */
  readonly html: JsonObject;
  /** Options of a `files` source, for the source files. */
  readonly files: JsonObject;
}

/**
 * Checks the options of a `project` source; those for pages and files are checked by their own sources.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
function readProjectOptions(options: JsonObject = {}): ProjectOptions {
  checkOptionNames('A project source', options, ['built', 'pairs', 'html', 'files']);
  return {
    built: readBuilt(options['built']),
    pairs: readPairs(options),
    html: readObject('html', options),
    files: readObject('files', options),
  };
}

function readBuilt(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isInside =
    typeof value === 'string' &&
    value !== '' &&
    !/^[\\/]/.test(value) &&
    !value.split(/[\\/]/).includes('..');
  if (isInside) return value;
  const fix = 'Write it relative to the path and without "..", for example "dist".';
  throw invalidOption('built', `${JSON.stringify(value)} isn't a folder of the project`, fix);
}

function readPairs(options: JsonObject): ProjectOptions['pairs'] {
  const pairs = Object.entries(readObject('pairs', options));
  const wrong = pairs.find(([, file]) => typeof file !== 'string');
  if (wrong === undefined) return new Map(pairs as [string, string][]);
  const fix = 'Write for example {"pairs": {"/guide/": "docs/guide.md"}}.';
  throw invalidOption('pairs', `the source of ${wrong[0]} isn't a path`, fix);
}

function readObject(key: string, options: JsonObject): JsonObject {
  const value = options[key] ?? {};
  if (isObject(value)) return value;
  throw invalidOption(
    key,
    `${key} isn't an object of options`,
    `Write for example {"${key}": {"exclude": ["drafts/**"]}}.`,
  );
}
