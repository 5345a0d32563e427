import { didYouMean } from '../../../../core/did-you-mean.js';
import { SvcError } from '../../../../core/errors.js';
import type { LogFormat } from '../line.js';
import { NAMES, NGINX } from './json.js';
import { type FieldKeys, jsonFormat, type LineField } from './json-fields.js';
import { logfmt, pairsOf } from './logfmt.js';

/** Common names of the fields, in lower case and without punctuation. */
const FIELDS: Readonly<Record<string, LineField>> = {
  ...{ time: 'time', timestamp: 'time', date: 'time' },
  ...{ address: 'address', ip: 'address', client: 'address', clientip: 'address' },
  ...{ method: 'method', target: 'target', path: 'target', url: 'target', uri: 'target' },
  ...{ request: 'request', status: 'status', host: 'host' },
  ...{ referrer: 'referrer', referer: 'referrer' },
  ...{ useragent: 'userAgent', agent: 'userAgent', ua: 'userAgent' },
};

/** The fields by their names in messages. */
const MAPPED_FIELDS: readonly LineField[] = [...new Set(Object.values(FIELDS))];

/**
 * A JSON log format with the owner's key names.
 * @param pairs `userAgent=request.headers.ua`: the field before the equals sign, its key after it
 * @param base format whose names apply to all other fields
 * @throws SvcError `SVC_USAGE`
 */
export function mappedFormat(pairs: readonly string[], base = 'nginx'): LogFormat {
  const usual = base === logfmt.name ? NGINX : NAMES[base];
  if (usual === undefined) {
    const fix = `Leave --format out, or use one of: ${Object.keys(NAMES).join(', ')}.`;
    throw new SvcError('SVC_USAGE', `--map is for JSON, and --format ${base} has its names already`, { fix });
  }
  const names: Record<LineField, readonly string[]> & Pick<FieldKeys, 'query' | 'decode'> = {
    request: [],
    host: [],
    ...usual,
  };
  for (const pair of pairs) {
    const [field, key] = readPair(pair);
    names[field] = [key, ...names[field].filter((name) => name !== key)];
    // A key for the whole request replaces those for its method and target.
    if (field === 'request') [names.method, names.target] = [[], []];
  }
  const parse = base === logfmt.name ? pairsOf : undefined;
  return jsonFormat('json', 'JSON with your own key names', names, parse);
}

function readPair(pair: string): readonly [LineField, string] {
  const mark = pair.indexOf('=');
  const [given, key] = [pair.slice(0, Math.max(0, mark)), pair.slice(mark + 1)];
  const field = FIELDS[given.toLowerCase().replace(/[^a-z]/g, '')];
  if (field !== undefined && key !== '') return [field, key];
  const near = mark > 0 && key !== '' ? didYouMean(given, MAPPED_FIELDS) : undefined;
  const fix =
    near === undefined
      ? `Write field=key. The field is one of: ${MAPPED_FIELDS.join(', ')}.`
      : `Did you mean "${near}=${key}"?`;
  throw new SvcError('SVC_USAGE', `--map is "${pair}"`, { fix });
}
