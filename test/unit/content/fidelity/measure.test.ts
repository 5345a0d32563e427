import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../../src/content/fidelity/measure.js';
import type { Piece } from '../../../../src/content/fidelity/visible-page.js';

const seen = (text: string, also = '') => ({ pieces: [['p', text]] as readonly Piece[], also: [also] });
const countsOf = (page: string, twin: string, also = '') => measure(seen(page, also), twin).counts;

describe('a page and a twin that say the same', () => {
  it.each([
    ['Pour hot water', 'Pour **hot** water'],
    ['unbreakable cups', 'un*break*able cups'],
    ['git refs', 'git `ref`s'],
    ['snake_case 2*3 a[0]', 'snake\\_case 2\\*3 a\\[0]'],
    ['Read the guide', 'Read [the guide](https://example.org/guide_(old).md "Guide")'],
    ['H2O and 1st', 'H<sub>2</sub>O and 1<sup>st</sup>'],
    ['Größe ÄRGER ﬁne', 'größe ärger fine'],
    ['緑茶を飲む', '緑茶を飲む'],
    [
      'The signal is sent',
      String.raw`The [signal](https://x.example/a.html "The \"Jumped\" signal") is sent`,
    ],
    ['Cell A\tCell B', '| Cell A | Cell B |\n| --- | --- |'],
    ['let a = [1](2)', '```js\nlet a = [1](2)\n```'],
    ['first second', '1. first\n2. second'],
    ['AT&T', 'AT&amp;T'],
    ['Write &amp; and &copy;', String.raw`Write \&amp; and \&copy;`],
    ['Brew\nDrink', '- [x] Brew\n- [ ] Drink'],
    ['Tea1 costs 2n, 1let', 'Tea[^1] costs 2^n, 1 let'],
    ['Promise<Ring> a', 'Promise<[Ring](/ring)> a'],
    ['a long\u200bword', 'a longword'],
    ['Boats Hey you', '![Boats](/a.jpg)Hey you'],
    ['— … !', ''],
    ['Read.[^note]', 'Read.[^3]\n\n[^3]: note'],
    ['', 'Video: [https://example.org/a.mp4](https://example.org/a.mp4)'],
    ['Map', 'Embedded: [Map](https://example.org/map)'],
    ['Map', '- *Embedded: [Map](https://example.org/map)*'],
    ['Tea', '---\ntitle: "Other"\n---\n\nIndex of this site: <https://x.example/llms.txt>\n\n# Tea'],
    ['Tea', '# Tea\n\n*2026-06-01 · <https://x.example/tea>*'],
    ['Tea', '# Tea\n\n*<https://x.example/m*a~s/>*'],
  ])('%j and %j', (page, twin) => {
    expect(countsOf(page, twin)).toMatchObject({ lost: 0, added: 0 });
  });

  it('does not count addresses, and words that stand elsewhere on the page, as added', () => {
    expect(countsOf('Tea', 'Tea <https://example.org/cups> ![A cup](c.png)', 'a cup')).toMatchObject({
      added: 0,
    });
  });
});

describe('what is not the same', () => {
  it.each([
    ['one two three four', 'one two', 2, 0],
    ['tea tea tea tea', 'tea', 3, 0],
    ['緑茶を飲む', '緑茶を', 2, 0],
    ['tea', 'tea and secrets', 0, 2],
    ['tea', 'tea tea', 0, 0],
    ['see the guide', 'see [the](https://x.example/guide)', 1, 0],
  ])('%j and %j: %i lost, %i added', (page, twin, lost, added) => {
    expect(countsOf(page, twin)).toMatchObject({ lost, added });
  });

  it('is told with its first words, and with the name of what vanished', () => {
    const pieces: readonly Piece[] = [
      ['p', 'The first is kept, the second is not.'],
      ['dl', 'The second is lost although the words the, is and second are not.'],
    ];
    const { counts, findings } = measure({ pieces, also: [] }, 'The first is kept, the second is not. Leak');
    expect(counts.lost).toBeGreaterThan(5);
    expect(findings?.lostWords.slice(0, 4)).toEqual(['the', 'second', 'is', 'lost']);
    expect(findings?.vanished).toEqual([{ name: 'dl', count: 1 }]);
    expect(findings?.addedWords).toEqual(['leak']);
  });

  it('is told of constructs without text that left no trace', () => {
    const pieces: readonly Piece[] = [
      ['object', '', 'plan.pdf'],
      ['iframe', '', 'map'],
      ['{{< toc-of-section >}}', '', ''],
    ];
    const { findings } = measure({ pieces, also: [] }, 'Embedded: <https://example.org/map>');
    expect(findings?.vanished.map(({ name }) => name)).toEqual(['object', '{{< toc-of-section >}}']);
  });
});

describe('any text', () => {
  it('has the figures that counting its words gives, in whatever order they stand', () => {
    const some = fc.array(fc.constantFrom('tea', 'cup', 'é', 'ﬁg', 'leaf', 'up', 'a', '水', '7'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(some, some, some, (both, onlyPage, onlyTwin) => {
        const page = [...both, ...onlyPage].map((word) => word.normalize('NFKC'));
        const twin = [...onlyTwin, ...both].map((word) => word.normalize('NFKC'));
        const lost = [...new Set(page)].map((word) => Math.max(0, times(page, word) - times(twin, word)));
        const glued = page.join('');
        expect(countsOf([...both, ...onlyPage].join(' '), [...onlyTwin, ...both].join(' '))).toEqual({
          words: page.length,
          lost: lost.reduce((sum, count) => sum + count, 0),
          twinWords: twin.length,
          added: twin.filter((word) => !glued.includes(word)).length,
        });
      }),
    );
  });

  const times = (words: readonly string[], word: string) => words.filter((one) => one === word).length;
  const word = fc.stringMatching(/^[a-zäöü]{3,9}$/);
  const sentence = fc.array(word, { minLength: 4, maxLength: 12 }).map((words) => `${words.join(' ')}.`);
  const sentences = fc.array(sentence, { minLength: 2, maxLength: 8 });

  it('loses and adds nothing against itself', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\p{L}\p{N} .,-]*$/u)), (lines) => {
        // A number at the start of a line would number an item of a list.
        const text = lines.map((line) => `a ${line}`).join('\n');
        expect(countsOf(text, text)).toMatchObject({ lost: 0, added: 0 });
      }),
    );
  });

  it('loses a sentence that is taken out of the twin, and gains one that is put in', () => {
    fc.assert(
      fc.property(sentences, fc.nat(), (all, number) => {
        const at = number % all.length;
        const fewer = all.filter((_, index) => index !== at);
        const count = (all[at] ?? '').split(' ').length;
        expect(countsOf(all.join(' '), fewer.join(' '))).toMatchObject({ lost: count, added: 0 });
        const strange = (all[at] ?? '').replace(/[a-zäöü]+/g, (one) => `q9${one}`);
        expect(countsOf(all.join(' '), [...all, strange].join(' '))).toMatchObject({ lost: 0, added: count });
      }),
    );
  });
});
