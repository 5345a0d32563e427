import { describe, expect, it } from 'vitest';
import { toDate } from '../../../../src/sources/files/date-values.js';
import { FrontMatterError, readFrontMatter } from '../../../../src/sources/files/front-matter.js';

const read = (text: string) => {
  const { present, data, body } = readFrontMatter(text);
  return { present, data: { ...data }, body };
};

/** The error that a file brings. */
function errorOf(text: string): FrontMatterError {
  try {
    readFrontMatter(text);
  } catch (error) {
    if (error instanceof FrontMatterError) return error;
    throw error;
  }
  throw new Error('it was read');
}

const TEA = { present: true, data: { title: 'Tea' }, body: 'Text\n' };

describe('front matter', () => {
  it.each([
    ['YAML, closed by ---', '---\ntitle: Tea\n---\nText\n'],
    ['YAML, closed by ...', '---\ntitle: Tea\n...\nText\n'],
    ['YAML, with white space behind its marks', '--- \t\ntitle: Tea\n... \t\nText\n'],
    ['YAML that says so', '---yaml\ntitle: Tea\n---\nText\n'],
    ['YAML that says so in another case, behind a space', '--- YAML\ntitle: Tea\n---\nText\n'],
    ['TOML', '+++\ntitle = "Tea"\n+++\nText\n'],
    ['TOML behind ---', '---toml\ntitle = "Tea"\n---\nText\n'],
    ['JSON', ';;;\n{ "title": "Tea" }\n;;;\nText\n'],
    ['JSON behind ---', '---json\n{ "title": "Tea" }\n---\nText\n'],
    ['a bare object of JSON', '{\n  "title": "Tea"\n}\nText\n'],
    ['a bare object of JSON that ends behind its last value', '{\n  "title": "Tea"}\nText\n'],
    ['a bare object of JSON with a key in its first line', '{"title": "Tea"\n} \nText\n'],
  ])('is %s', (_, text) => {
    expect(read(text)).toEqual(TEA);
  });

  it.each([
    '---\nstatus: [{toString: 1}]\n---\n',
    '---\nstatus: [{"\\x74oString": 1}]\n---\n',
    '+++\nstatus = [{toString = 1}]\n+++\n',
    '{"status": [{"toString": 1}]}\n',
  ])('has values that can be made into text: %j', (text) => {
    expect(String(read(text).data['status'])).toBe('[object Object]');
  });

  it('may have a key twice where the key decides nothing about readers', () => {
    expect(read('---\nmenu:\nmenu:\n  main: 1\ntitle: A\ntitle: B\n---\nText').data).toEqual({
      menu: { main: 1 },
      title: 'B',
    });
    expect(readFrontMatter('---\ntitle: 1\ntitle: 007\n---\n').source('title')).toBe('007');
    expect(errorOf('---\ntitle: A\ntitle: B\ndraft: true\ndraft: false\n---\n').line).toBe(5);
  });

  it.each([
    ['YAML', '---\ndraft: false\ntitle: A\ndraft: true\n---\n', '"draft" occurs in the lines 2 and 4,', 4],
    [
      'quotes',
      '---\npublished: true\n"published": false\n---\n',
      '"published" occurs in the lines 2 and 3,',
      3,
    ],
    [
      'three times',
      '---\naccess: a\naccess: b\naccess: c\n---\n',
      '"access" occurs in the lines 2, 3 and 4,',
      4,
    ],
    [
      'a map',
      '---\nmeta:\n  private: true\n  private: false\n---\n',
      '"private" occurs in the lines 3 and 4,',
      4,
    ],
    ['maps', '---\nfoo:\n  a: 1\nfoo:\n  draft: true\n---\n', '"foo" occurs in the lines 2 and 4,', 4],
    [
      'behind a blank line',
      '\n---\ndraft: false\ndraft: true\n---\n',
      '"draft" occurs in the lines 3 and 4,',
      4,
    ],
    ['JSON', '{\n"draft": true,\n"draft": false\n}\nText', '"draft" occurs in the lines 2 and 3,', 3],
    [
      'a line of JSON',
      '{"title":"A","draft":true,"draft":false}\nText',
      '"draft" occurs more than once in line 1,',
      1,
    ],
    ['TOML', '+++\ndraft = false\ndraft = true\n+++\n', 'the key "draft"', 3],
    [
      'lines without fences',
      'Title: A\nStatus: published\nStatus: draft\n\nText',
      '"Status" occurs in the lines 2 and 3,',
      3,
    ],
  ])('names a key that occurs twice and may hold the page back: %s', (_, text, message, line) => {
    const error = errorOf(text);
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });

  it('may repeat a deciding key with the same value', () => {
    expect(read('---\ndraft: false\ndraft: false\n---\nText').data).toEqual({ draft: false });
  });

  it('may be an object in one line', () => {
    expect(read('{"title": "Tea"}\n\nText')).toMatchObject({ data: { title: 'Tea' }, body: '\nText' });
  });

  it('loses one line break behind it, not two', () => {
    expect(read('---\ntitle: Tea\n...\n\n\nText').body).toBe('\n\nText');
    expect(read('---\ntitle: Tea\n---').body).toBe('');
  });

  it('ends at the first line that closes it', () => {
    expect(read('---\ntitle: Tea\n...\nText\n---\n').body).toBe('Text\n---\n');
    expect(read('---\ntitle: Tea\n---\nText\n...\n').body).toBe('Text\n...\n');
  });

  it.each(['----', '--- text', '....', '... text', ' ---', ' ...'])(
    'is not closed by the line %j',
    (line) => {
      expect(errorOf(`---\ntitle: Tea\n${line}\n`)).toMatchObject({ line: 1, column: 1 });
    },
  );

  it.each([
    ['+++\ntitle = "Tea"\n...\n', '+++'],
    ['+++\ntitle = "Tea"\n---\n', '+++'],
    [';;;\n{}\n...\n', ';;;'],
  ])('of another kind is closed by its own mark only: %j', (text, mark) => {
    expect(errorOf(text).message).toContain(`"${mark}"`);
  });

  it.each([
    'Text',
    '',
    ' ---\na: 1\n---\n',
    '---\n\nText under a rule\n',
    '{ not: json }\n',
    '{% tag %}\n}\n',
  ])('is none: %j', (text) => {
    expect(read(text)).toEqual({ present: false, data: {}, body: text });
  });

  it.each([
    ['---\n- a\n---\n', 2],
    ['---\ntitle: [\n---\n', 3],
    ['---\ntitle: Tea\nbad: "\n...\n', 4],
    ['+++\ntitle = \n+++\n', 2],
    ['{\n"title": \n}\n', 3],
    ['{\n"title": "Tea",\n"bad": x,\n"text": "so long that only a part of it stands in a message"\n}\n', 3],
    [';;;\n{\n"title": x\n}\n;;;\n', 3],
    ['---json\n{ "title": "Tea"\n---\n', 2],
    ['---js\nmodule.exports = load()\n---\n', 1],
    ['---ruby\n{}\n---\n', 1],
  ])('that cannot be read names its line: %j', (text, line) => {
    expect(errorOf(text).line).toBe(line);
  });

  it('of JSON says what is wrong without the text around it', () => {
    expect(errorOf('{\n"title": CANARY\n}\n')).toMatchObject({
      message: "JSON: Unexpected token 'C'",
      line: 2,
      column: 10,
    });
  });

  it('may be long, but not endless', () => {
    const ofLength = (length: number) => `---\na: ${'x'.repeat(length - 4)}\n---\nText`;
    expect(read(ofLength(200_000)).body).toBe('Text');
    expect(errorOf(ofLength(200_001)).message).toContain('too long');
  });
});

describe('a number that stands for a date', () => {
  it.each([
    [99_999_999, undefined],
    [100_000_000, 100_000_000],
    [1_709_596_800.9, 1_709_596_800],
    [99_999_999_999, 99_999_999_999],
    [100_000_000_000, 100_000_000],
    [99_999_999_999_999, 99_999_999_999],
    [100_000_000_000_000, undefined],
    [Number.NaN, undefined],
    [-1, undefined],
  ])('%d is %s', (value, seconds) => {
    expect(toDate(value, 'UTC')).toBe(seconds);
  });
});

describe('a date in words', () => {
  it.each([
    'Jul 08 2022',
    'July 8, 2022',
    '8 July 2022',
    '8. Jul 2022',
    'Fri, 8 Jul 2022',
    'Friday July 8th, 2022',
  ])('%s is read', (text) => {
    expect(toDate(text, 'UTC')).toBe(Date.UTC(2022, 6, 8) / 1000);
  });

  it.each([
    ['2022-07-08 10:30 PM', '2022-07-08T22:30:00Z'],
    ['2022-07-08T10:30:00 Europe/Berlin', '2022-07-08T08:30:00Z'],
    [['2022-07-08'], '2022-07-08T00:00:00Z'],
    ['Mon Aug 08 2022 20:42:25 GMT+0200 (Central European Summer Time)', '2022-08-08T18:42:25Z'],
    ['06/29/2022', '2022-06-29T00:00:00Z'],
  ])('%j is read', (value, expected) => {
    expect(toDate(value, 'UTC')).toBe(Date.parse(expected) / 1000);
  });

  it.each([
    ['17:34 07/13/2013', [2013, 6, 13, 17, 34]],
    ['17:34 07/08/2013', [2013, 6, 8, 17, 34]],
    ['17:34 07-08-2013', [2013, 7, 7, 17, 34]],
    ['13-07-2013 17:34', [2013, 6, 13, 17, 34]],
  ] as const)('reads the date %s as PHP does', (written, [year, month, day, hour, minute]) => {
    expect(toDate(written, 'UTC')).toBe(Date.UTC(year, month, day, hour, minute) / 1000);
  });

  it('may have a time, which counts in the zone of the site', () => {
    expect(toDate('8 July 2022 10:30', 'Europe/Berlin')).toBe(Date.UTC(2022, 6, 8, 8, 30) / 1000);
    expect(toDate('July 8, 2022 10:30 +0000', 'Europe/Berlin')).toBe(Date.UTC(2022, 6, 8, 10, 30) / 1000);
  });

  it.each(['Foo 8 2022', 'July 32 2022', 'July 2022', '29/06/2022', '06/07/2022', true, null, {}])(
    '%j is none',
    (value) => {
      expect(toDate(value, 'UTC')).toBeUndefined();
    },
  );
});
