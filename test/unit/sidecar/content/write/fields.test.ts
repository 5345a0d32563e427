import { describe, expect, it } from 'vitest';
import { ContentFolder } from '../../../../../src/sidecar/content/write/entry-file.js';
import {
  type EntryFields,
  FIELD_KEYS,
  fieldChanges,
} from '../../../../../src/sidecar/content/write/fields.js';
import { joinFile, splitFile } from '../../../../../src/sidecar/content/write/stored-file.js';
import { editFrontMatter } from '../../../../../src/sidecar/content/write/yaml-edit.js';
import { workspace } from '../../../../support/build/workspace.js';

const PLAIN = new ContentFolder(workspace({ 'a.md': '' }), {}, 'UTC');
const IMPORTED = new ContentFolder(workspace({ '_svc.yml': 'title: x\n' }), {}, 'UTC');

function written(folder: ContentFolder, head: string, fields: EntryFields) {
  const file = splitFile(Buffer.from(`---\ntitle: Tea\n${head}---\n\nHot.\n`), 'tea.md');
  return joinFile(editFrontMatter(file, fieldChanges(fields, file.data, folder.rules), 'tea.md'));
}

const read = (folder: ContentFolder, text: string) => folder.entryOf('posts/tea.md', text)?.entry;

/** What a writer says, and where the reader has it. */
const FIELDS: Partial<Record<keyof typeof FIELD_KEYS, readonly [EntryFields, Record<string, unknown>]>> = {
  title: [{ title: 'Low: water' }, { title: 'Low: water' }],
  id: [{ id: 77 }, { id: 77 }],
  type: [{ type: 'recipe' }, { type: 'recipe' }],
  slug: [{ slug: 'low-water' }, { slug: 'low-water' }],
  excerpt: [{ excerpt: 'One.\nTwo.' }, { excerpt: 'One.\nTwo.' }],
  description: [{ description: 'yes' }, { description: 'yes' }],
  topics: [{ topics: ['On', '7'] }, { topics: ['On', '7'] }],
  topicsDerive: [{ topicsDerive: false }, { topicsDerive: false }],
  focus: [{ focus: 'low water, tide' }, { focusKeyword: 'low water, tide' }],
  seoTitle: [{ seoTitle: '# Tea' }, { seoTitle: '# Tea' }],
  image: [{ image: '/img/a b.png' }, { image: '/img/a b.png' }],
  imageAlt: [{ imageAlt: 'A "cup"' }, { imageAlt: 'A "cup"' }],
};

describe('a field', () => {
  const cases = Object.entries(FIELDS).flatMap(([name, [fields, expected]]) =>
    // Every file of these tests has a title.
    (name === 'title' ? ['title'] : ['', ...FIELD_KEYS[name as keyof typeof FIELD_KEYS]]).map(
      (key) => [name, key, fields, expected] as const,
    ),
  );

  it.each(cases)(
    '%s is read as it was written, under the name that is there: %j',
    (name, key, fields, expected) => {
      const old = { id: '5', type: 'post', topicsDerive: 'true', topics: '[old]' }[name] ?? '"old"';
      const text = written(PLAIN, ['', 'title'].includes(key) ? '' : `${key}: ${old}\n`, fields);
      expect(read(PLAIN, text)).toMatchObject(expected);
      if (key !== '') expect(text).toContain(`\n${key}: `);
    },
  );

  it('that is emptied is gone under all of its names', () => {
    const text = written(PLAIN, 'metaDescription: a\nfocus: b\ndescription: c\ntags: [d]\ntag: e\n', {
      description: '',
      tags: [],
    });
    expect(text).toBe('---\ntitle: Tea\nfocus: b\n---\n\nHot.\n');
  });

  it.each([
    ['draft', PLAIN, '', 'draft: true\n'],
    ['pending', PLAIN, '', 'status: pending\ndraft: true\n'],
    ['draft', IMPORTED, '', 'status: draft\n'],
    ['publish', PLAIN, 'draft: true\n', 'draft: false\n'],
    ['publish', PLAIN, 'status: pending\ndraft: true\n', 'status: publish\ndraft: false\n'],
    ['publish', PLAIN, 'published: false\n', 'published: true\n'],
    ['publish', IMPORTED, 'status: pending\n', ''],
  ] as const)('status %s is written in the words of the folder', (status, folder, before, after) => {
    const text = written(folder, before, { status });
    expect(text).toBe(`---\ntitle: Tea\n${after}---\n\nHot.\n`);
    expect(read(folder, text)?.status).toBe(status);
  });

  it('that a theme keeps in parts is refused', () => {
    expect(() => written(PLAIN, 'cover:\n  image: a.png\n  relative: true\n', { image: 'b.png' })).toThrow(
      /structured value/,
    );
    expect(() => written(PLAIN, 'taxonomies:\n  tags: [a]\n', { tags: ['b'] })).toThrow(/structured value/);
  });

  it('date is only written where there is none, lastmod only where there is one', () => {
    expect(written(PLAIN, '', { date: 0, modified: 86_400 })).toContain(
      'title: Tea\ndate: 1970-01-01T00:00:00Z\n---',
    );
    const text = written(PLAIN, 'date: 2020-01-01\nupdated: 2020-01-02\n', { date: 0, modified: 86_400 });
    expect(text).toContain('date: 2020-01-01\nupdated: 1970-01-02\n');
  });
});
