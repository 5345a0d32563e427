import type { ActivityVerdict, LogQuery } from '../../../insights/activity/port.js';
import type { Ability, AbilityInput, JsonSchema } from '../ability.js';
import {
  flagOf,
  inputOf,
  integerOf,
  listOf,
  oneOf,
  orNull,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';

const VERDICTS = [0, 1, 2] as const;
const LISTS = ['agent', 'endpoint', 'network', 'verdict'] as const;

/** Several values of which any may hold. One alone is taken too, as are numbers for verdicts: `fit` sees to it. */
function anyOfThese(text: string): JsonSchema {
  return listOf(textOf(), text);
}

/** The log of requests. */
export const readRequestLog: Ability = {
  slug: 'read-request-log',
  label: 'Requests of AI clients',
  description:
    'Returns the requests for the documents that this site serves to agents (index for language models, ' +
    'Markdown twins, discovery and so on), newest first: the client, the document, whether its identity was ' +
    'verified, and when. Narrow them by day, client, document, network, verdict (0 unchecked, 1 verified, 2 ' +
    'forged, "refused") or the beginning of the User-Agent; several values of one field match any of them. ' +
    'For the next page, send "cursor" as "before". It doesn\'t contain page views of people (see ' +
    'read-ai-traffic) or responses that a CDN sent from its cache.',
  tier: 'read',
  input: inputOf({
    from: textOf('First day, YYYY-MM-DD, UTC.'),
    to: textOf('Last day.'),
    agent: anyOfThese('Labels of clients, exactly as in rows.'),
    endpoint: anyOfThese('Labels of documents, exactly as in rows.'),
    network: anyOfThese('Domains of the networks that the addresses belong to.'),
    verdict: anyOfThese('"0", "1", "2" or "refused"; other values are ignored.'),
    ua: textOf('The beginning of the User-Agent.'),
    before: integerOf('"cursor" of the previous answer.'),
    per_page: integerOf('Rows in one answer, 1 to 200.', { default: 50 }),
  }),
  output: outputOf({
    rows: listOf(
      rowOf({
        endpoint: textOf(),
        agent: textOf(),
        ua: textOf(),
        network: textOf(),
        verdict: { type: 'integer', enum: VERDICTS },
        signer: textOf('The operator that signed the request.'),
        refused: flagOf('The request was refused.'),
        at: textOf('UTC.'),
      }),
    ),
    total: integerOf('Matching requests on all pages.'),
    perPage: integerOf(),
    cursor: orNull(integerOf('For the next page; null on the last.')),
    hasMore: flagOf(),
    retentionDays: integerOf(),
    autoPrune: flagOf(),
    maxRows: integerOf(),
    verifyOn: flagOf('Identities are verified; otherwise every verdict is 0.'),
    identifyOn: flagOf('Networks are looked up.'),
    sort: recordOf({ by: oneOf(['at', 'client', 'endpoint', 'ua', 'status']), dir: oneOf(['asc', 'desc']) }),
    offset: integerOf(),
  }),
  fit: (given) => ({
    ...given,
    ...Object.fromEntries(
      LISTS.filter((name) => name in given).map((name) => [name, listed(name, given[name])]),
    ),
  }),
  run: (input, { services }) => services.activity.reader.log(queryOf(input)),
};

function listed(name: (typeof LISTS)[number], value: unknown): unknown {
  const isOne = typeof value === 'string' || (name === 'verdict' && typeof value === 'number');
  const list: unknown = isOne ? [value] : value;
  if (name !== 'verdict' || !Array.isArray(list)) return list;
  return list.map((one: unknown) => (typeof one === 'number' ? String(one) : one));
}

function queryOf(input: AbilityInput): LogQuery {
  return {
    from: input['from'] as string | undefined,
    to: input['to'] as string | undefined,
    agents: texts(input['agent']),
    endpoints: texts(input['endpoint']),
    networks: texts(input['network']),
    verdicts: many(input['verdict']).flatMap((one) => verdictOf(one) ?? []),
    ua: input['ua'] as string | undefined,
    before: input['before'] as number | undefined,
    perPage: input['per_page'] as number,
  };
}

function many(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function texts(value: unknown): readonly string[] {
  return many(value).filter((one): one is string => typeof one === 'string' && one !== '');
}

function verdictOf(value: unknown): ActivityVerdict | 'refused' | undefined {
  return value === 'refused' ? value : VERDICTS.find((verdict) => String(verdict) === String(value));
}
