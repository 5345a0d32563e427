import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../../config/config.js';
import type { ContentFolder } from '../write/entry-file.js';

/** The folder that uploads go to, and where its files appear on the site. */
export interface MediaHome {
  /** Absolute: what is below it is below the site. */
  readonly root: string;
  /** Below the root, without slashes at its ends. */
  readonly folder: string;
  /** Path of the site, without trailing slash; empty at the top of its host. */
  readonly basePath: string;
}

/**
 * Where files of a content folder become public: in `publicDir` where the configuration has one, else in the folder
 * from which the site's generator copies files as they are, else beside the content.
 */
export function mediaHome({ publicDir }: Pick<Config, 'publicDir'>, content: ContentFolder): MediaHome {
  const { root, layout, basePath } = content;
  if (publicDir !== undefined) return { root: publicDir, folder: 'uploads', basePath };
  const { generator } = layout;
  if (generator === 'hugo' || generator === 'astro') {
    const name = generator === 'hugo' ? 'static' : 'public';
    const projects = [root, dirname(root), dirname(dirname(root))];
    const project = projects.find((folder) => existsSync(join(folder, name))) ?? root;
    return { root: join(project, name), folder: 'uploads', basePath };
  }
  return { root, folder: generator === 'jekyll' ? 'assets/uploads' : 'uploads', basePath };
}

/**
 * How pages of a folder name a file of the built site: by its path, where it lies on the site.
 * @param baseUrl of the built site, without trailing slash
 */
export function writtenAddress(
  url: string,
  baseUrl: string,
  { basePath }: Pick<ContentFolder, 'basePath'>,
): string {
  return url.startsWith(`${baseUrl}/`) ? basePath + url.slice(baseUrl.length) : url;
}
