import { type ConfigValues, configObject, configText } from '../../config-values.js';
import type { GeneratorConfig } from '../../layout.js';

/** The settings of Docsify in its page. */
export function docsifySettings(config: Pick<GeneratorConfig, 'values'> | undefined): ConfigValues {
  return configObject(config?.values['docsify']);
}

/** The Markdown file of a route, from the folder of the pages: `#/guide/` is `guide/README.md`. */
export function docsifyFile(route: string, settings: ConfigValues): string {
  const path = route
    .replace(/[?].*$/s, '')
    .replace(/^#?\/?|^\.\//, '')
    .replace(/\.md$/, '');
  const home = configText(settings, 'homepage') ?? 'README.md';
  if (path === '' && !/^[a-z]+:|^\/\//i.test(home)) return home.replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? `${path}README.md` : `${path}.md`;
}

/** Longer links, and aliases with more wildcards, aren't matched. */
const MAX_LINK = 300;
const MAX_WILDCARDS = 3;

/** What an alias of the site makes of a route; undefined for a route without an alias. */
export function docsifyAlias(route: string, settings: ConfigValues): string | undefined {
  if (route.length > MAX_LINK) return undefined;
  for (const [written, target] of Object.entries(configObject(settings['alias']))) {
    const parts = written.split(/(\(\.\*\??\)|\.\*\??)/);
    if (typeof target !== 'string' || parts.length > 2 * MAX_WILDCARDS + 1) continue;
    const source = parts.map((part, at) =>
      at % 2 === 1 ? part : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
    const match = new RegExp(`^${source.join('')}$`).exec(route);
    if (match !== null) return target.replace(/\$(\d)/g, (_, number: string) => match[Number(number)] ?? '');
  }
  return undefined;
}
