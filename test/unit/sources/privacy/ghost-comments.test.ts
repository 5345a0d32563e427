import { describe, expect, it } from 'vitest';
import { cutMarkdownGates } from '../../../../src/content/privacy/markdown/cut.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';

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
