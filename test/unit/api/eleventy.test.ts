import { expect, it } from 'vitest';
import { agentDiscovery } from '../../../src/api/eleventy.js';

/** The part of Eleventy's configuration that merges options: it appends lists. */
class Configuration {
  readonly serverOptions: { middleware: readonly unknown[] };

  constructor(middleware: readonly unknown[]) {
    this.serverOptions = { middleware };
  }

  on(): void {}

  setServerOptions({ middleware }: { readonly middleware: readonly unknown[] }): void {
    this.serverOptions.middleware = [...this.serverOptions.middleware, ...middleware];
  }
}

it('the plugin of Eleventy adds one handler to those of the configuration', () => {
  const config = new Configuration(['own']);
  agentDiscovery(config);
  expect(config.serverOptions.middleware).toEqual(['own', expect.any(Function)]);
});
