import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import type { FilterName } from '../../../../src/config/hooks/names.js';
import { SvcError } from '../../../../src/core/errors.js';

describe('filters', () => {
  it('run by priority, then in order of registration, and are awaited', async () => {
    const hooks = new Hooks();
    const add = (letter: string) => async (list: readonly string[]) => [...list, letter];
    hooks.filter('svc_post_types', add('late'), 99);
    hooks.filter('svc_post_types', add('first'));
    hooks.filter('svc_post_types', add('second'), 10);
    hooks.filter('svc_post_types', add('early'), -5);
    expect(await hooks.apply('svc_post_types', ['start'])).toEqual([
      'start',
      'early',
      'first',
      'second',
      'late',
    ]);
  });

  it('give the value back when nobody registered', async () => {
    expect(await new Hooks().apply('svc_changes_max', 200)).toBe(200);
  });

  it('are told further arguments', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_yield_surface', (_, surface) => surface === 'robots');
    expect(await hooks.apply('svc_yield_surface', false, 'robots')).toBe(true);
    expect(await hooks.apply('svc_yield_surface', false, 'llms_txt')).toBe(false);
  });
});

describe('a hook that fails', () => {
  it.each([
    ['throws', () => Promise.reject(new TypeError('no kiln')), /threw TypeError: no kiln/],
    ['throws no error', () => Promise.reject('ash'), /threw something/],
    ['returns nothing', () => undefined, /returned nothing, expected number/],
    ['returns a text', () => '5', /returned a string, expected number/],
    ['returns a list', () => [5], /returned a list/],
    ['returns no real number', () => Number.NaN, /returned a number/],
    ['returns a function', () => () => 5, /threw DataCloneError/],
  ])('because it %s costs only its own effect', async (_, broken, message) => {
    const hooks = new Hooks();
    hooks.filter('svc_changes_max', (max) => max + 1);
    hooks.filter('svc_changes_max', broken as never, 10, 'plugins/kiln.mjs');
    hooks.filter('svc_changes_max', (max) => max * 10);
    expect(await hooks.apply('svc_changes_max', 1)).toBe(20);
    expect(await hooks.apply('svc_changes_max', 1)).toBe(20);
    expect(hooks.notices()).toEqual([
      {
        level: 'error',
        hook: 'svc_changes_max',
        origin: 'plugins/kiln.mjs',
        message: expect.stringMatching(message),
      },
    ]);
  });

  it('leaves the value untouched even if it changed it first', async () => {
    const hooks = new Hooks();
    const documents = { llms: 'https://kiln.example/llms.txt' };
    hooks.filter('svc_documents', (value) => {
      (value as Record<string, string>)['llms'] = 'spoiled';
      throw new Error('after the deed');
    });
    expect(await hooks.apply('svc_documents', documents)).toEqual({ llms: 'https://kiln.example/llms.txt' });
    expect(documents.llms).not.toBe('spoiled');
  });

  it('is checked inside lists and maps too', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_documents', (() => ({ llms: 7 })) as never);
    hooks.filter('svc_signed_surfaces', (() => ['a', 7]) as never);
    expect(await hooks.apply('svc_documents', {})).toEqual({});
    expect(await hooks.apply('svc_signed_surfaces', [])).toEqual([]);
    expect(hooks.notices()).toHaveLength(2);
  });

  it('does not stop other actions', async () => {
    const hooks = new Hooks();
    const told: unknown[] = [];
    hooks.action('svc_agent_wrote_content', () => Promise.reject(new Error('deaf')), 1, 'svc-plugin-bell');
    hooks.action('svc_agent_wrote_content', (id, change) => told.push([id, change]));
    await hooks.run('svc_agent_wrote_content', 7, 'update');
    expect(told).toEqual([[7, 'update']]);
    expect(hooks.notices()).toMatchObject([{ hook: 'svc_agent_wrote_content', origin: 'svc-plugin-bell' }]);
  });
});

describe('registration', () => {
  it('refuses unknown names and suggests the one that was meant', () => {
    const register = () =>
      new Hooks().filter('svc_chnages_max' as FilterName, () => 1 as never, 10, 'svc-plugin-tea');
    expect(register).toThrow(SvcError);
    expect(register).toThrow(/svc-plugin-tea registers the filter "svc_chnages_max"/);
    try {
      register();
    } catch (error) {
      expect((error as SvcError).fix).toBe('Did you mean "svc_changes_max"?');
    }
  });

  it('keeps filters and actions apart', () => {
    expect(() => new Hooks().action('svc_changes_max' as never, () => 1)).toThrow(/action "svc_changes_max"/);
    expect(() => new Hooks().filter('svc_warm_llms_full' as never, () => 1 as never)).toThrow(/filter/);
  });

  it('refuses what is no function', () => {
    expect(() => new Hooks().filter('svc_changes_max', 5 as never)).toThrow(/without a function/);
    expect(() => new Hooks().filter('svc_changes_max', () => 1, 'high' as never)).toThrow(/priority/);
  });
});
