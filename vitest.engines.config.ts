import { defineConfig } from 'vitest/config';
import tests from './vitest.config.js';

/** The walk through other browser engines, which takes too long for every run. */
export default defineConfig({
  ...tests,
  test: { ...tests.test, include: ['e2e/engines/*.test.ts'], globalSetup: [], maxConcurrency: 3 },
});
