import { defineConfig } from 'vitest/config';
import tests from './vitest.config.js';

/** Projects have their own files: with them, this configuration would run every test but its own. */
const { projects, ...settings } = tests.test ?? {};

/** The walk through other browser engines, one page at a time, as in Firefox only one is in front. */
export default defineConfig({
  ...tests,
  test: { ...settings, include: ['e2e/engines/*.test.ts'], maxConcurrency: 1 },
});
