import { describe, expect, it } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

function twin(html: string): string {
  const tree = parseHtml(html);
  asSeen(tree);
  return toMarkdown(tree).trim();
}

/** A paragraph as Word saves an item of a list. */
const item = (style: string, mark: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;${style}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;

describe('a list of Word', () => {
  it.each([
    [
      'has its levels from styles',
      ['mso-list:l0 level1 lfo1', '·', 'Tea'],
      ['mso-list:l0 level3 lfo1', '§', 'Black'],
      ['mso-list:l0 level3 lfo1', '§', 'Green'],
      ['mso-list:l0 level1 lfo1', '·', 'Coffee'],
      '- Tea\n  - Black\n  - Green\n- Coffee',
    ],
    [
      'has them from margins where the styles were filtered',
      ['', '·', 'Tea'],
      ['margin-left:1.0in', 'o', 'Black'],
      ['margin-left:72.0pt', 'o', 'Green'],
      ['', '·', 'Coffee'],
      '- Tea\n  - Black\n  - Green\n- Coffee',
    ],
    [
      'has numbers, and a list of other marks is another one',
      ['mso-list:l1 level1 lfo2', '3.', 'Boil'],
      ['mso-list:l1 level2 lfo2', '1)', 'Pour'],
      ['mso-list:l1 level1 lfo2', '4.', 'Drink'],
      ['mso-list:l2 level1 lfo3', '-', 'Cup'],
      '3. Boil\n   1. Pour\n4. Drink\n\n- Cup',
    ],
  ] as const)('%s', (_, ...parts) => {
    const rows = parts.slice(0, -1) as readonly (readonly [string, string, string])[];
    expect(twin(rows.map((row) => item(...row)).join(''))).toBe(parts.at(-1));
  });

  it('ends at a paragraph, and paragraphs without a mark are none', () => {
    const text = '<p class=MsoNormal>I like tea.</p>';
    const plain = '<p class=MsoListParagraph>a. A letter in a text</p>';
    expect(twin(`${item('', '·', 'Tea')}${text}${item('', '·', 'Cup')}${plain}`)).toBe(
      '- Tea\n\nI like tea.\n\n- Cup\n\na. A letter in a text',
    );
  });
});

it('the title of Word is a heading', () => {
  expect(twin('<p class=MsoTitle>Tea</p><p class=MsoNormal>Hot.</p>')).toBe('# Tea\n\nHot.');
});
