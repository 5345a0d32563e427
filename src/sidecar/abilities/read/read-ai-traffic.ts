import type { TrafficQuery } from '../../../insights/activity/referrals/port.js';
import type { Ability } from '../ability.js';
import { flagOf, inputOf, integerOf, listOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const hits = integerOf('Visits.');
const tokens = listOf(rowOf({ token: textOf(), hits }));

/**
 * Readers whom assistants sent.
 * @see reference/abilities-and-oauth.md section 5.5
 */
export const readAiTraffic: Ability = {
  slug: 'read-ai-traffic',
  label: 'Readers sent by assistants',
  description:
    'Returns the visits of people who came from ChatGPT, Perplexity, Gemini and other assistants: by assistant, by ' +
    'page and by day, in a range of days, narrowed by "source" (a label of bySource) or by the beginning of a path. ' +
    'These are people, and at least so many: most visits tell nothing of where they come from. What the assistants’ ' +
    'own crawlers fetched is in read-request-log. Dates that make no sense are left out of account.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({
    from: textOf('First day, YYYY-MM-DD, UTC; by default the first of the reporting window.'),
    to: textOf('Last day; by default today.'),
    source: textOf('Label of one assistant, exactly as in bySource.'),
    path: textOf('Beginning of the path of pages.'),
  }),
  output: outputOf({
    enabled: flagOf('Visits are recorded.'),
    beacon: flagOf('Browsers count, not the server.'),
    range: recordOf({
      from: textOf(),
      to: textOf(),
      floor: textOf('The first day that is kept.'),
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
