import { readdirSync } from 'node:fs';

/** Names that configurations of generators have: the configuration itself is read only where one is there. */
const CONFIG_NAMES =
  /[.-]config\.[cm]?[jt]sx?$|^_config\.|^(?:hugo|config|zola|book)\.(?:toml|ya?ml|json)$|^config$|^mkdocs\.ya?ml$|^conf\.py$|^antora|^myst\.yml$|^\.eleventy\.[cm]?js$|^\.vitepress$|^\.vuepress$|^(?:docs?|source|website|site|documentation|www|web|book|guide)$/i;

/** Whether a folder may be the project of a generator. Reads nothing but the names in it. */
export function mayBeProject(root: string): boolean {
  try {
    return readdirSync(root).some((name) => CONFIG_NAMES.test(name));
  } catch {
    return false;
  }
}
