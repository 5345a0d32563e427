import { isParsableUrl } from '../core/parsable-url.js';
import { afterBuild, type IntegrationOptions } from './after-build.js';
import { type DevHandler, devTwins } from './dev/dev-twins.js';
import { pageTwins } from './dev/page-twin.js';

export type { IntegrationOptions } from './after-build.js';

interface Nuxt {
  readonly options: {
    readonly rootDir: string;
    readonly app: { readonly baseURL: string };
    /** Set by the modules that share an address of the site. */
    readonly site?: unknown;
    readonly dev?: boolean;
    readonly devServerHandlers?: { readonly handler: NitroHandler }[];
  };
  hook(event: 'nitro:init', listener: (nitro: Nitro) => void): void;
  hook(event: 'close', listener: () => Promise<void>): void;
}

/** A handler of Nitro's development server; the server goes on to the next where the response isn't sent. */
type NitroHandler = (event: {
  readonly node: { readonly req: Parameters<DevHandler>[0]; readonly res: NodeResponse };
}) => Promise<void>;

type NodeResponse = Parameters<DevHandler>[1] & { once(event: 'close', listener: () => void): unknown };

interface Nitro {
  readonly options: { readonly static: boolean; readonly output: { readonly publicDir: string } };
  readonly hooks: { hook(event: 'prerender:done', listener: () => void): void };
  readonly logger: { info(line: string): void };
}

/**
 * Module of Nuxt 3 and 4: `modules: [[agentDiscovery, { baseUrl }]]`. It runs after `nuxt generate`. The address is that
 * of `site.url` and `app.baseURL` unless `baseUrl` is given.
 * @see https://nuxt.com/docs/guide/going-further/modules
 */
export function agentDiscovery(options: IntegrationOptions | undefined, nuxt: Nuxt): void {
  const { rootDir, app, site } = nuxt.options;
  if (nuxt.options.dev) {
    const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
    const twins = pageTwins({ root: rootDir, base: app.baseURL, hasSlash: false }, options ?? {});
    nuxt.options.devServerHandlers?.push({ handler: nitroHandler(devTwins(twins, log)) });
  }
  let generated: Nitro | undefined;
  nuxt.hook('nitro:init', (nitro) => {
    nitro.hooks.hook('prerender:done', () => {
      if (nitro.options.static) generated = nitro;
    });
  });
  nuxt.hook('close', async () => {
    if (generated === undefined) return;
    const { logger, options: built } = generated;
    generated = undefined;
    const url = addressIn(site);
    const baseUrl = url === undefined ? undefined : new URL(app.baseURL, url).href;
    const log = (line: string) => logger.info(line);
    await afterBuild({ root: rootDir, outDir: built.output.publicDir, baseUrl, log }, options ?? {});
  });
}

function nitroHandler(handler: DevHandler): NitroHandler {
  const own: NitroHandler = ({ node: { req, res } }) =>
    new Promise((resolve) => {
      res.once('close', resolve);
      handler(req, res, resolve);
    });
  // The mark of h3's `defineEventHandler`.
  return Object.assign(own, { __is_handler__: true });
}

function addressIn(site: unknown): string | undefined {
  const url = typeof site === 'object' && site !== null && 'url' in site ? site.url : undefined;
  return typeof url === 'string' && isParsableUrl(url) ? url : undefined;
}
