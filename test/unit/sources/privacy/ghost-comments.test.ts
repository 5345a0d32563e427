import { describe, expect, it } from 'vitest';
import { cutMarkdownGates } from '../../../../src/content/privacy/markdown/cut.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { cutGhostGates } from '../../../../src/sources/ghost/gates.js';

const begin = (who: string) => `<!--kg-gated-block:begin ${who} -->`;
const END = '<!--kg-gated-block:end-->';

describe("blocks of Ghost's that a folder holds", () => {
  it.each([
    ['for visitors', `${begin('nonMember:true memberSegment:""')}OPEN${END} after`, ['OPEN', 'after'], []],
    [
      'for members and visitors',
      `${begin('nonMember:true memberSegment:"status:free"')}OPEN${END}`,
      ['OPEN'],
      [],
    ],
    [
      'for members',
      `before ${begin('nonMember:false memberSegment:"status:free"')}HELD${END} after`,
      ['before', 'after'],
      ['HELD'],
    ],
    [
      'for members inside of one for visitors',
      `${begin('nonMember:true memberSegment:""')}OPEN ${begin('nonMember:false memberSegment:"x"')}HELD${END}`,
      ['OPEN'],
      ['HELD'],
    ],
  ])('%s', (_, text, shown, held) => {
    const cut = cutMarkdownGates(text, NO_PRIVACY_RULES);
    for (const words of shown) expect(cut.text).toContain(words);
    for (const words of held) expect(cut.text).not.toContain(words);
  });
});

describe('tags in curly brackets in a card of Ghost', () => {
  it.each([
    '{{#if @member}}<p>HELD</p>{{/if}}',
    '{{#has visibility="paid"}}<p>HELD</p>{{/has}}',
    '{{#if access}}<p>HELD</p>{{/if}}',
  ])('hold their text back and are named: %s', (card) => {
    const names: string[] = [];
    const means = { rules: NO_PRIVACY_RULES, onGate: ({ name }: { name: string }) => names.push(name) };
    expect(cutGhostGates(`<p>a</p>${card}<p>b</p>`, means)).toBe('<p>a</p><p>b</p>');
    expect(names).toHaveLength(1);
  });

  it.each(['{{#unless @member}}<p>SHOWN</p>{{/unless}}', '<pre>{{#if @member}}SHOWN{{/if}}</pre>'])(
    'stay where every reader meets them, and as samples: %s',
    (card) => {
      expect(cutGhostGates(card, { rules: NO_PRIVACY_RULES, onGate: () => undefined })).toBe(card);
    },
  );
});
