import { objectOf } from '../../../../core/json.js';
import { type ConfigValues, configText } from '../../config-values.js';
import { folderMetadata } from '../../folder-metadata.js';
import type { Inherited } from '../../inherited.js';
import type { Project } from '../../layout.js';

/**
 * What pages of MkDocs inherit: front matter for whole folders, from the files of the plugin `meta` of Material, and a
 * password for all pages, from the plugin `encryptcontent`.
 */
export function mkdocsInherited(
  { root }: Pick<Project, 'root'>,
  plugins: ReadonlyMap<string, ConfigValues>,
  files: readonly string[],
): Inherited {
  const meta = plugins.get('meta') ?? plugins.get('material/meta');
  const name = meta === undefined ? undefined : (configText(meta, 'meta_file') ?? '.meta.yml');
  const { global_password: all, password_inventory: inventory } = plugins.get('encryptcontent') ?? {};
  const password = objectOf(inventory)['_global'] ?? all;
  const common = password === undefined || password === '' ? {} : { password: true };
  return folderMetadata(root, files, name, common);
}
