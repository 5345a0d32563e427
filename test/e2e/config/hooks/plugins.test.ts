import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { loadPlugins, pluginOrigin } from '../../../../src/config/hooks/plugins.js';
import { Registrations } from '../../../../src/config/hooks/registrations.js';
import { failure, folderWith } from '../../../support/config/folder.js';

const open: Hooks[] = [];

afterEach(async () => {
  for (const hooks of open.splice(0)) await hooks.close();
});

function host(folder: string) {
  const hooks = new Hooks();
  open.push(hooks);
  return { folder, hooks, registrations: new Registrations() };
}

const ADD_TYPE =
  "export function register(svc) { svc.filter('svc_post_types', (types) => [...types, 'recipe']); }";

describe('a plugin', () => {
  it('registers hooks and definitions under its own name', async () => {
    const folder = folderWith({
      'plugins/menu.mjs': `
        export async function register({ filter, action, resource, wellKnown, ability, readinessCheck }) {
          filter('svc_changes_max', () => { throw new Error('burnt'); }, 1);
          action('svc_warm_llms_full', () => {});
          resource({ id: 'menu' }, 20);
          resource({ id: 'table' });
          wellKnown({ name: 'menu.json', redirect: '/menu' }, 5);
          ability({ name: 'menu/read' });
          readinessCheck({ id: 'menu' });
        }`,
    });
    const to = host(folder);
    await loadPlugins([join(folder, 'plugins/menu.mjs')], to);
    await to.hooks.apply('svc_changes_max', 200);
    expect(to.hooks.notices()).toMatchObject([{ origin: 'plugins/menu.mjs', message: 'threw Error: burnt' }]);
    expect(to.registrations.list('resource')).toEqual([
      { definition: { id: 'table' }, priority: 10, origin: 'plugins/menu.mjs' },
      { definition: { id: 'menu' }, priority: 20, origin: 'plugins/menu.mjs' },
    ]);
    expect(to.registrations.list('wellKnown')).toHaveLength(1);
    expect(to.registrations.list('ability')).toHaveLength(1);
    expect(to.registrations.list('readinessCheck')).toHaveLength(1);
  });

  it.each([
    [
      'an import entry',
      'svc-plugin-tea',
      '{"name":"svc-plugin-tea","exports":{".":{"import":"./index.mjs"}}}',
    ],
    ['a main entry', 'svc-plugin-tea', '{"name":"svc-plugin-tea","main":"index.mjs"}'],
    ['a scope', '@kiln/svc', '{"name":"@kiln/svc","exports":"./index.mjs"}'],
    [
      'a subpath',
      'svc-plugin-tea/extra',
      '{"name":"svc-plugin-tea","exports":{"./extra":{"import":"./index.mjs"}}}',
    ],
  ])('may be a package with %s', async (_, name, manifest) => {
    const packageName = name.replace('/extra', '');
    const folder = folderWith({
      [`node_modules/${packageName}/package.json`]: manifest,
      [`node_modules/${packageName}/index.mjs`]: ADD_TYPE,
    });
    const to = host(folder);
    await loadPlugins([name], to);
    expect(await to.hooks.apply('svc_post_types', ['post'])).toEqual(['post', 'recipe']);
    expect(pluginOrigin(name, folder)).toBe(packageName);
  });

  it.each([
    ['missing.mjs', undefined, /missing.mjs can't be loaded: there's no file at this path$/],
    ['broken.mjs', 'export function register( {', /broken.mjs can't be loaded: Unexpected/],
    ['silent.mjs', 'export const nothing = 1;', /no named export "register"/],
    [
      'typo.mjs',
      "export function register(svc) { svc.filter('svc_post_typs', (x) => x); }",
      /"svc_post_typs"/,
    ],
  ])('that cannot be used is a clear error: %s', async (name, text, message) => {
    const folder = folderWith(text === undefined ? {} : { [name]: text });
    const error = await failure(loadPlugins([join(folder, name)], host(folder)));
    expect(error.code).toBe('SVC_CONFIG_INVALID');
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(folder);
    expect(error.fix).toMatch(name === 'broken.mjs' ? /^Run "node --check broken\.mjs"/ : /./);
  });

  it('that fails in register() is lost alone, with everything that it has registered', async () => {
    const folder = folderWith({
      'fails.mjs': `
        export function register(svc) {
          svc.resource({ id: 'oven' });
          svc.filter('svc_post_types', () => []);
          throw new Error('cold oven');
        }`,
      'types.mjs': ADD_TYPE,
    });
    const to = host(folder);
    await loadPlugins([join(folder, 'fails.mjs'), join(folder, 'types.mjs')], to);
    expect(to.hooks.notices()).toEqual([
      {
        level: 'error',
        hook: 'register',
        origin: 'fails.mjs',
        message: 'it failed in register(): cold oven',
        isLost: true,
      },
    ]);
    expect(to.registrations.list('resource')).toEqual([]);
    expect(await to.hooks.apply('svc_post_types', ['post'])).toEqual(['post', 'recipe']);
  });

  it('that is not installed says so', async () => {
    const error = await failure(loadPlugins(['svc-plugin-nowhere'], host(folderWith())));
    expect(error.message).toContain("svc-plugin-nowhere isn't installed");
    expect(error.fix).toContain('npm install');
  });
});
