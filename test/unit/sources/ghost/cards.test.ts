import { describe, expect, it } from 'vitest';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { renderCard } from '../../../../src/sources/ghost/cards.js';

const notes = { onUnknown: () => undefined, gates: { rules: NO_PRIVACY_RULES, onGate: () => undefined } };
const html = '<p>Tar for seams</p>';

describe('a card', () => {
  it.each([
    ['no visibility', undefined, html],
    ['a visibility that is none', 'all', html],
    ['the web for everybody', { web: { nonMember: true, memberSegment: '' } }, html],
    ['the web for members', { web: { nonMember: false, memberSegment: 'status:free' } }, ''],
    ['the web for a segment of members', { web: { memberSegment: 'status:-free' } }, ''],
    ['the web and e-mail', { showOnWeb: true, showOnEmail: true }, html],
    ['the web alone, in the older form', { showOnWeb: true, showOnEmail: false }, html],
    ['e-mail alone, in the older form', { showOnWeb: false, showOnEmail: true }, ''],
    [
      'both forms, of which the newer one counts',
      { showOnWeb: true, web: { nonMember: false, memberSegment: 'status:free' } },
      '',
    ],
  ])('with %s', (_, visibility, expected) => {
    expect(renderCard('html', { html, visibility }, notes)).toBe(expected);
  });

  it('with Markdown has its marks for small and marked text', () => {
    const markdown = 'H~2~O, x^2^, ==now==, `a~b~`, ~~gone~~ [^1]';
    expect(renderCard('markdown', { markdown }, notes)).toContain(
      'H<sub>2</sub>O, x<sup>2</sup>, <mark>now</mark>, <code>a~b~</code>, <del>gone</del> [^1]',
    );
  });

  it.each([
    ['💡', 'note'],
    ['', 'note'],
    ['⚠️', 'warning'],
    ['🚫', 'caution'],
    ['✅', 'tip'],
  ])('with a callout is one, of the kind that its emoji %s states', (calloutEmoji, kind) => {
    const card = renderCard('callout', { calloutEmoji, calloutText: 'Mind' }, notes);
    expect(card).toBe(
      `<blockquote class="callout callout-${kind}"><p>${calloutEmoji === '' ? '' : `${calloutEmoji} `}Mind</p></blockquote>`,
    );
  });

  it('that is not known is nothing, not even one by the name of a method', () => {
    expect(renderCard('waterwheel', {}, notes)).toBeUndefined();
    expect(renderCard('toString', {}, notes)).toBeUndefined();
  });

  it.each([
    ['file', { src: '/f.pdf', fileTitle: 'Tides', fileName: 'tides-2026.pdf' }, 'tides-2026.pdf'],
    [
      'call-to-action',
      { textValue: '<p>Go</p>', hasSponsorLabel: true, sponsorLabel: '<p>Ad</p>' },
      '<p>Ad</p>',
    ],
    ['plugin-card', { html: '<p>Shown</p>', payload: '{}' }, '<p>Shown</p>'],
  ])('shows all its texts: %s', (name, card, shown) => {
    expect(renderCard(name, card, notes)).toContain(shown);
  });
});
