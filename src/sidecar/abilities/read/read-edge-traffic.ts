import type { Ability } from '../ability.js';
import { daysWithin } from '../days.js';
import { flagOf, inputOf, integerOf, listOf, oneOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const counted = {
  requests: integerOf(),
  cached: integerOf(),
  origin: integerOf(),
  blocked: integerOf(),
  bytes: integerOf(),
};

const conflict = rowOf({
  id: textOf(),
  level: oneOf(['warn', 'info']),
  title: textOf(),
  body: textOf(),
  url: textOf(),
});

const optional = {
  zoneName: textOf(),
  connectedAt: integerOf(),
  lastPollAt: integerOf(),
  lastError: textOf(),
  lastPurgeAt: integerOf(),
  lastPurgeError: textOf(),
  totals: recordOf(counted),
  crawlers: listOf(
    rowOf({ ua: textOf(), name: textOf(), operator: textOf(), ...counted, blockedByYou: flagOf() }),
  ),
  companies: listOf(rowOf({ operator: textOf(), requests: integerOf(), bytes: integerOf() })),
  conflicts: listOf(conflict),
  hiddenConflicts: listOf(conflict),
  dashUrl: textOf(),
};

/** What crawlers fetched from the edge of a CDN. */
export const readEdgeTraffic: Ability = {
  slug: 'read-edge-traffic',
  label: 'Crawlers at the CDN',
  description:
    'Returns how many requests crawlers sent to the CDN of this site, and how many of them were cached or ' +
    'blocked. No CDN is connected in this version, so "connected" is false and there is no other ' +
    'data. For requests that reached the site itself, use read-request-log.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ days: integerOf('1 to 30; other values count as 7.', { default: 7 }) }),
  output: outputOf({ connected: flagOf(), days: integerOf(), ...optional }, Object.keys(optional)),
  run: async (input) => ({ connected: false, days: daysWithin(input['days'], 30, 7) }),
};
