import { resolve } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';
import { type DevHandler, devTwins } from './dev/dev-twins.js';
import { pageTwins } from './dev/page-twin.js';

export type { IntegrationOptions } from './after-build.js';

/** The part of Eleventy's configuration that the plugin uses. */
interface EleventyConfig {
  on(event: 'eleventy.after', listener: (after: EleventyAfter) => Promise<void>): void;
  /** Eleventy 2 and later. */
  setServerOptions?(options: { readonly middleware: readonly DevHandler[] }): void;
}

interface EleventyAfter {
  /** Eleventy 2 and later. */
  readonly dir: { readonly output: string };
  readonly runMode: string;
  readonly results?: readonly { readonly inputPath: string; readonly url: string | false }[];
}

/**
 * Plugin of Eleventy 2 and 3: `eleventyConfig.addPlugin(agentDiscovery, { baseUrl })`. It runs after `eleventy`, and not
 * while files are watched or served: then the development server answers with the twin of a page.
 * @see https://www.11ty.dev/docs/plugins/
 */
export function agentDiscovery(eleventyConfig: EleventyConfig, options: IntegrationOptions = {}): void {
  const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
  const twins = pageTwins({ root: process.cwd(), base: '/', hasSlash: true }, options);
  // Eleventy adds lists to those that the configuration has set.
  eleventyConfig.setServerOptions?.({ middleware: [devTwins(twins, log)] });
  eleventyConfig.on('eleventy.after', async ({ dir, runMode, results = [] }) => {
    if (runMode !== 'build') return;
    const root = process.cwd();
    const pairs = results.flatMap(({ url, inputPath }) =>
      url === false ? [] : [[url, resolve(root, inputPath)] as const],
    );
    await afterBuild({ root, outDir: resolve(root, dir.output), baseUrl: undefined, pairs, log }, options);
  });
}
