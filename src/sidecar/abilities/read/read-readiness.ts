import type { ActivityVerdict, LogQuery } from '../../../insights/activity/port.js';
import { type Ability, AbilityError, type AbilityInput, type JsonSchema } from '../ability.js';
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

const pages = listOf(
  rowOf({
    id: integerOf(),
    title: textOf(),
    url: textOf('Address of the page in the editor, or of the page itself.'),
    stale: flagOf('The result is older than the page.'),
  }),
);

const action = rowOf({
  id: textOf(),
  pillar: textOf('The rung that it improves.'),
  title: textOf(),
  why: textOf(),
  severity: oneOf(['fail', 'warn', 'content', 'info']),
  action: orNull(rowOf()),
});

/** The score of a site. */
const scoreSchema = recordOf({
  score: integerOf('0 to 100.'),
  band: textOf('The score in words.'),
  blocked: flagOf('Search engines are blocked, which limits the score to 10.'),
  ready: flagOf('Findable, readable and trusted are complete.'),
  measured: flagOf('Citations in answers have been measured.'),
  rungs: listOf(
    rowOf({
      key: textOf(),
      label: textOf(),
      score: orNull(integerOf('Null if not measured; its weight is distributed among the others.')),
      weight: integerOf(),
      kind: oneOf(['check', 'signal']),
      pass: orNull(integerOf()),
      total: orNull(integerOf()),
      note: textOf(),
      to: textOf('Its screen.'),
      view: textOf(),
    }),
  ),
  actions: listOf(action, 'What to do, the most urgent first; at most eight.'),
  next: orNull(action),
  graded: integerOf('Pages that count for the rung Optimized.'),
  flagged: integerOf('Those with at least one issue.'),
  unanswered: integerOf("Pages whose only problem is that they don't answer their search."),
  grading: integerOf('Pages that have never been checked.'),
  rechecking: integerOf('Pages that were edited since their check.'),
  cron: recordOf({
    lastRun: integerOf('Unix seconds of the last check of all pages.'),
    due: integerOf(),
    overdue: flagOf(),
  }),
  scope: recordOf({
    graded: listOf(textOf(), 'Content types that count.'),
    notGraded: listOf(textOf()),
    off: flagOf('The owner has switched the page checks off.'),
  }),
  content: listOf(
    rowOf({
      id: textOf('Id of a page check.'),
      label: textOf(),
      why: textOf(),
      count: integerOf(),
      countLabel: textOf(),
      pages,
    }),
    'Problems of pages, the most common first, each with a few pages.',
  ),
  ignored: listOf(
    rowOf({ id: integerOf(), title: textOf(), url: textOf(), flags: listOf(textOf()) }),
    'Pages that the owner has set aside.',
  ),
});

/** The readiness report and the score. */
export const readReadiness: Ability = {
  slug: 'read-readiness',
  label: 'AI readiness and score',
  description:
    'Returns how ready this site is for AI assistants and search: the score from 0 to 100 with its rungs and ' +
    'the next actions, and every readiness check with its status, result and fix. Start here to find what the ' +
    'site as a whole lacks. It covers single pages only by their most common problems: for more, use ' +
    'read-content-issues. It measures nothing on the web and changes nothing.',
  tier: 'read',
  input: inputOf(),
  output: outputOf({
    score: scoreSchema,
    checks: listOf(
      rowOf({
        id: textOf('Stable id of the check.'),
        label: textOf(),
        status: oneOf(['pass', 'warn', 'fail', 'off']),
        detail: textOf('The result of the check.'),
        fix: textOf('What to do; empty if the check passes.'),
        action: orNull(rowOf({}, 'Where the owner can do it: a setting or a link.')),
        links: listOf(rowOf(), 'Other links.'),
        ar: textOf('Id of the requirement in an external catalogue; empty if there is none.'),
      }),
      'Every check, in the order of the report.',
    ),
  }),
  async run(_, { services }) {
    const rows = await services.grading.readiness();
    return {
      score: await services.grading.score(rows),
      checks: rows.map((row) => ({ ...row, links: [], ar: '' })),
    };
  },
};

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

/** Finds the owner of an IP address. */
export const identifyBot: Ability = {
  slug: 'identify-bot',
  label: 'Identify a bot by its address',
  description:
    'Looks up an IP address: its host name, the domain of that host, and whether it belongs to a search ' +
    'engine or crawler that can be verified in this way. Verdict 1: the host name resolves back to the ' +
    "address, so the name is genuine. Verdict 2: the name is forged. Verdict 0: unknown, which isn't " +
    'suspicious; with "slow", the name servers didn\'t respond in time. Use it for addresses from your own ' +
    'logs, since this service keeps none. It queries name servers and changes nothing.',
  tier: 'read',
  input: inputOf({ ip: textOf('IPv4 or IPv6 address.') }, ['ip']),
  output: outputOf({
    ip: textOf(),
    host: textOf('Empty if it has no name.'),
    network: textOf('The registered domain of the host.'),
    engine: textOf('The search engine that the host name belongs to; empty if unknown.'),
    verdict: { type: 'integer', enum: [0, 1, 2] },
    slow: flagOf(),
  }),
  async run(input, { services }) {
    const identity = await services.identify(input['ip'] as string);
    if (identity === undefined) {
      const message = '"ip" must be an IPv4 or IPv6 address, for example 192.0.2.7.';
      throw new AbilityError(400, 'svc_bad_ip', message);
    }
    const { ip, host, network, engine, verdict, slow } = identity;
    return { ip, host, network, engine, verdict, slow };
  },
};
