import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@': fileURLToPath(new URL('.', import.meta.url)),
  'server-only': fileURLToPath(new URL('lib/testing/server-only.ts', import.meta.url)),
}

/** They run the built pages in the process of the test, which find the wiring, and keep what they read, in globals. */
const flowsWithPages = [
  'e2e/flows/{operator-page,pages-doors,scoreboard-pages,misbehaviours,presentation-misbehaviours}.test.ts',
]

/**
 * Six projects: `unit` and `mocked` need nothing, `integration` a real PocketBase, `temporal` a real Temporal too, `flows`
 * and `flows with pages` the whole service over HTTP.
 *
 * Files of one worker share what they import, for each would load the service again. Only those of `mocked` replace
 * modules, and get fresh ones; so do `flows with pages`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.temporal.test.ts', '**/*.mocked.test.ts'],
          isolate: false,
          // Properties take a second; a machine that does much else takes many.
          testTimeout: 60_000,
        },
      },
      { resolve: { alias }, test: { name: 'mocked', include: ['lib/**/*.mocked.test.ts'] } },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['lib/**/*.integration.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        // Not a part of npm test, which tries every pair of choices: npm run matrix.
        test: { name: 'matrix', include: ['e2e/matrix/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
      },
      {
        resolve: { alias },
        // Not a part of npm test: npm run bench:scoreboard.
        test: {
          name: 'bench',
          include: ['bench/**/*.bench.test.ts'],
          globalSetup: ['lib/testing/temporal-setup.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'temporal',
          include: ['lib/**/*.temporal.test.ts'],
          globalSetup: ['lib/testing/temporal-setup.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file has a Temporal of its own; most of their time they wait for its time limits.
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'flows',
          include: ['e2e/flows/**/*.test.ts'],
          exclude: flowsWithPages,
          isolate: false,
          // One waits for processes while the other computes.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'flows with pages',
          include: flowsWithPages,
          // As the flows, or the runner would not run them side by side.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
