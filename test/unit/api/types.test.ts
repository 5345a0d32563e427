// The types of the library. `tsc -p test` checks the expectations, and that each "@ts-expect-error" is one.
import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineConfig, type SvcConfig } from '../../../src/api/config.js';
import type * as Library from '../../../src/api/index.js';
import { build } from '../../../src/api/index.js';
import { definePlugin, type Register, type Svc } from '../../../src/api/plugin.js';

type Build = typeof build;

describe('the types of the library', () => {
  it('name the options and the report of a build', () => {
    expectTypeOf<Build>().returns.resolves.toEqualTypeOf<Library.BuildReport>();
    expectTypeOf<Build>().parameter(0).toEqualTypeOf<Library.BuildOptions | undefined>();
    expectTypeOf<Library.BuildReport['added']>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<{ readonly source: string }>().toExtend<Library.BuildOptions>();
    expectTypeOf<{
      readonly source: readonly string[];
      workers: undefined;
    }>().toExtend<Library.BuildOptions>();
    expectTypeOf<{ readonly workers: string }>().not.toExtend<Library.BuildOptions>();
    expectTypeOf<Library.CheckReport['score']['score']>().toBeNumber();
    expectTypeOf<Library.Serving['close']>().returns.resolves.toBeVoid();
    expectTypeOf<Library.SvcError['fix']>().toEqualTypeOf<string | undefined>();
    expect(build).toBeTypeOf('function');
  });

  it('refuse keys that a configuration does not have', () => {
    const config = defineConfig({ site: { url: 'https://kiln.example' }, source: { path: 'content' } });
    expectTypeOf(config).toEqualTypeOf<SvcConfig>();
    // @ts-expect-error: it is `url`.
    expect(defineConfig({ site: { uri: 'https://kiln.example' } })).toBeDefined();
    // @ts-expect-error: it is one of three words.
    expect(defineConfig({ html: 'some' })).toBeDefined();
  });

  it('name hosts and types of sources, so that editors complete them', () => {
    type Host = NonNullable<SvcConfig['hosts']>[number];
    expectTypeOf<'netlify' | 'nginx' | 'github-pages'>().toExtend<Host>();
    expectTypeOf<string>().not.toExtend<Host>();
    expectTypeOf<NonNullable<Library.BuildOptions['hosts']>[number]>().toEqualTypeOf<Host>();
    expect(
      defineConfig({ hosts: ['netlify'], source: [{ type: 'wxr', path: 'a.xml' }, 'docs'] }),
    ).toBeDefined();
    // @ts-expect-error: there is no such host.
    expect(defineConfig({ hosts: ['netlfy'] })).toBeDefined();
    // @ts-expect-error: there is no such source.
    expect(defineConfig({ source: { type: 'wxrr', path: 'a.xml' } })).toBeDefined();
    // @ts-expect-error: a plugin with options is a pair.
    expect(defineConfig({ rehypePlugins: [['rehype-x']] })).toBeDefined();
  });

  it('know every key of the schema of a configuration', () => {
    const keys: Readonly<Record<keyof SvcConfig, true>> = {
      ...{ site: true, identity: true, languages: true, source: true, sourceOnly: true, siteDir: true },
      ...{ publicDir: true, out: true, html: true, inPlace: true, converter: true, rehypePlugins: true },
      ...{ remarkPlugins: true, restPrefix: true, restApi: true, sidecar: true, sidecarAddress: true },
      ...{ hosts: true, hostReload: true, sitemap: true, feed: true, seo: true, resources: true },
      ...{ mcpServers: true, plugins: true, pluginTimeout: true, profile: true, purge: true, content: true },
      ...{ ai: true, engines: true, database: true, trustedProxies: true, connectionsPerClient: true },
      ...{ dnsServers: true, allowNetworks: true, privacy: true, structuredData: true },
    };
    const { properties } = JSON.parse(readFileSync('schemas/svc.config.schema.json', 'utf8'));
    expect(
      Object.keys(properties)
        .filter((key) => key !== '$schema')
        .sort(),
    ).toEqual(Object.keys(keys).sort());
  });

  it('know the value of each hook', () => {
    const register = definePlugin((svc) => {
      expectTypeOf(svc).toEqualTypeOf<Svc>();
      svc.filter('svc_changes_max', (most) => {
        expectTypeOf(most).toBeNumber();
        return most + 1;
      });
      svc.filter('svc_gradeable_post', (isGraded, id) => isGraded && id > 0);
      // @ts-expect-error: there is no such hook.
      svc.filter('svc_changes_most', () => 1);
      // @ts-expect-error: it is a number.
      svc.filter('svc_changes_max', () => 'many');
    });
    expectTypeOf(register).toEqualTypeOf<Register>();
    expect(register).toBeTypeOf('function');
  });
});
