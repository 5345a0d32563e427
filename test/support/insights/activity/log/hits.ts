import { dayOf } from '../../../../../src/insights/activity/days.js';
import type { Hit, LogQuery } from '../../../../../src/insights/activity/port.js';

/** 2026-07-02T10:00:00Z. */
export const NOW = 1_782_986_400;
const DAY = 86_400;

/** A visit like any other. */
export function hit(change: Partial<Hit> = {}): Hit {
  return {
    at: NOW,
    endpoint: 'llms.txt',
    agent: 'GPTBot (OpenAI)',
    ua: 'GPTBot/1.2',
    network: '',
    verdict: 0,
    signer: '',
    refused: false,
    ...change,
  };
}

/** Visits that differ in everything, the same for the same seed. */
export function someHits(count: number, seed = 7): readonly Hit[] {
  const next = numbers(seed);
  const pick = <T>(list: readonly T[]): T => list[next() % list.length] as T;
  return Array.from({ length: count }, () => {
    const [agent, ua] = pick([
      ['GPTBot (OpenAI)', 'GPTBot/1.2'],
      ['Browser', 'Mozilla/5.0 (X11; 100%_real)'],
      ['Browser', 'mozilla/4.0 (other)'],
      ['Script/tool', 'curl/8.5.0'],
      ['No user-agent', ''],
    ]);
    return hit({
      at: NOW - (next() % (33 * DAY)),
      endpoint: pick(['llms.txt', 'markdown', 'changes', 'discovery.json']),
      agent: agent as string,
      ua: ua as string,
      network: pick(['', '', 'kelp.example', 'mast.example']),
      verdict: pick([0, 0, 0, 1, 2] as const),
      refused: next() % 9 === 0,
    });
  });
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

/** What a query has to find, in the plainest way: one look at each of all visits. */
export function expectedHits(hits: readonly Hit[], query: LogQuery, floor: number): readonly Hit[] {
  const { agents = [], endpoints = [], networks = [], verdicts = [], ua = '', from, to } = query;
  const oneOf = (list: readonly unknown[], value: unknown) => list.length === 0 || list.includes(value);
  const day = (text: string) => dayOf(Date.parse(text) / 1000);
  return hits
    .filter(({ at }) => at >= floor)
    .filter(({ at }) => from === undefined || dayOf(at) >= day(from))
    .filter(({ at }) => to === undefined || dayOf(at) <= day(to))
    .filter(({ agent }) => oneOf(agents, agent))
    .filter(({ endpoint }) => oneOf(endpoints, endpoint))
    .filter(({ network }) => oneOf(networks, network))
    .filter(({ verdict, refused }) => {
      return verdicts.length === 0 || verdicts.includes(verdict) || (refused && verdicts.includes('refused'));
    })
    .filter((one) => one.ua.toLowerCase().startsWith(ua.toLowerCase()))
    .toSorted((a, b) => b.at - a.at);
}
