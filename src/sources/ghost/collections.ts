import { isObject, objectOf } from '../../core/json.js';
import { invalidOption } from '../options.js';
import { readPattern } from '../permalinks.js';

/** What a filter may ask about a post: its values by name. */
type PostFacts = Readonly<Record<string, readonly string[]>>;

/** A collection of posts with addresses of their own. */
export interface Collection {
  readonly permalink: string;
  matches(facts: PostFacts): boolean;
}

/** A condition: `tag:podcast`, `primary_tag:-[news,notes]`. */
const TERM =
  /^(tags?|primary_tag|authors?|primary_author|featured|visibility|slug|id):(-?)(?:\[([^[\]]*)\]|'([^']*)'|([\w-]+))$/;

/**
 * Reads the option `collections`, which is written as in Ghost's `routes.yaml`. A post belongs to the first one whose
 * filter it passes.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readCollections(value: unknown, placeholders: readonly string[]): readonly Collection[] {
  if (value === undefined) return [];
  const fix = 'Copy "collections" from your routes.yaml.';
  if (!isObject(value)) throw invalidOption('collections', "collections isn't an object", fix);
  return Object.entries(value).map(([route, given]) => {
    const { permalink: pattern, filter } = objectOf(given);
    const permalink = readPattern(`collections.${route}`, pattern, { placeholders });
    const matches = filter === undefined || filter === null ? () => true : readFilter(String(filter));
    if (matches !== undefined) return { permalink, matches };
    throw invalidOption(`collections.${route}`, `the filter ${JSON.stringify(filter)} isn't understood`, FIX);
  });
}

const FIX =
  'Join conditions such as tag:podcast, primary_tag:-news or featured:true by + (and) or , (or), without parentheses.';

/** Returns undefined for a filter that isn't understood. */
function readFilter(filter: string): Collection['matches'] | undefined {
  // A comma inside brackets is part of a list.
  const groups = filter.split(/,(?![^[\]]*\])/).map((group) => group.split('+').map(readTerm));
  if (groups.flat().includes(undefined)) return undefined;
  return (facts) => groups.some((group) => group.every((holds) => holds?.(facts)));
}

function readTerm(written: string): Collection['matches'] | undefined {
  const [, key = '', negated, list, quoted, plain = ''] = TERM.exec(written.trim()) ?? [];
  if (key === '') return undefined;
  const values = list === undefined ? [quoted ?? plain] : list.split(',').map((one) => one.trim());
  const name = /^(?:tags|authors)$/.test(key) ? key.slice(0, -1) : key;
  return (facts) => values.some((one) => facts[name]?.includes(one)) !== (negated === '-');
}
