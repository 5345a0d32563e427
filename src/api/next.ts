import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IntegrationOptions } from './after-build.js';
import { type DevDocuments, type DevMessage, devTwins, SITE_DOCUMENTS } from './dev/dev-twins.js';
import { pageTwins } from './dev/page-twin.js';

export type { IntegrationOptions } from './after-build.js';

/** Next.js's name for `next dev`. */
const DEVELOPMENT = 'phase-development-server';
/** Paths of pages: without a name's ending, and none of Next.js's own. */
const PAGES = '/:path((?!_next/|api/)[^.]*)';

interface Rewrite {
  readonly source: string;
  readonly destination: string;
  readonly has?: readonly { readonly type: 'header'; readonly key: string; readonly value: string }[];
}

interface Rewrites {
  readonly beforeFiles?: readonly unknown[];
  readonly afterFiles?: readonly unknown[];
}

/** The part of Next.js's configuration that the helper adds to. */
interface NextConfig {
  readonly basePath?: string;
  readonly trailingSlash?: boolean;
  rewrites?(): Promise<readonly unknown[] | Rewrites> | readonly unknown[] | Rewrites;
}

type ConfigFunction<Config, Context> = (phase: string, context: Context) => Config | Promise<Config>;

/**
 * A configuration of Next.js whose development server answers with Markdown twins:
 * `export default withAgentDiscovery({ … })`. Other functions that change the configuration go inside. Builds aren't
 * affected: they have a command of their own.
 * @see https://nextjs.org/docs/app/api-reference/config/next-config-js
 */
export function withAgentDiscovery<Config extends object, Context = unknown>(
  config: Config | ConfigFunction<Config, Context>,
  options: IntegrationOptions = {},
): ConfigFunction<Config, Context> {
  return async (phase, context) => {
    const given = typeof config === 'function' ? await config(phase, context) : config;
    if (phase !== DEVELOPMENT) return given;
    const { basePath = '', trailingSlash = false, rewrites } = given as NextConfig;
    const port = await startTwins({ base: `${basePath}/`, hasSlash: trailingSlash }, options);
    const ours = rewritesTo(`http://127.0.0.1:${port}${basePath}`);
    return {
      ...given,
      async rewrites() {
        const own = (await rewrites?.()) ?? [];
        const all: Rewrites = 'length' in own ? { afterFiles: own } : own;
        const { beforeFiles = [], afterFiles = [] } = all;
        return {
          ...all,
          beforeFiles: [ours.negotiated, ...beforeFiles],
          // After files, since the project may have Markdown files of its own.
          afterFiles: [ours.twins, ours.documents, ...afterFiles],
        };
      },
    } as Config;
  };
}

/** Requests for Markdown go to the server of twins, and all others where they went before. */
function rewritesTo(server: string): Readonly<Record<'negotiated' | 'twins' | 'documents', Rewrite>> {
  const has = [{ type: 'header' as const, key: 'accept', value: 'text/markdown.*' }];
  return {
    negotiated: { source: PAGES, destination: `${server}/:path`, has },
    twins: { source: '/:path(.*\\.md)', destination: `${server}/:path` },
    documents: { source: `/:path(${SITE_DOCUMENTS})`, destination: `${server}/:path` },
  };
}

/**
 * Starts a server for twins of the pages as Next.js renders them, which doesn't keep the process running.
 * @returns its port on this machine
 */
async function startTwins(
  site: { readonly base: string; readonly hasSlash: boolean },
  options: IntegrationOptions,
): Promise<number> {
  const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
  const pages = pageTwins({ root: process.cwd(), ...site }, options);
  // A rewritten path has no slash at its end.
  const documents: DevDocuments = (asked) => pages({ ...asked, pages: asked.pages.flatMap(withSlash) });
  const answer = devTwins(documents, log, originOf);
  const server = createServer((request, response) => {
    answer(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('There is no page with this address.\n');
    });
  });
  server.unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function withSlash(page: string): readonly string[] {
  return page.endsWith('/') ? [page] : [page, `${page}/`];
}

/** Where `next dev` listens on this machine: it sets the port after it has read the configuration. */
function originOf({ headers }: DevMessage): string {
  const port = process.env['PORT'] ?? '3000';
  const host = headers['x-forwarded-host'];
  const isLocal = host === `127.0.0.1:${port}` || host === `[::1]:${port}`;
  return `http://${isLocal ? host : `localhost:${port}`}`;
}
