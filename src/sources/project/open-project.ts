import { join, relative, sep } from 'node:path';
import { systemClock } from '../../core/clock.js';
import { SvcError } from '../../core/errors.js';
import { detectFiles } from '../files/detect.js';
import { openFolder } from '../files/source.js';
import { pageKey } from '../html/addresses/page-address.js';
import { detectHtml } from '../html/detect.js';
import { openPages } from '../html/source.js';
import type { OpenOptions, RawEntry, Source, SourceContext, SourceItem } from '../port.js';
import { addressStyleOf } from './address-style.js';
import { type FoundProject, findProject } from './find-project.js';
import { readProjectOptions } from './options.js';
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
  const ways = [exclude].flat().filter((way) => typeof way === 'string');
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
      fix: `Build it first ("${buildCommand}" writes to ${expected}/), or read its Markdown files as they are with --source-only.`,
    },
  );
}

/** The sources of a project that isn't built: they are read, and the reader learns what is missing. */
class UnbuiltSource implements Source {
  readonly #files: Source;
  readonly #project: FoundProject;

  constructor(files: Source, project: FoundProject) {
    this.#files = files;
    this.#project = project;
  }

  get type(): string {
    return this.#files.type;
  }

  get path(): string {
    return this.#files.path;
  }

  get linksByIds(): boolean {
    return this.#files.linksByIds === true;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const { label, buildCommand, expected, configFile } = this.#project;
    context.warnings.add({
      code: 'project-not-built',
      file: configFile,
      message: `This project of ${label} isn’t built, or not completely: its sources were read instead of its pages, so addresses and texts follow ${label}’s documented rules.`,
      fix: `Run "${buildCommand}", which writes to ${expected}/, and build again.`,
    });
    yield* this.#files.read(context);
  }

  readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncIterable<RawEntry> {
    return this.#files.readEntries(wanted, context);
  }
}
