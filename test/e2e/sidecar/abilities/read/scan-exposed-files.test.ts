import { describe, expect, it } from 'vitest';
import {
  debugPosture,
  EXPOSED_PATHS,
  environmentOf,
  probePaths,
} from '../../../../../src/sidecar/abilities/read/scan-exposed-files.js';
import { workspace } from '../../../../support/build/workspace.js';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

interface Scan {
  readonly probePaths: readonly string[];
  readonly debugConfig: { readonly state: string; readonly message: string; readonly fix: string };
  readonly environment: string;
}

describe('scan-exposed-files', () => {
  it('lists what is always worth a look, then what the owner added', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    site.setSettings({ exposed_extra_paths: ['keepers.csv', '/old/site.zip', '/.env'] });
    const found = await site.read<Scan>('scan-exposed-files');
    expect(found.probePaths).toEqual([
      ...EXPOSED_PATHS,
      '/keepers.csv',
      '/assets/keepers.csv',
      '/uploads/keepers.csv',
      '/old/site.zip',
    ]);
    expect(found.debugConfig).toMatchObject({ state: 'pass', fix: '' });
    // The address ends in ".example".
    expect(found.environment).toBe('local');
  });

  it('lets plugins change the list', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE });
    site.live.hooks.filter('svc_exposed_paths', (paths) => [
      paths[0] ?? '',
      'https://x.example/mine.sql',
      '//b',
    ]);
    const { probePaths: paths } = await site.read<Scan>('scan-exposed-files');
    expect(paths).toEqual(['/wp-config.php.bak', '/mine.sql', '/b']);
  });

  it('finds logs among the files of the site', async () => {
    const files = { ...LIGHTHOUSE, 'public/debug.log': 'Oops.\n' };
    const site = await abilitySite({
      files,
      config: { site: { url: 'https://lighthouse.org', name: 'Log' }, publicDir: 'public' },
    });
    const { debugConfig, environment } = await site.read<Scan>('scan-exposed-files');
    expect(environment).toBe('production');
    expect(debugConfig).toMatchObject({ state: 'fail' });
    expect(debugConfig.message).toContain('debug.log');
    expect(debugConfig.fix).not.toBe('');
  });
});

describe('probePaths', () => {
  it('are short, begin with one slash and come once', () => {
    const long = `/${'x'.repeat(400)}`;
    expect(probePaths(['a', '//a', ' ', '/', long], ['https://lighthouse.org/dump.sql', 'b.sql'])).toEqual([
      '/a',
      long.slice(0, 300),
      '/dump.sql',
      '/b.sql',
      '/assets/b.sql',
      '/uploads/b.sql',
    ]);
  });
});

describe('environmentOf', () => {
  it.each([
    ['https://lighthouse.org', 'production'],
    ['https://lighthouse.dev/blog', 'production'],
    ['https://8.8.8.8', 'production'],
    ['', 'production'],
    ['http://localhost:8080', 'local'],
    ['http://127.0.0.1:8787', 'local'],
    ['http://[::1]:8787', 'local'],
    ['http://192.168.1.9', 'local'],
    ['http://[fd00::1]', 'local'],
    ['https://lighthouse.test', 'local'],
    ['https://a.b.LOCAL.', 'local'],
    ['https://lighthouse.ddev.site', 'local'],
    ['https://notlocalhost.org', 'production'],
  ])('is for %s %s', (url, environment) => {
    expect(environmentOf(url, undefined)).toBe(environment);
  });

  it('is as declared, if that is one', () => {
    expect(environmentOf('http://localhost', 'production')).toBe('production');
    expect(environmentOf('https://lighthouse.org', 'staging')).toBe('staging');
    expect(environmentOf('https://lighthouse.org', 'test')).toBe('production');
  });
});

describe('debugPosture', () => {
  it('is the worse for a log in production alone', () => {
    const root = workspace({ 'wp-content/debug.log': 'Oops.\n', 'error_log/readme.txt': 'A folder.\n' });
    expect(debugPosture([root], 'production')).toMatchObject({ state: 'fail' });
    expect(debugPosture([root], 'production').message).not.toContain('error_log');
    expect(debugPosture([root], 'local')).toMatchObject({ state: 'pass', fix: '' });
    expect(debugPosture(['/nowhere/at/all'], 'production')).toMatchObject({ state: 'pass' });
  });
});
