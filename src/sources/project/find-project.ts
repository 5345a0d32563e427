import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../core/is-object.js';
import type { ConfigValues } from '../files/config-values.js';
import { readGeneratorConfig } from '../files/generator-config.js';
import { profileOf } from '../files/profiles/table.js';
import { detectHtml } from '../html/detect.js';
import { sampleFiles } from '../sample-files.js';
import { OTHER_GENERATORS } from './other-generators.js';

/** A project of a generator, recognised by the generator's own configuration. */
export interface FoundProject {
  /** Absolute. */
  readonly root: string;
  /** The generator's name for people. */
  readonly label: string;
  readonly configFile: string;
  readonly values: ConfigValues;
  /** The command that builds it. */
  readonly buildCommand: string;
  /** The folder with the built site, from the root; undefined where it isn't built. */
  readonly built: string | undefined;
  /** Where the built site is expected, from the root. */
  readonly expected: string;
  /** False where the sources are programs, or in a language that isn't read. */
  readonly isReadable: boolean;
  /** True where only the generator's own code can compute texts or addresses. */
  readonly needsBuild: boolean;
}

/** The manifest of an earlier output of ours. */
const OWN_MANIFEST = 'svc-manifest.json.gz';

/** Where hosts and tools move the output of a generator. */
const USUAL_FOLDERS = [
  'build',
  'dist',
  'public',
  '_site',
  'out',
  'site',
  '_build/html',
  'build/site',
  '.output/public',
];

/**
 * Finds the generator of a project and its built site.
 * @param root absolute
 * @param built the folder of the built site, if the owner has named it
 */
export async function findProject(root: string, built?: string): Promise<FoundProject | undefined> {
  const found = generatorOf(root);
  if (found === undefined) return undefined;
  const named = folderIn(built ?? found.own);
  const folders = [...(named === undefined ? [] : [named]), ...found.folders];
  const { label, configFile, values, isReadable, needsBuild } = found;
  return {
    root,
    label,
    configFile,
    values,
    isReadable,
    needsBuild,
    buildCommand: hasBuildScript(root) ? 'npm run build' : found.buildCommand,
    built:
      built === undefined
        ? await firstBuilt(root, [...folders, ...USUAL_FOLDERS])
        : // The owner's word needs no proof.
          named,
    expected: folders[0] ?? 'public',
  };
}

interface FoundGenerator
  extends Pick<
    FoundProject,
    'label' | 'configFile' | 'values' | 'isReadable' | 'needsBuild' | 'buildCommand'
  > {
  readonly own: string | undefined;
  readonly folders: readonly string[];
}

function generatorOf(root: string): FoundGenerator | undefined {
  const config = readGeneratorConfig(root);
  // Notes of Obsidian aren't built.
  if (config !== undefined && profileOf(config.generator).builtFolders.length > 0) {
    const { label, buildCommand, builtFolders, builtFolder, needsBuild } = profileOf(config.generator);
    const { file: configFile, values } = config;
    const own = builtFolder?.(values);
    return {
      label,
      buildCommand,
      configFile,
      values,
      own,
      folders: builtFolders,
      isReadable: true,
      needsBuild: needsBuild?.(root, config) === true,
    };
  }
  for (const { configFiles, ...generator } of OTHER_GENERATORS) {
    const configFile = configFiles.find((name) => existsSync(join(root, name)));
    if (configFile !== undefined)
      return { ...generator, configFile, values: {}, own: undefined, isReadable: false, needsBuild: true };
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

async function firstBuilt(root: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of new Set(folders)) {
    if ((await isBuiltSite(join(root, folder))) && isComplete(root, join(root, folder))) return folder;
  }
  return undefined;
}

const SAMPLE = 400;
/** Some Markdown files become no page of their own. */
const FILES_PER_PAGE = 4;

/** False for what is left of a site that was built partly or long ago. */
function isComplete(root: string, built: string): boolean {
  const pages = sampleFiles(built, /\.x?html?$/i, SAMPLE).length;
  const files = sampleFiles(root, /\.(?:mdx?|markdown)$/i, SAMPLE).length;
  return pages >= SAMPLE || pages * FILES_PER_PAGE >= files;
}

/** Whether a folder holds built pages that this program did not write. */
export async function isBuiltSite(folder: string): Promise<boolean> {
  return !existsSync(join(folder, OWN_MANIFEST)) && (await detectHtml(folder)) === 2;
}

function hasBuildScript(root: string): boolean {
  try {
    const { scripts }: { scripts?: unknown } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return isObject(scripts) && typeof scripts['build'] === 'string';
  } catch {
    return false;
  }
}
