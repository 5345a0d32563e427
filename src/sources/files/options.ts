import { checkOptionNames, invalidOption, readMaxBytes } from '../options.js';
import { type Generator, profiles } from './profiles/table.js';

const GENERATORS: readonly string[] = ['auto', ...Object.keys(profiles)];

/** The options of a `files` source. */
export interface FilesOptions {
  /** `auto` (the default) looks for the generators' own configuration files. */
  readonly generator: Generator | 'auto';
  /** Folder with the content, relative to the source's path; by default found by the generator's rules. */
  readonly contentDir?: string;
  /** Globs of further files to leave out. */
  readonly exclude: readonly string[];
  /** Address pattern per type, e.g. `{ "post": "/:year/:month/:slug/" }`. */
  readonly permalinks: Readonly<Record<string, string>>;
  /** Larger files are left out with a warning. */
  readonly maxBytes: number;
  /** Symbolic links count as what they lead to, also outside the folder. */
  readonly followLinks: boolean;
}

const DEFAULT_MAX_BYTES = 5_000_000;
const KNOWN = ['generator', 'contentDir', 'exclude', 'permalinks', 'maxBytes', 'followLinks'];

function readGenerator(value: unknown): FilesOptions['generator'] {
  if (value === undefined) return 'auto';
  if (typeof value === 'string' && GENERATORS.includes(value)) return value as FilesOptions['generator'];
  throw invalidOption(
    'generator',
    `The generator ${JSON.stringify(value)} is unknown`,
    `Use one of: ${GENERATORS.join(', ')}.`,
  );
}

function readContentDir(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (
    typeof value !== 'string' ||
    value === '' ||
    value.split(/[/\\]/).includes('..') ||
    /^[/\\]/.test(value)
  ) {
    throw invalidOption(
      'contentDir',
      `${JSON.stringify(value)} isn't a folder below the path of the source`,
      'Write it relative to the path and without "..", for example "content".',
    );
  }
  return value.replace(/^\.\/|\/+$/g, '');
}

function readExclude(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list;
  throw invalidOption('exclude', "exclude isn't a list of globs", 'Write for example ["drafts/**"].');
}

function readPermalinks(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  if (entries?.every(([, pattern]) => typeof pattern === 'string' && pattern.startsWith('/'))) {
    return Object.fromEntries(entries) as Record<string, string>;
  }
  throw invalidOption(
    'permalinks',
    'permalinks isn\'t an object of address patterns that begin with "/"',
    'Write for example {"post": "/:year/:month/:slug/"}.',
  );
}

/**
 * Checks the options of a `files` source and fills in defaults.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readFilesOptions(options: Readonly<Record<string, unknown>> = {}): FilesOptions {
  checkOptionNames('A files source', options, KNOWN);
  const contentDir = readContentDir(options['contentDir']);
  return {
    generator: readGenerator(options['generator']),
    ...(contentDir === undefined ? {} : { contentDir }),
    exclude: readExclude(options['exclude']),
    permalinks: readPermalinks(options['permalinks']),
    maxBytes: readMaxBytes(options['maxBytes'], DEFAULT_MAX_BYTES),
    followLinks: options['followLinks'] === true,
  };
}
