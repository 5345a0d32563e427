import { describe, expect, it } from 'vitest';
import { findPhrase, meaningfulWords } from '../../../../../src/sidecar/content/links/suggest.js';

describe('findPhrase', () => {
  it.each([
    ['Fog signals explained', 'The fog signals are loud.', 'fog signals'],
    ['Fog signals explained', 'FOG SIGNALS EXPLAINED again', 'FOG SIGNALS EXPLAINED'],
    // The longest run wins, then the one that stands first in the title.
    ['Lamp oil and brass polish', 'brass polish or lamp oil', 'lamp oil'],
    // Not within a word.
    ['Tide', 'Tides and betide', ''],
    ['Tides', 'the tides.', 'tides'],
    // A single word has to say something.
    ['The sea', 'the end of the sea road', 'the sea'],
    ['The cat', 'the end', ''],
    ['C++ on boats', 'we write C++ on boats', 'C++ on boats'],
    ['Größe', 'nach Größe sortiert', 'Größe'],
    ['', 'anything', ''],
    ['(a', 'regular (a expression', ''],
  ])('%j in %j is %j', (title, text, phrase) => {
    expect(findPhrase(title, text)).toBe(phrase);
  });
});

describe('meaningfulWords', () => {
  it('takes each word of four letters or more once', () => {
    expect(meaningfulWords('The Tide, the tide and 2026: Größe!')).toEqual(['tide', '2026', 'größe']);
  });
});
