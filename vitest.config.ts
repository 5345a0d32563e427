import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global-setup.ts'],
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The suite must not depend on the machine's own settings.
    env: { TZ: 'UTC', SOURCE_DATE_EPOCH: '', NO_COLOR: '1' },
  },
});
