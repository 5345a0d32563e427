import { astro } from './astro.js';
import { plain, quarto, rspress, vocs, vuepress } from './by-path.js';
import { docsify } from './docsify.js';
import { docusaurus } from './docusaurus.js';
import { eleventy } from './eleventy.js';
import { fumadocs } from './fumadocs.js';
import { gatsby } from './gatsby.js';
import { hexo } from './hexo.js';
import { hugo } from './hugo.js';
import { jekyll } from './jekyll.js';
import { gitbook, mdbook } from './mdbook.js';
import { mintlify } from './mintlify.js';
import { mkdocs } from './mkdocs.js';
import { jupyterBook, myst } from './myst.js';
import { next } from './next.js';
import { nuxt } from './nuxt.js';
import { obsidian, quartz } from './obsidian.js';
import { pelican } from './pelican.js';
import type { Profile } from './profile.js';
import { slidev } from './slidev.js';
import { sphinx } from './sphinx.js';
import { vitepress } from './vitepress.js';
import { zola } from './zola.js';

/**
 * Every generator whose rules are known. The order matters where a folder shows signs of several: the first one that
 * recognises its configuration, or else its folders, is taken.
 */
export const profiles = {
  myst,
  'jupyter-book': jupyterBook,
  hexo,
  jekyll,
  zola,
  hugo,
  mkdocs,
  mdbook,
  gitbook,
  eleventy,
  docusaurus,
  vitepress,
  quartz,
  fumadocs,
  astro,
  nuxt,
  next,
  gatsby,
  vuepress,
  rspress,
  vocs,
  quarto,
  sphinx,
  pelican,
  docsify,
  mintlify,
  slidev,
  obsidian,
  plain,
} satisfies Record<string, Profile>;

/** The generator whose rules of files and addresses apply. */
export type Generator = keyof typeof profiles;

/** The profile of a generator. */
export function profileOf(generator: Generator): Profile {
  return profiles[generator];
}
