import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['*/src/**/*.test.ts', '*/test/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['server/test/global-setup.ts'],
    maxWorkers: 2,
    // The files of a worker share its modules: loading them anew for each file took a sixth of the whole run.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // What does not come within these times does not come, however busy the machine is. No test measures less.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
