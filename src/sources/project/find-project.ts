import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isObject } from '../../core/json.js';
import { words } from '../../core/text.js';
import { readProjectText } from '../files/config-file.js';
import type { ConfigValues } from '../files/config-values.js';
import { findRoot } from '../files/find-root.js';
import { projectFolder } from '../files/layout.js';
import { profileOf } from '../files/profiles/table.js';
import { detectHtml } from '../html/detect.js';
import { isOwnOutput } from '../own-output.js';
import { sampleFiles } from '../walk-folder.js';
import { OTHER_GENERATORS } from './other-generators.js';

/** A project of a generator, recognised by the generator's own configuration. */
export interface FoundProject {
  /** Absolute: the searched folder, or another one that holds the project and all of its content. */
  readonly root: string;
  /** The generator's name for people. */
  readonly label: string;
  /** From the root. */
  readonly configFile: string;
  readonly values: ConfigValues;
  readonly buildCommand: string;
  /** The folder with the built site, from the root; undefined where it isn't built. */
  readonly built: string | undefined;
  /** Where the built site is expected, from the root. */
  readonly expected: string;
  /** False where the sources are programs, or in a language that isn't read. */
  readonly isReadable: boolean;
  /** True where whole pages beside the sources are copied as they are. */
  readonly copiesPages: boolean;
  /** True where only the generator's own code can compute texts or addresses. */
  readonly needsBuild: boolean;
}

/** Where hosts and tools move the output of a generator. */
const USUAL_FOLDERS = words('build dist public _site out site _build/html build/site .output/public');

/**
 * Finds the generator of a project and its built site.
 * @param path absolute
 * @param built the folder of the built site from the path, if the owner has named it
 * @param site absolute path of a folder to look at before those of the generator; it may be outside of the project
 */
export async function findProject(
  path: string,
  built?: string,
  site?: string,
): Promise<FoundProject | undefined> {
  const found = generatorOf(path);
  if (found === undefined) return undefined;
  const { root, folder, own, folders, content, ...project } = found;
  const named =
    built === undefined
      ? folderIn(posix.join(folder, own ?? ''))
      : folderIn(relative(root, join(path, built)).split(sep).join('/'));
  const usual = [...folders, ...USUAL_FOLDERS].map((name) => posix.join(folder, name));
  const candidates = [...(own === undefined || named === undefined ? [] : [named]), ...usual, ...folders];
  const given = site === undefined ? [] : [relative(root, site).split(sep).join('/')].filter(Boolean);
  return {
    ...project,
    root,
    buildCommand: scriptOrCommand(join(root, folder), found.buildCommand),
    built:
      built === undefined
        ? await firstBuilt(root, [...given, ...candidates], content)
        : // The owner's word needs no proof.
          named,
    expected: candidates[0] ?? 'public',
  };
}

interface FoundGenerator
  extends Pick<
    FoundProject,
    'root' | 'label' | 'configFile' | 'values' | 'isReadable' | 'copiesPages' | 'needsBuild' | 'buildCommand'
  > {
  /** The folder of the configuration, from the root. */
  readonly folder: string;
  /** The folder of the built site as the configuration names it. */
  readonly own: string | undefined;
  readonly folders: readonly string[];
  /** The folders of content. */
  readonly content: readonly string[];
}

function generatorOf(path: string): FoundGenerator | undefined {
  const found = findRoot(path);
  // Notes of Obsidian aren't built.
  if (found !== undefined && profileOf(found.config.generator).builtFolders.length > 0) {
    const { root, config } = found;
    const { label, buildCommand, builtFolders, builtFolder, needsBuild, bases } = profileOf(config.generator);
    const { file: configFile, values } = config;
    const content = bases?.(root, config).map(({ folder }) => folder) ?? [];
    return {
      root,
      label,
      buildCommand,
      configFile,
      values,
      folder: projectFolder(config),
      own: builtFolder?.(values),
      folders: builtFolders,
      content: content.length === 0 ? [''] : content,
      isReadable: true,
      copiesPages: config.generator === 'jekyll',
      needsBuild: needsBuild?.(root, config) === true,
    };
  }
  for (const { configFiles, configText, ...generator } of OTHER_GENERATORS) {
    const configFile = configFiles.find(
      (name) =>
        existsSync(join(path, name)) &&
        (configText === undefined || configText.test(readProjectText(path, name, true) ?? '')),
    );
    const other = { root: path, values: {}, folder: '', own: undefined, content: [''] };
    if (configFile !== undefined)
      return { ...generator, ...other, configFile, isReadable: false, copiesPages: false, needsBuild: true };
  }
  return undefined;
}

/** The folder that a configuration names; undefined for one outside the project. */
function folderIn(written: string | undefined): string | undefined {
  const parts = (written ?? '').split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') || /^[\\/]/.test(written ?? '')
    ? undefined
    : parts.join('/');
}

async function firstBuilt(
  root: string,
  folders: readonly string[],
  content: readonly string[],
): Promise<string | undefined> {
  for (const folder of new Set(folders)) {
    if ((await isBuiltSite(join(root, folder))) && isComplete(root, join(root, folder), content))
      return folder;
  }
  return undefined;
}

const SAMPLE = 400;
/** Some Markdown files become no page of their own. */
const FILES_PER_PAGE = 4;

/** False for what is left of a site that was built partly or long ago. */
function isComplete(root: string, built: string, content: readonly string[]): boolean {
  const pages = sampleFiles(built, /\.x?html?$/i, SAMPLE).length;
  const files = content.flatMap((folder) =>
    sampleFiles(join(root, folder), /\.(?:mdx?|mdoc|markdown|[qr]md)$/i, SAMPLE).map((file) =>
      posix.join(folder, file),
    ),
  );
  return pages >= SAMPLE || pages * FILES_PER_PAGE >= Math.min(new Set(files).size, SAMPLE);
}

/** Whether a folder holds built pages that this program did not write. */
async function isBuiltSite(folder: string): Promise<boolean> {
  return !isOwnOutput(folder) && (await detectHtml(folder)) === 2;
}

/**
 * The command that builds a site: the script of `package.json` for it, if there is one.
 * @param command that of the generator: the script `build` of Nuxt makes a server, `generate` makes pages
 */
export function scriptOrCommand(folder: string, command: string): string {
  if (command === '') return '';
  const name = command.endsWith(' generate') ? 'generate' : 'build';
  try {
    const { scripts }: { scripts?: unknown } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return isObject(scripts) && typeof scripts[name] === 'string' ? `npm run ${name}` : command;
  } catch {
    return command;
  }
}
