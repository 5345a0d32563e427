import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareHost } from '../../../../src/insights/visibility/config.js';
import { gradeAnswer } from '../../../../src/insights/visibility/run.js';

const TARGET = { name: 'Lampwick', domain: 'lampwick.example', competitors: ['Glow & Co', 'Wax Works'] };
const grade = (text: string, urls: readonly string[] = [], title = '') =>
  gradeAnswer({ text, sources: urls.map((url) => ({ url, title })) }, TARGET);

describe('an answer', () => {
  it.each([
    ['Try LAMPWICK first.', [], [true, false, 1, []]],
    ['Wax Works, then Lampwick.', [], [true, false, 2, ['Wax Works']]],
    ['Lampwick, then glow & co.', [], [true, false, 1, ['Glow & Co']]],
    ['See lampwick.example for more.', [], [true, true, 1, []]],
    ['Wax Works and Glow & Co; see lampwick.EXAMPLE.', [], [true, true, 2, ['Glow & Co', 'Wax Works']]],
    ['Wax Works.', ['https://www.lampwick.example/a'], [false, true, 0, ['Wax Works']]],
    ['Nothing.', ['https://shop.lampwick.example:8443/?x'], [false, true, 0, []]],
    ['Nothing.', ['shop.lampwick.example/path'], [false, true, 0, []]],
    ['Nothing.', ['https://lampwick.example.evil.example/'], [false, false, 0, []]],
    ['Nothing.', ['https://notlampwick.example/'], [false, false, 0, []]],
    ['Nothing.', ['https://evil.example/lampwick.example'], [false, false, 0, []]],
    ['Nothing.', ['https://lampwick.example@evil.example/'], [false, false, 0, []]],
  ] as const)('%j with %j', (text, urls, [mentioned, cited, position, competitors]) => {
    const found = grade(text, urls);
    // A domain that holds the name is found by the name.
    expect(found).toEqual({
      mentioned,
      cited,
      position: found.mentioned ? found.position : position,
      competitors,
    });
    if (!text.toLowerCase().includes('lampwick.example')) expect(found.position).toBe(position);
  });

  it.each([
    ['See notlampwick.example.', false],
    ['See not-lampwick.example.', false],
    ['See lampwick.example.evil.example.', false],
    ['See lampwick.examples.', false],
    ['See https://lampwick.example@evil.example/.', false],
    ['See https://lampwick.example:443@evil.example/.', false],
    ['See https://evil.example/lampwick.example.', false],
    ['See ünlampwick.example.', false],
    ['See notlampwick.example, or lampwick.example.', true],
    ['lampwick.example', true],
    ['See lampwick.example.', true],
    ['(lampwick.example)', true],
    ['[it](https://www.lampwick.example/a)', true],
    ['https://shop.lampwick.example:8443/a@b', true],
    ['Write to light@lampwick.example!', true],
    ['LAMPWICK.EXAMPLE/a', true],
  ])('%j names the domain: %s', (text, cited) => {
    const found = gradeAnswer({ text, sources: [] }, { ...TARGET, name: 'The Candle House' });
    expect([found.cited, found.mentioned, found.position]).toEqual([cited, cited, cited ? 1 : 0]);
  });

  it('is found whatever its domain is written in', () => {
    const target = { name: '', domain: 'kerzen-licht+.(x)', competitors: [] };
    expect(gradeAnswer({ text: 'Bei kerzen-licht+.(x) gibt es', sources: [] }, target).cited).toBe(true);
    expect(gradeAnswer({ text: 'Bei kerzen-lichttx', sources: [] }, target).cited).toBe(false);
  });

  it('found by its domain alone comes after every rival that is named', () => {
    const target = { ...TARGET, name: 'The Candle House' };
    const text = 'See lampwick.example. Wax Works and Glow & Co are others.';
    expect(gradeAnswer({ text, sources: [] }, target).position).toBe(3);
    expect(gradeAnswer({ text: 'lampwick.example', sources: [] }, target).position).toBe(1);
  });

  it('is cited by the host in a title where addresses redirect', () => {
    const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc';
    expect(grade('Nothing.', [redirect], 'lampwick.example').cited).toBe(true);
    expect(grade('Nothing.', [redirect], 'About lampwick.example').cited).toBe(false);
  });

  it('names nobody who has no name', () => {
    const nobody = { name: '', domain: '', competitors: [''] };
    expect(gradeAnswer({ text: 'Anything.', sources: [{ url: '', title: '' }] }, nobody)).toEqual({
      mentioned: false,
      cited: false,
      position: 0,
      competitors: [],
    });
  });

  it('has a place that is never beyond the number of those that are named', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Lampwick ', 'Wax Works ', 'Glow & Co ', 'other ')), (words) => {
        const { mentioned, position, competitors } = grade(words.join(''));
        expect(position > 0).toBe(mentioned);
        expect(position).toBeLessThanOrEqual(competitors.length + 1);
      }),
    );
  });
});

describe('the host of', () => {
  it.each([
    ['https://WWW.Lampwick.example/a?b#c', 'lampwick.example'],
    ['lampwick.example', 'lampwick.example'],
    ['lampwick.example/path', 'lampwick.example'],
    ['//lampwick.example:80', 'lampwick.example'],
    ['https://user:pass@lampwick.example/', 'lampwick.example'],
    ['lampwick.example.', 'lampwick.example'],
    ['', ''],
  ])('%j is %j', (given, host) => {
    expect(bareHost(given)).toBe(host);
  });
});
