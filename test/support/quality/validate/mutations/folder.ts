import { mkdirSync, symlinkSync } from 'node:fs';
import { writeFiles } from '../../../build/workspace.js';
import { BASE } from '../site.js';
import type { Json, Mutation } from './mutation.js';

/** The change feed, and the folder as a whole. */
export const folderMutations: readonly Mutation[] = [
  // The change feed.
  {
    rule: 'changes',
    code: 'changes-count',
    what: 'a wrong count',
    file: 'svc-changes.json',
    break: (s) => s.editJson('svc-changes.json', (f) => Object.assign(f, { count: 1 })),
  },
  {
    rule: 'changes',
    code: 'changes-order',
    what: 'the oldest first',
    file: 'svc-changes.json',
    break: (s) => s.editJson('svc-changes.json', (f) => f.items.reverse()),
  },
  {
    rule: 'changes',
    code: 'changes-truncated',
    what: 'a window that hides that it is cut',
    file: 'svc-changes.json',
    break: (s) =>
      s.editJson('svc-changes.json', (f) => Object.assign(f, { count: f.items.pop() && f.items.length })),
  },
  {
    rule: 'changes',
    code: 'changes-truncated',
    what: 'a whole window that says that it is cut',
    file: 'svc-changes.json',
    break: (s) => s.editJson('svc-changes.json', (f) => Object.assign(f, { truncated: true })),
  },
  {
    rule: 'changes',
    code: 'changes-repeated',
    what: 'a page twice',
    file: 'svc-changes.json',
    break: (s) => s.editJson('svc-changes.json', (f) => f.items.splice(1, 0, f.items[0])),
  },
  {
    rule: 'changes',
    code: 'changes-contradiction',
    what: 'a tombstone of a public page',
    file: 'svc-changes.json',
    break: (s) => s.editJson('svc-changes.json', (f) => f.items.push(tombstone(f.items[0].url))),
  },
  {
    rule: 'changes',
    code: 'changes-since',
    what: 'an answer instead of the window',
    file: 'svc-changes.json',
    break: (s) =>
      s.editJson('svc-changes.json', (f) => Object.assign(f, { since: '2026-01-01T00:00:00+00:00' })),
  },
  {
    rule: 'changes',
    code: 'changes-links',
    what: 'a twin of two addresses',
    file: 'svc-changes.json',
    break: (s) =>
      s.editJson('svc-changes.json', (f) =>
        Object.assign(f.items.find((one: Json) => one.markdown)._links.alternate, { href: `${BASE}/x.md` }),
      ),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a tombstone with a title',
    file: 'svc-changes.json',
    pointer: '/items/0',
    break: (s) =>
      s.editJson('svc-changes.json', (f) =>
        f.items.unshift({ ...tombstone(`${BASE}/gone/`), title: 'Gone' }),
      ),
  },
  // The folder.
  {
    rule: 'manifest',
    code: 'file-missing',
    what: 'a file lost on the way',
    file: 'about/index.html',
    break: (s) => s.remove('about/index.html'),
  },
  {
    rule: 'manifest',
    code: 'manifest-missing',
    what: 'no manifest',
    file: 'svc-manifest.json.gz',
    break: (s) => s.remove('svc-manifest.json.gz'),
  },
  {
    rule: 'manifest',
    code: 'manifest-missing',
    what: 'a manifest cut off',
    file: 'svc-manifest.json.gz',
    break: (s) => s.editBytes('svc-manifest.json.gz', (b) => b.subarray(0, 40)),
  },
  {
    rule: 'manifest',
    code: 'leftover',
    level: 'warning',
    what: 'a twin of an earlier build',
    file: 'posts/matcha.md',
    break: (s) => s.write('posts/matcha.md', '# Matcha\n'),
  },
  {
    rule: 'paths',
    code: 'symbolic-link',
    what: 'a link to a file',
    file: 'config.json',
    break: (s) => symlinkSync('../svc.config.json', s.path('config.json')),
  },
  {
    rule: 'paths',
    code: 'symbolic-link',
    what: 'a link to a folder',
    file: 'content',
    break: (s) => symlinkSync('../content', s.path('content')),
  },
  {
    rule: 'paths',
    code: 'odd-name',
    what: 'a name with a line break',
    file: 'a\nb',
    break: (s) => s.write('a\nb', ''),
  },
  {
    rule: 'paths',
    code: 'odd-name',
    what: 'a name in pieces',
    file: 'gru\u0308n.md',
    break: (s) => s.write('gru\u0308n.md', ''),
  },
  {
    rule: 'manifest',
    code: 'file-missing',
    what: 'a link in place of a document',
    file: 'llms.txt',
    break: (s) => {
      s.remove('llms.txt');
      symlinkSync('index.md', s.path('llms.txt'));
    },
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'documents behind a link to a folder',
    file: 'llms.txt',
    break: (s) => {
      s.remove('posts');
      mkdirSync(`${s.cwd}/elsewhere`);
      symlinkSync('../elsewhere', s.path('posts'));
      writeFiles(s.cwd, { 'elsewhere/oolong.md': '# Oolong\n' });
    },
  },
];

function tombstone(url: string) {
  const deleted = '2020-01-01T00:00:00+00:00';
  return { id: 99, type: 'post', url, action: 'deleted', deleted, _links: { self: { href: url } } };
}
