import { configObject } from '../config-values.js';
import { globToPattern } from '../glob-pattern.js';
import type { Project } from '../layout.js';

type Data = Readonly<Record<string, unknown>>;

interface Default {
  /** Without slashes at the ends; empty for the whole site. */
  readonly path: string;
  /** `posts`, `pages`, `drafts` or a collection; undefined for every type. */
  readonly type: string | undefined;
  readonly values: Data;
}

/**
 * Jekyll's front-matter defaults: the list `defaults` of `_config.yml`, each with a scope and values.
 * @see https://jekyllrb.com/docs/configuration/front-matter-defaults/
 */
export class JekyllDefaults {
  /** The least specific first: of two scopes the one with the longer path wins, then the one with a type. */
  readonly #defaults: readonly Default[];

  constructor({ config }: Pick<Project, 'config'>) {
    const list = config?.values['defaults'];
    this.#defaults = (Array.isArray(list) ? list : [])
      .map(readDefault)
      .sort(
        (a, b) =>
          a.path.length - b.path.length || Number(a.type !== undefined) - Number(b.type !== undefined),
      );
  }

  /** The values of a file whose front matter doesn't set them. */
  valuesFor(path: string): Data {
    const found = this.#defaults.filter((one) => isBelow(path, one.path) && isOfType(path, one.type));
    return Object.assign({}, ...found.map(({ values }) => values));
  }

  /** A fingerprint: other defaults make other pages. */
  print(): unknown {
    return this.#defaults;
  }
}

function readDefault(item: unknown): Default {
  const { scope, values } = configObject(item);
  const { path, type } = configObject(scope);
  return {
    path: typeof path === 'string' ? path.replace(/^\.?\/+|\/+$/g, '') : '',
    type: typeof type === 'string' && type !== '' ? type : undefined,
    values: configObject(values),
  };
}

function isBelow(path: string, scope: string): boolean {
  if (scope === '' || path === scope || path.startsWith(`${scope}/`)) return true;
  return scope.includes('*') && globToPattern(`${scope}{,/**}`).test(path);
}

/** Collections are in folders with a leading underscore; older releases used `post`, `page` and `draft`. */
function isOfType(path: string, type: string | undefined): boolean {
  if (type === undefined) return true;
  const folder = path.split('/').find((part) => part.startsWith('_') && !/\.\w+$/.test(part));
  const name = folder?.slice(1) ?? 'pages';
  return name === type || name === `${type}s`;
}
