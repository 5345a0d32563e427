import { symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.js';
import { failure, folderWith } from '../../support/config/folder.js';

const project = () =>
  folderWith({ 'content/tea.md': '# Tea', 'export.xml': '<rss/>', 'built/index.html': '', 'static/': '' });
const load = (cwd: string, out: string, more: object = {}) =>
  loadConfig({ cwd, flags: { out, source: ['content', 'export.xml'], ...more }, env: {} });

describe('an output folder', () => {
  it.each(['out', 'deep/er/out', '../beside', 'content/out'])('%s is accepted', async (out) => {
    const cwd = project();
    expect((await load(cwd, out)).config.out).toBe(join(cwd, out));
  });

  it.each<[out: string, message: RegExp, flags?: object]>([
    ['/', /root/],
    [homedir(), /home/],
    [dirname(homedir()), /home|root/],
    ['.', /configuration's folder/],
    ['..', /configuration's folder/],
    ['content', /is the source/],
    ['built', /is the site/, { site: 'built' }],
  ])('%s is refused', async (out, message, flags = {}) => {
    const error = await failure(load(project(), out, flags));
    expect(error.code).toBe('SVC_OUT_UNSAFE');
    expect(error.message).toMatch(message);
    expect(error.fix).toContain('--out');
  });

  it('may not lie inside the folder of real files', async () => {
    const cwd = folderWith({ 'svc.config.json': '{"publicDir": "static"}', 'static/': '' });
    const error = await failure(loadConfig({ cwd, flags: { out: 'static/out' }, env: {} }));
    expect(error.message).toContain('inside the public folder');
  });

  it('is looked at behind symbolic links, also when it does not exist yet', async () => {
    const cwd = project();
    symlinkSync(join(cwd, 'content'), join(cwd, 'link'));
    expect((await failure(load(cwd, 'link/new/out', { site: 'content' }))).code).toBe('SVC_OUT_UNSAFE');
    expect((await failure(load(cwd, 'link'))).code).toBe('SVC_OUT_UNSAFE');
  });

  it('may not contain a source that lies elsewhere', async () => {
    const cwd = project();
    const other = folderWith({ 'area/content/tea.md': '' });
    const error = await failure(load(cwd, join(other, 'area'), { source: [join(other, 'area/content')] }));
    expect(error.code).toBe('SVC_OUT_UNSAFE');
  });

  it('may be the built site of a project that is changed in place', async () => {
    const value = (type: string) => ({
      ...{ source: { type, path: '.' }, siteDir: 'built', inPlace: true },
    });
    const loaded = (type: string) => loadConfig({ cwd: project(), flags: {}, env: {}, value: value(type) });
    const { config } = await loaded('project');
    expect(config.out).toBe(config.siteDir);
    expect(config.source[0]?.options).toEqual({ built: 'built' });
    expect((await failure(loaded('files'))).message).toContain('inside the source');
  });

  it('may be the site itself when the site is changed in place', async () => {
    const cwd = project();
    const { config } = await load(cwd, 'built', { site: 'built', inPlace: true });
    expect(config.out).toBe(config.siteDir);
    expect((await failure(load(cwd, 'built/out', { site: 'built', inPlace: true }))).code).toBe(
      'SVC_OUT_UNSAFE',
    );
  });
});
