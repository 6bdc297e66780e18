import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Far from UTC, and a day ahead of it for most of the day: a day that is not counted in UTC shows. */
process.env.TZ ??= 'Pacific/Kiritimati';

/** Browsers and processes: most of the time of a whole run. */
const LONG_FOLDERS = ['e2e', 'bench', 'embedded-postgres'];

/** So that at the end no worker waits for a long file of another. Where no run is remembered, Vitest goes by sizes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG_FOLDERS.some((folder) => moduleId.startsWith(path.join(import.meta.dirname, folder, path.sep)));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: { conditions: ['perkex-source'] },
  ssr: { resolve: { conditions: ['perkex-source'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['*/src/**/*.test.ts', '*/test/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['web/test/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['web/test/support/setup.ts'],
          // After the others, because a worker of another environment shares no modules with them.
          sequence: { groupOrder: 1 },
          // They wait for nothing: two workers on a core would only load all modules twice.
          maxWorkers: availableParallelism(),
        },
      },
    ],
    maxWorkers: 4,
    // In megabytes. With the small default, garbage collection copies most objects of a test's requests again and
    // again.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // The files of a worker share its modules: reloading them for each file took a sixth of the whole run.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // Long enough for a busy machine: no test depends on a shorter time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
