import type { TrafficQuery } from '../../../insights/activity/referrals/port.js';
import type { Ability } from '../ability.js';
import { flagOf, inputOf, integerOf, listOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const hits = integerOf('Visits.');
const tokens = listOf(rowOf({ token: textOf(), hits }));

/** Readers whom assistants sent. */
export const readAiTraffic: Ability = {
  slug: 'read-ai-traffic',
  label: 'Readers sent by assistants',
  description:
    'Returns the visits of people who came from ChatGPT, Perplexity, Gemini and other assistants: by ' +
    'assistant, by page and by day, for a range of days. Narrow them by "source" (a label from bySource) or ' +
    "by the beginning of a path. The numbers are minimums: most visits don't reveal where they come from. " +
    'The requests of the assistants’ own crawlers are in read-request-log. Invalid dates are ignored.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({
    from: textOf('First day, YYYY-MM-DD, UTC; default: the first day of the reporting window.'),
    to: textOf('Last day; default: today.'),
    source: textOf('Label of one assistant, exactly as in bySource.'),
    path: textOf('The beginning of the path.'),
  }),
  output: outputOf({
    enabled: flagOf('Visits are recorded.'),
    beacon: flagOf('Visits are counted by browsers instead of the server.'),
    range: recordOf({
      from: textOf(),
      to: textOf(),
      floor: textOf('The first day with stored data.'),
      isDefault: flagOf(),
    }),
    filters: recordOf({ source: textOf(), path: textOf() }),
    sourceCount: integerOf(),
    total: hits,
    activeDays: integerOf('Days with at least one visit.'),
    bySource: listOf(rowOf({ label: textOf(), hits })),
    topPages: listOf(rowOf({ path: textOf(), hits })),
    daily: listOf(rowOf({ date: textOf(), hits, rowCount: integerOf() })),
    unknown: recordOf({ enabled: flagOf(), hosts: tokens, utm: tokens }, 'Where other visits came from.'),
  }),
  run: (input, { services }) => services.referrals.traffic(input as TrafficQuery),
};
