/** Liquid and Nunjucks whose values lie in the project: includes, data files, the configuration, the page. */
import { posix } from 'node:path';
import { evaluateLiquid } from '../../../content/body/liquid/evaluate.js';
import { LazyMap, openMap, UNKNOWN } from '../../../content/body/template-values.js';
import type { RawEntry } from '../../port.js';
import { dataFolder } from './data-files.js';
import type { Includes } from './includes.js';

/** Expands what is known of the templates in a page of Jekyll or Eleventy. */
export function expandTemplates(entry: RawEntry, body: string, includes: Includes): string {
  if (!/\{[{%]/.test(body)) return body;
  const { config, root, bases } = includes.layout;
  const project = config === undefined ? '' : posix.relative(root, config.root);
  const values = config?.values ?? {};
  const folders = [project, ...bases.map(({ folder }) => folder)];
  const data = dataFolder(posix.join(project, '_data'), includes);
  // Their values are inserted with the addresses, later.
  const { url: _url, baseurl: _base, title: _title, description: _description, ...settings } = values;
  const page = openMap({ ...entry.extra });
  const site = openMap({ ...settings, data });
  return evaluateLiquid(body, {
    global(name) {
      if (name === 'site') return site;
      if (name === 'page') return page;
      const shared = includes.layout.generator === 'eleventy' ? data.field(name) : undefined;
      return shared === undefined || shared instanceof LazyMap ? UNKNOWN : shared;
    },
    include(tag, file, expand) {
      const near = tag === 'include_relative' ? [posix.dirname(includes.file)] : [];
      const paths =
        near.length > 0
          ? near.map((folder) => posix.join(folder, file))
          : folders.flatMap((folder) => [posix.join(folder, '_includes', file)]);
      const endings = /\.\w+$/.test(file) ? [''] : ['', '.html', '.liquid', '.njk', '.md'];
      const written = `{% ${tag} ${file} %}`;
      return includes.text(
        paths.flatMap((path) => endings.map((ending) => path + ending)),
        written,
        expand,
      );
    },
  });
}
