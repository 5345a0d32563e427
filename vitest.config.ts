import { defineConfig } from 'vitest/config';
import { SkipReporter } from './test/reporter.js';
import { TEMPORARY } from './test/temporary.js';

/** The folder of a test decides its project: `test/unit`, `test/e2e` or `test/oracles`. */
function project(name: string, options: object) {
  return { extends: true as const, test: { name, include: [`test/${name}/**/*.test.ts`], ...options } };
}

export default defineConfig({
  test: {
    projects: [
      // Pure functions and files: modules are loaded once for all files of a worker.
      project('unit', { isolate: false, globalSetup: ['test/temporary.ts'] }),
      project('e2e', { globalSetup: ['test/temporary.ts', 'test/global-setup.ts'] }),
      project('oracles', {
        include: ['test/oracles/**/*.test.ts', 'test/newcomer.test.ts'],
        globalSetup: ['test/temporary.ts', 'test/global-setup.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    ],
    reporters: ['default', new SkipReporter()],
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    expect: { requireAssertions: true },
    // The suite must not depend on the machine's own settings.
    env: { TZ: 'UTC', SOURCE_DATE_EPOCH: '', NO_COLOR: '1', TMPDIR: TEMPORARY },
  },
});
