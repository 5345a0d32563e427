import { isObject } from '../../core/is-object.js';
import { checkOptionNames, invalidOption } from '../options.js';

type Data = Readonly<Record<string, unknown>>;

/** The options of a `project` source. */
export interface ProjectOptions {
  /** The folder of the built site, from the project; by default found by the generator's rules. */
  readonly built: string | undefined;
  /** Source files from the path, by addresses of pages below that of the site. */
  readonly pairs: ReadonlyMap<string, string>;
  /** Those of an `html` source, for the built pages. */
  readonly html: Data;
  /** Those of a `files` source, for the sources. */
  readonly files: Data;
}

/**
 * Checks the options of a `project` source; those for pages and files are checked by their own sources.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readProjectOptions(options: Data = {}): ProjectOptions {
  checkOptionNames('A project source', options, ['built', 'pairs', 'html', 'files']);
  return {
    built: readBuilt(options['built']),
    pairs: readPairs(options),
    html: readObject('html', options),
    files: readObject('files', options),
  };
}

function readBuilt(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isInside =
    typeof value === 'string' &&
    value !== '' &&
    !/^[\\/]/.test(value) &&
    !value.split(/[\\/]/).includes('..');
  if (isInside) return value;
  const fix = 'Write it relative to the path and without "..", for example "dist".';
  throw invalidOption('built', `${JSON.stringify(value)} isn't a folder of the project`, fix);
}

function readPairs(options: Data): ProjectOptions['pairs'] {
  const pairs = Object.entries(readObject('pairs', options));
  const wrong = pairs.find(([, file]) => typeof file !== 'string');
  if (wrong === undefined) return new Map(pairs as [string, string][]);
  const fix = 'Write for example {"pairs": {"/guide/": "docs/guide.md"}}.';
  throw invalidOption('pairs', `the source of ${wrong[0]} isn't a path`, fix);
}

function readObject(key: string, options: Data): Data {
  const value = options[key] ?? {};
  if (isObject(value)) return value;
  throw invalidOption(
    key,
    `${key} isn't an object of options`,
    `Write for example {"${key}": {"exclude": ["drafts/**"]}}.`,
  );
}
