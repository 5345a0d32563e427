import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../../config/config.js';
import type { ContentFolder } from '../write/entry-file.js';

/** The folder for uploads, and the address of its files on the site. */
export interface MediaHome {
  /** Absolute; its files are served at the root of the site. */
  readonly root: string;
  /** Path below `root`, without leading and trailing slash. */
  readonly folder: string;
  /** Path of the site, without trailing slash; empty at the root of its host. */
  readonly basePath: string;
}

/**
 * Determines where files of a content folder become public: in the configured `publicDir`, otherwise in the folder
 * that the site's generator copies unchanged, otherwise next to the content.
 */
export function mediaHome({ publicDir }: Pick<Config, 'publicDir'>, content: ContentFolder): MediaHome {
  const { root, basePath } = content;
  if (publicDir !== undefined) return { root: publicDir, folder: 'uploads', basePath };
  const { uploads = 'uploads' } = content.rules.authoring;
  const name = content.rules.authoring.staticFolder;
  if (name !== undefined) {
    const projects = [root, dirname(root), dirname(dirname(root))];
    const project = projects.find((folder) => existsSync(join(folder, name))) ?? root;
    return { root: join(project, name), folder: uploads, basePath };
  }
  return { root, folder: uploads, basePath };
}

/**
 * Returns the address that pages of a folder use for a file of the built site: its path, if the file is on the site.
 * @param baseUrl of the built site, without trailing slash
 */
export function writtenAddress(
  url: string,
  baseUrl: string,
  { basePath }: Pick<ContentFolder, 'basePath'>,
): string {
  return url.startsWith(`${baseUrl}/`) ? basePath + url.slice(baseUrl.length) : url;
}
