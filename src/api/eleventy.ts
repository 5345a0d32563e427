import { resolve } from 'node:path';
import { afterBuild, type IntegrationOptions } from './after-build.js';

export type { IntegrationOptions } from './after-build.js';

/** The part of Eleventy's configuration that the plugin uses. */
interface EleventyConfig {
  on(event: 'eleventy.after', listener: (after: EleventyAfter) => Promise<void>): void;
}

interface EleventyAfter {
  /** Eleventy 2 and later. */
  readonly dir: { readonly output: string };
  readonly runMode: string;
  readonly results?: readonly { readonly inputPath: string; readonly url: string | false }[];
}

/**
 * Plugin of Eleventy 2 and 3: `eleventyConfig.addPlugin(agentDiscovery, { baseUrl })`. It runs after `eleventy`, and not
 * while files are watched or served.
 * @see https://www.11ty.dev/docs/plugins/
 */
export function agentDiscovery(eleventyConfig: EleventyConfig, options: IntegrationOptions = {}): void {
  eleventyConfig.on('eleventy.after', async ({ dir, runMode, results = [] }) => {
    if (runMode !== 'build') return;
    const root = process.cwd();
    const log = (line: string) => process.stdout.write(`[agent-discovery] ${line}\n`);
    const pairs = results.flatMap(({ url, inputPath }) =>
      url === false ? [] : [[url, resolve(root, inputPath)] as const],
    );
    await afterBuild({ root, outDir: resolve(root, dir.output), baseUrl: undefined, pairs, log }, options);
  });
}
