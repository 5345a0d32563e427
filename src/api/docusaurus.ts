import { join } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

interface DocusaurusContext {
  readonly siteDir: string;
  readonly siteConfig: { readonly url: string };
}

interface DocusaurusRoute {
  /** With `baseUrl`. */
  readonly path: string;
  /** Docusaurus 3.5 and later; from `siteDir`. */
  readonly metadata?: { readonly sourceFilePath?: string };
  readonly routes?: readonly DocusaurusRoute[];
}

/** A plugin of Docusaurus, with the hook that it uses. */
export interface DocusaurusPlugin {
  readonly name: string;
  postBuild(built: {
    readonly outDir: string;
    readonly siteConfig: { readonly baseUrl: string };
    readonly routes?: readonly DocusaurusRoute[];
  }): Promise<void>;
}

/**
 * Plugin of Docusaurus 3: `plugins: [agentDiscovery]`, or `[agentDiscovery, { … }]` with options. The address is that of
 * `url` and `baseUrl` in its configuration.
 * @see https://docusaurus.io/docs/api/plugin-methods/lifecycle-apis#postBuild
 */
export function agentDiscovery(
  { siteDir, siteConfig: { url } }: DocusaurusContext,
  // Docusaurus adds the id of the plugin to its options.
  { id: _id, ...options }: IntegrationOptions & { readonly id?: string } = {},
): DocusaurusPlugin {
  return {
    name: 'agent-discovery-service',
    async postBuild({ outDir, siteConfig: { baseUrl }, routes = [] }) {
      const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
      const pairs = sourcesOf(routes).map(([path, file]) => {
        return [`/${path.slice(baseUrl.length)}`, join(siteDir, file)] as const;
      });
      await afterBuild({ root: siteDir, outDir, baseUrl: new URL(baseUrl, url).href, pairs, log }, options);
    },
  };
}

/** Files by paths of routes. */
function sourcesOf(routes: readonly DocusaurusRoute[]): readonly (readonly [string, string])[] {
  return routes.flatMap(({ path, metadata, routes: inner = [] }) => {
    const file = metadata?.sourceFilePath;
    return [...(file === undefined ? [] : [[path, file] as const]), ...sourcesOf(inner)];
  });
}
