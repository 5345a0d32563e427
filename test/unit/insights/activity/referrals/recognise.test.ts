import { describe, expect, it } from 'vitest';
import {
  landingPath,
  REFERRAL_SOURCES,
  recogniseOrigin,
  sourcesAsJson,
  sourcesFromJson,
  utmSourceOf,
} from '../../../../../src/insights/activity/referrals/recognise.js';

const originOf = (referrer: string, utm = '', host = 'harbour.example') =>
  recogniseOrigin({ referrer, utm }, REFERRAL_SOURCES, host);

describe('where a visit comes from', () => {
  it.each([
    ['https://chatgpt.com/', '', 'ChatGPT'],
    ['https://CHATGPT.com/c/42', '', 'ChatGPT'],
    ['https://www.perplexity.ai/search', '', 'Perplexity'],
    ['https://labs.perplexity.ai/', '', 'Perplexity'],
    ['http://gemini.google.com', '', 'Gemini'],
    ['https://claude.com:8443/', '', 'Claude'],
    ['', 'chatgpt', 'ChatGPT'],
    ['', 'chatgpt.com', 'ChatGPT'],
    ['', ' WWW.Claude.ai ', 'Claude'],
    ['https://harbour.example/', 'copilot', 'Copilot'],
    ['https://weather.example/', 'openai', 'ChatGPT'],
    // The host decides before the mark.
    ['https://duck.ai/', 'chatgpt', 'DuckDuckGo AI'],
  ])('%s with %s is %s', (referrer, utm, label) => {
    expect(originOf(referrer, utm)).toEqual({ kind: 'assistant', label });
  });

  it.each([
    ['https://www.google.com/', { kind: 'host', token: 'google.com' }],
    ['https://notchatgpt.com/', { kind: 'host', token: 'notchatgpt.com' }],
    ['https://chatgpt.com.evil.example/', { kind: 'host', token: 'chatgpt.com.evil.example' }],
    ['https://news.harbour.example/', undefined],
    ['https://www.harbour.example/x', undefined],
    ['android-app://com.example', undefined],
    ['chatgpt.com', undefined],
    ['https://', undefined],
    ['', undefined],
  ])('%s alone is no assistant', (referrer, expected) => {
    expect(originOf(referrer)).toEqual(expected);
  });

  it('does not take its own host with a port for a stranger', () => {
    expect(originOf('http://localhost:8787/', '', 'localhost:8787')).toBeUndefined();
  });

  it('keeps an unknown mark short', () => {
    expect(originOf('', `Letter-${'é'.repeat(100)}`)).toEqual({
      kind: 'utm',
      token: `letter-${'é'.repeat(53)}`,
    });
  });
});

describe('the page that was landed on', () => {
  it.each([
    ['/ropes/?utm_source=chatgpt&secret=1', '/ropes/'],
    ['https://harbour.example/ropes/#knots', '/ropes/'],
    ['/größe/', '/gr%C3%B6%C3%9Fe/'],
    ['/a/../b', '/b'],
    ['//evil.example/x', '/evil.example/x'],
    ['', '/'],
    ['nonsense', '/'],
    ['javascript:alert(1)', '/'],
    ['x:javascript:alert(1)', '/'],
    [`/${'x'.repeat(300)}`, `/${'x'.repeat(189)}`],
  ])('%s is kept as %s', (target, path) => {
    expect(landingPath(target)).toBe(path);
  });

  it('has its mark in the query', () => {
    expect(utmSourceOf('a=1&utm_source=Claude%20')).toBe('Claude ');
    expect(utmSourceOf('a=1&not_utm_source=x')).toBe('');
  });
});

describe('the catalogue', () => {
  it('comes back from a plugin that changed nothing', () => {
    expect(sourcesFromJson(sourcesAsJson())).toEqual(REFERRAL_SOURCES);
  });

  it('takes rows of plugins as far as they make sense', () => {
    const rows = [
      { label: 'Beacon', hosts: ['WWW.Beacon.example', 3, ' '], tokens: ['BEA'] },
      { label: 'Nothing', hosts: [] },
      { hosts: ['x.example'] },
      { label: 'x'.repeat(50), tokens: ['y'] },
    ];
    expect(sourcesFromJson(rows)).toEqual([
      { label: 'Beacon', hosts: ['beacon.example'], tokens: ['bea'] },
      { label: 'x'.repeat(40), hosts: [], tokens: ['y'] },
    ]);
  });
});
