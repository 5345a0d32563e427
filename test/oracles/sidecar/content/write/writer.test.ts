import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { ContentEntry } from '../../../../../src/build/content/port.js';
import { shortHash } from '../../../../../src/core/hash.js';
import { type FileAccess, realFiles } from '../../../../../src/sidecar/content/write/entry-file.js';
import { pruneGone, restoreRevision } from '../../../../../src/sidecar/content/write/revisions.js';
import {
  ContentWriter,
  type OpenFile,
  type WriterOptions,
} from '../../../../../src/sidecar/content/write/writer.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { findRevision, revisionsOf } from '../../../../../src/storage/tables/revisions.js';
import { addUser } from '../../../../../src/storage/tables/users.js';
import { type Files, workspace } from '../../../../support/build/workspace.js';
import { writerConfig } from '../../../../support/sidecar/content/write/writer-config.js';

const TEA = '---\ntitle: Tea\n---\n\nHot.\n';
const ENTRY = { id: 1, title: 'Tea' } as ContentEntry;
const PROCESS = fileURLToPath(
  new URL('../../../../support/sidecar/content/write/writer-process.ts', import.meta.url),
);

const storages: Storage[] = [];
afterAll(async () => {
  await Promise.all(storages.map((storage) => storage.close()));
});

async function setUp({
  files = {},
  git = {},
  access,
  revisions,
  now = () => 1000,
}: {
  files?: Files;
  git?: Parameters<typeof writerConfig>[1];
  access?: FileAccess;
  revisions?: Parameters<typeof writerConfig>[2];
  now?: () => number;
} = {}) {
  const folder = workspace({ 'content/tea.md': TEA, ...files });
  const storage = await openStorage(join(folder, 'svc.db'));
  storages.push(storage);
  const errors: string[] = [];
  const options: WriterOptions = {
    config: writerConfig(folder, git, revisions),
    folder,
    storage,
    now,
    logError: (error, what) => errors.push(`${what}: ${String(error)}`),
    ...(access && { files: access }),
  };
  const writer = new ContentWriter(options);
  const path = join(folder, 'content/tea.md');
  const open = () => writer.openFile(writer.folderOf(0), 'tea.md');
  const save = (file: OpenFile, body: string, userId = 1) =>
    writer.save(file, ENTRY, { ...file.file, body }, { userId, subject: 'Edit "Tea"' });
  return { folder, storage, options, writer, errors, path, open, save };
}

describe('a content file', () => {
  it('is replaced as a whole, and what it was is kept', async () => {
    const { folder, storage, path, open, save } = await setUp();
    chmodSync(path, 0o604);
    const id = await save(await open(), '\nCold.\n');
    expect(readFileSync(path, 'utf8')).toBe('---\ntitle: Tea\n---\n\nCold.\n');
    expect(statSync(path).mode & 0o777).toBe(0o604);
    expect(readdirSync(join(folder, 'content'))).toEqual(['tea.md']);
    expect(await findRevision(storage.db, id)).toEqual({
      id,
      postId: 1,
      userId: 1,
      created: 1000,
      title: 'Tea',
      head: '---\ntitle: Tea\n---\n',
      body: '\nHot.\n',
      file: 'content/tea.md',
    });
  });

  it('may have the longest name that a file can have, in every script', async () => {
    const name = `${'茶'.repeat(84)}.md`;
    const { folder, writer } = await setUp({ files: { [`content/${name}`]: TEA } });
    const file = await writer.openFile(writer.folderOf(0), name);
    const note = { userId: 1, subject: 'Edit "Tea"' };
    await writer.save(file, ENTRY, { ...file.file, body: '\nCold.\n' }, note);
    expect(readFileSync(join(folder, 'content', name), 'utf8')).toContain('Cold.');
  });

  it('is not written over what somebody else wrote in the meantime', async () => {
    const { storage, path, open, save } = await setUp();
    const [mine, theirs] = [await open(), await open()];
    await save(theirs, '\nTheirs.\n');
    await expect(save(mine, '\nMine.\n')).rejects.toMatchObject({ status: 409, code: 'svc_write_conflict' });
    expect(readFileSync(path, 'utf8')).toContain('Theirs.');
    writeFileSync(path, 'By hand.\n');
    await expect(save(theirs, '\nAgain.\n')).rejects.toMatchObject({ code: 'svc_write_conflict' });
    expect(readFileSync(path, 'utf8')).toBe('By hand.\n');
    expect(await revisionsOf(storage.db, 1, 9)).toHaveLength(1);
    unlinkSync(path);
    await expect(save(mine, '\nMine.\n')).rejects.toMatchObject({ status: 404, code: 'svc_not_found' });
  });

  it('is written by one of many at once', async () => {
    const { storage, path, open, save } = await setUp();
    const files = await Promise.all(Array.from({ length: 8 }, open));
    const ends = await Promise.allSettled(files.map((file, at) => save(file, `\nBody ${at}.\n`)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = ends.findIndex(({ status }) => status === 'fulfilled');
    expect(readFileSync(path, 'utf8')).toContain(`Body ${winner}.`);
    expect(await revisionsOf(storage.db, 1, 9)).toHaveLength(1);
  });

  it('is written by one of two processes at once', async () => {
    const { folder, storage, path } = await setUp();
    const processes = ['Warm.', 'Cold.'].map((fresh) => another(folder, 'tea.md', 'Hot.', fresh));
    try {
      for (const one of processes) expect(await one.line()).toBe('open');
      for (const one of processes) one.go();
      const said = await Promise.all(processes.map((one) => one.line()));
      expect(said.filter((line) => line === 'svc_write_conflict')).toHaveLength(1);
      const winner = said.findIndex((line) => line?.startsWith('saved'));
      expect(readFileSync(path, 'utf8')).toBe(TEA.replace('Hot.', ['Warm.', 'Cold.'][winner] ?? ''));
      expect(await revisionsOf(storage.db, 1, 9)).toHaveLength(1);
    } finally {
      for (const one of processes) one.end();
    }
  }, 60_000);

  it('is not let go of by a lock that a dead process has left', async () => {
    const { folder, path, open, save } = await setUp();
    const file = await open();
    await save(file, '\nWarm.\n');
    const locks = join(folder, '.svc/write-locks');
    expect(readdirSync(locks)).toEqual([]);
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    writeFileSync(join(locks, shortHash(path)), JSON.stringify({ pid: dead.pid, host: hostname() }));
    await save(await open(), '\nCold.\n');
    expect(readFileSync(path, 'utf8')).toContain('Cold.');
    expect(readdirSync(locks)).toEqual([]);
  });

  it.each([
    ['svc_front_matter', 'Hot.\n', '---\ndraft: false\n---\nHot.\n'],
    ['svc_front_matter', 'Hot.\n', '{"draft": false\n}\nHot.\n'],
    ['svc_too_large', 'Hot.\n', 'x'.repeat(5_000_001)],
  ])('never becomes another one: %s', async (code, text, body) => {
    const { path, open, save } = await setUp({ files: { 'content/tea.md': text } });
    await expect(save(await open(), body)).rejects.toMatchObject({ status: 409, code });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that was stored otherwise is a failure that names the revision [5.1-edit-read-back]', async () => {
    const filter: FileAccess = {
      ...realFiles,
      replace: (path, bytes) =>
        realFiles.replace(path, Buffer.from(Buffer.from(bytes).toString().replace('o', '0'))),
    };
    const { storage, open, save } = await setUp({ access: filter });
    const failure = await save(await open(), '\nCold.\n').catch(
      (error: unknown) => error as { code: string; message: string },
    );
    const [revision] = await revisionsOf(storage.db, 1, 9);
    expect(failure).toMatchObject({ status: 500, code: 'svc_edit_filtered' });
    expect((failure as { message: string }).message).toContain(`revision ${revision?.id}.`);
    expect(revision?.body).toBe('\nHot.\n');
  });

  it('stays as it is where writing fails, and leaves no rest', async () => {
    const failing: FileAccess = {
      ...realFiles,
      replace: () => Promise.reject(new Error('the disk is full')),
    };
    const { folder, path, open, save } = await setUp({ access: failing });
    await expect(save(await open(), '\nCold.\n')).rejects.toThrow('full');
    expect(readFileSync(path, 'utf8')).toBe(TEA);
    expect(readdirSync(join(folder, 'content'))).toEqual(['tea.md']);
  });

  it('never lies outside of its folder', async () => {
    const { folder, writer } = await setUp({ files: { 'secret.md': 'Secret.\n', 'away/x.md': 'Away.\n' } });
    symlinkSync(join(folder, 'secret.md'), join(folder, 'content/link.md'));
    symlinkSync(join(folder, 'away'), join(folder, 'content/away'));
    mkdirSync(join(folder, 'content/dir.md'));
    const content = writer.folderOf(0);
    for (const key of [
      '../secret.md',
      'a/../../secret.md',
      '/etc/passwd',
      'link.md',
      'away/x.md',
      'dir.md',
      'x\0.md',
      '',
    ]) {
      await expect(writer.openFile(content, key)).rejects.toMatchObject({ code: 'svc_unsafe_path' });
      await expect(writer.create(content, key, 'x', { userId: 1, subject: 'x' })).rejects.toMatchObject({
        code: 'svc_unsafe_path',
      });
    }
    expect(readFileSync(join(folder, 'secret.md'), 'utf8')).toBe('Secret.\n');
  });

  it('may lie in a folder that is a link itself', async () => {
    const { folder, path, open, save } = await setUp();
    renameSync(join(folder, 'content'), join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'content'));
    await save(await open(), '\nCold.\n');
    expect(readFileSync(path, 'utf8')).toContain('Cold.');
  });

  it('that is there already is never made anew', async () => {
    const { writer, path } = await setUp();
    const note = { userId: 1, subject: 'x' };
    await expect(writer.create(writer.folderOf(0), 'tea.md', 'x', note)).rejects.toMatchObject({
      code: 'svc_write_conflict',
    });
    expect(readFileSync(path, 'utf8')).toBe(TEA);
  });
});

describe('revisions', () => {
  it('bring a file back, front matter included, and can be undone', async () => {
    const { folder, storage, options, writer, path, open, save } = await setUp();
    const first = await save(await open(), '\nCold.\n');
    const where = { config: options.config, folder, storage };
    const note = { userId: 0, subject: 'Restore' };
    const restored = await restoreRevision(writer, where, first, note);
    expect(restored).toMatchObject({ file: 'content/tea.md', changed: true });
    expect(readFileSync(path, 'utf8')).toBe(TEA);
    expect(await restoreRevision(writer, where, first, note)).toMatchObject({ changed: false, kept: 0 });
    await restoreRevision(writer, where, restored.kept, note);
    expect(readFileSync(path, 'utf8')).toContain('Cold.');
    unlinkSync(path);
    expect(await restoreRevision(writer, where, first, note)).toMatchObject({ changed: true, kept: 0 });
    expect(readFileSync(path, 'utf8')).toBe(TEA);
    await expect(restoreRevision(writer, where, 99, note)).rejects.toMatchObject({ code: 'svc_no_revision' });
  });

  it('go when they are neither among the latest of their page nor young', async () => {
    const day = 86_400;
    let now = 100 * day;
    const { storage, writer, open, save } = await setUp({
      revisions: { keep: 2, days: 10 },
      now: () => now,
    });
    const kept = async (id = 1) => (await revisionsOf(storage.db, id, 99)).map((one) => one.id);
    const other = { ...ENTRY, id: 2 };
    const write = async (body: string) => save(await open(), body);
    const [first, second, third] = [await write('a'), await write('b'), await write('c')];
    const note = { userId: 1, subject: 'Edit' };
    const file = await open();
    const elsewhere = await writer.save(file, other, { ...file.file, body: 'd' }, note);
    // Young ones stay, however many there are.
    expect(await kept()).toEqual([third, second, first]);
    now += 10 * day;
    const fourth = await write('e');
    expect(await kept()).toEqual([fourth, third, second, first]);
    now += 1;
    const fifth = await write('f');
    expect(await kept()).toEqual([fifth, fourth]);
    // Old ones stay where they are the latest.
    now += 1000 * day;
    expect(await kept(2)).toEqual([elsewhere]);
    const sixth = await write('g');
    expect(await kept()).toEqual([sixth, fifth]);
    expect(await kept(2)).toEqual([elsewhere]);
  });
});

describe('revisions of pages that are gone', () => {
  it('go once nobody has written the page for long', async () => {
    const day = 86_400;
    let now = 100 * day;
    const { folder, options, storage, writer, open, path } = await setUp({
      revisions: { keep: 2, days: 10 },
      now: () => now,
    });
    const note = { userId: 1, subject: 'Edit' };
    const write = async (id: number) => {
      const file = await open();
      return writer.save(file, { ...ENTRY, id }, { ...file.file, body: `${id} at ${now}` }, note);
    };
    const kept = async () =>
      (await Promise.all([1, 2, 3].map((id) => revisionsOf(storage.db, id, 9)))).map((all) => all.length);
    const { config } = options;
    const prune = () => pruneGone({ config, folder, storage, now, isThere: (id) => id === 2 });
    for (const id of [1, 2, 3]) await write(id);
    now += 5 * day;
    await write(3);
    now += 6 * day;
    await prune();
    // The file of all three is there.
    expect(await kept()).toEqual([1, 1, 2]);
    unlinkSync(path);
    await prune();
    // Of a folder with nothing in it nobody can tell what is gone.
    expect(await kept()).toEqual([1, 1, 2]);
    writeFileSync(join(folder, 'content/other.md'), TEA);
    await prune();
    // The site has the second under another name, and the third was written a short time ago.
    expect(await kept()).toEqual([0, 1, 2]);
    now += 5 * day;
    await prune();
    expect(await kept()).toEqual([0, 1, 0]);
  });
});

describe('a repository', () => {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });

  async function repository(more: Parameters<typeof writerConfig>[1] = {}) {
    const site = await setUp({ files: { 'content/other.md': 'Other.\n' }, git: { commit: true, ...more } });
    git(site.folder, 'init', '-q', '-b', 'main');
    git(site.folder, 'config', 'user.name', 'Keeper');
    git(site.folder, 'config', 'user.email', 'keeper@harbour.example');
    git(site.folder, 'add', 'content');
    git(site.folder, 'commit', '-q', '-m', 'As it was');
    const user = {
      name: 'mara',
      displayName: 'Mara <b> Holm',
      email: 'mara@harbour.example',
      role: 'author',
      password: '',
      created: 1,
    };
    const userId = (await addUser(site.storage.db, user)) ?? 0;
    return { ...site, userId };
  }

  it('gets one commit per write, by who wrote, and nothing of others', async () => {
    const { folder, open, save, writer, userId, errors } = await repository();
    writeFileSync(join(folder, 'content/other.md'), 'Not ours.\n');
    git(folder, 'add', 'content/other.md');
    await save(await open(), '\nCold.\n', userId);
    await writer.create(writer.folderOf(0), 'new/leaf.md', 'Leaf.\n', { userId, subject: 'Create "Leaf"' });
    expect(errors).toEqual([]);
    const log = git(folder, 'log', '--format=%an|%ae|%cn|%s', '--name-only', '-2')
      .trim()
      .split('\n')
      .filter((line) => line !== '');
    expect(log).toEqual([
      'Mara  b  Holm|mara@harbour.example|Keeper|Create "Leaf"',
      'content/new/leaf.md',
      'Mara  b  Holm|mara@harbour.example|Keeper|Edit "Tea"',
      'content/tea.md',
    ]);
    expect(git(folder, 'status', '--porcelain', 'content')).toBe('M  content/other.md\n');
  });

  it('is pushed, to the branch that is named', async () => {
    const { folder, open, save, userId, errors } = await repository({ push: true, branch: 'assistants' });
    const remote = workspace();
    git(remote, 'init', '-q', '--bare');
    git(folder, 'remote', 'add', 'origin', remote);
    await save(await open(), '\nCold.\n', userId);
    await expect
      .poll(() => git(remote, 'branch', '--format=%(refname:short)').trim(), { timeout: 15_000 })
      .toBe('assistants');
    expect(git(remote, 'show', 'assistants:content/tea.md')).toContain('Cold.');
    expect(errors).toEqual([]);
  });

  it('that refuses a commit does not undo the write', async () => {
    const { folder, open, save, userId, path, errors } = await repository();
    writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\necho no >&2\nexit 1\n', { mode: 0o755 });
    await save(await open(), '\nCold.\n', userId);
    expect(readFileSync(path, 'utf8')).toContain('Cold.');
    expect(errors).toEqual([expect.stringContaining("git didn't commit a write")]);
  });
});

/** A process that has a file open. */
function another(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROCESS, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => (await lines.next()).value as string | undefined,
    go: () => child.stdin.write('go\n'),
    end: () => child.kill(),
  };
}
