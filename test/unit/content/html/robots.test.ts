import { describe, expect, it } from 'vitest';
import { isRobotsName, saysNoindex, unavailableAfter } from '../../../../src/content/html/robots.js';
import { AI_AGENTS } from '../../../../src/core/ai-agents.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('noindex', () => {
  it.each([
    ['noindex', true],
    ['NONE', true],
    ['follow,noindex', true],
    ['googlebot: none', true],
    ['noai, noimageai', true],
    ['index, max-image-preview:none', false],
    ['max-snippet: 0, max-video-preview:-1', true],
    ['nosnippet', true],
    ['googlebot: nosnippet, noarchive', true],
    ['no-index', true],
    ['max-snippet:-1, max-image-preview:large', false],
    ['max-snippet:50', false],
    ['max-image-preview:none, none', true],
    ['noimageindex', false],
    ['noimageai', false],
  ])('%s: %s', (content, expected) => expect(saysNoindex(content)).toBe(expected));
});

describe('the name of a meta tag', () => {
  it.each(['robots', 'Googlebot', 'Google-Extended', ...AI_AGENTS])('%s is for crawlers', (name) =>
    expect(isRobotsName(name)).toBe(true),
  );

  it.each(['description', 'generator', 'bot'])('%s is not', (name) => expect(isRobotsName(name)).toBe(false));
});

describe('unavailable_after', () => {
  it.each([
    ['unavailable_after: 2020-08-31', '2020-08-31T00:00:00Z'],
    ['max-image-preview:large, unavailable_after: 2026-09-21, noarchive', '2026-09-21T00:00:00Z'],
    ['googlebot: unavailable_after: 25 Jun 2026 15:00:00 PST', '2026-06-25T23:00:00Z'],
    ['unavailable_after: Thursday, 25-Jun-26 15:00:00 GMT', '2026-06-25T15:00:00Z'],
    ['unavailable_after:25 Jun 2026 15:00:00', '2026-06-25T15:00:00Z'],
    ['UNAVAILABLE_AFTER: Thu, 25 Jun 2026 15:00:00 +0200, noimageindex', '2026-06-25T13:00:00Z'],
    ['unavailable_after: 2026-06-25T15:00:00+02:00', '2026-06-25T13:00:00Z'],
  ])('%s', (content, expected) => {
    expect(unavailableAfter([content], 'UTC')).toBe(at(expected));
  });

  it('is in the zone of the site where the date names none', () => {
    expect(unavailableAfter(['unavailable_after: 2026-06-25'], 'Europe/Paris')).toBe(
      at('2026-06-24T22:00:00Z'),
    );
  });

  it('is the earliest of several, and none where no tag has it', () => {
    const tags = ['unavailable_after: 2030-01-01', 'index', 'unavailable_after: 2029-01-01'];
    expect(unavailableAfter(tags, 'UTC')).toBe(at('2029-01-01T00:00:00Z'));
    expect(unavailableAfter(['noindex', 'max-snippet:20'], 'UTC')).toBeUndefined();
  });

  it.each(['unavailable_after: soon', 'unavailable_after:', 'unavailable_after: 2026-02-31'])(
    'holds back in doubt: %s',
    (content) => {
      expect(unavailableAfter([content], 'UTC')).toBe(0);
    },
  );
});
