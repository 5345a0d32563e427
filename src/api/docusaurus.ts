import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

interface DocusaurusContext {
  readonly siteDir: string;
  readonly siteConfig: { readonly url: string };
}

/** A plugin of Docusaurus, with the hook that it uses. */
export interface DocusaurusPlugin {
  readonly name: string;
  postBuild(built: {
    readonly outDir: string;
    readonly siteConfig: { readonly baseUrl: string };
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
    async postBuild({ outDir, siteConfig: { baseUrl } }) {
      const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
      await afterBuild({ root: siteDir, outDir, baseUrl: new URL(baseUrl, url).href, log }, options);
    },
  };
}
