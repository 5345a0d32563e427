import { describe, expect, it } from 'vitest';
import { summaryText } from '../../../src/site/summary.js';

describe('addresses in the text for a summary', () => {
  it.each([
    ['https://tea.example/ Tea brews.', 'Tea brews.'],
    ['Tea. https://tea.example/', 'Tea.'],
    ['Embedded: https://tea.example/', ''],
    ['Tea. Video: https://tea.example/ Leaves.', 'Tea. Leaves.'],
    ['Tea. https://tea.example/ Leaves.', 'Tea. Leaves.'],
    ['https://tea.example/a https://tea.example/b Leaves.', 'Leaves.'],
    ['See https://tea.example/leaves for details.', 'See https://tea.example/leaves for details.'],
  ])('stay only in a sentence that goes on: %j', (text, summary) => {
    expect(summaryText(text)).toBe(summary);
  });
});
