import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { fixedShare } from './scripts/thorough.mjs'

const alias = {
  '@': fileURLToPath(new URL('.', import.meta.url)),
  'server-only': fileURLToPath(new URL('lib/testing/server-only.ts', import.meta.url)),
}

/**
 * These tests run the built pages in their own process, which takes seconds to load them. The pages read the wiring
 * from a global, so each file installs its own.
 */
const flowsWithPages = [
  'e2e/flows/{open-pages,operator-page,pipeline-page,organization-pages,pages-doors,pages-refusals,change-preview,scoreboard-pages,visitors-see,misbehaviours,verifier-misbehaviours}.test.ts',
]

/**
 * These tests mostly wait for service processes that they start, kill and restart: `npm test` runs them beside those
 * that compute.
 */
const flowsWithProcesses = [
  'e2e/flows/{ci-guide,deploy-recipe,durability,operations,secrets,secrets-pages,start,start-temporal,verifier-durability}.test.ts',
]

/**
 * Each of these shows what one migration does to older rows, and nobody edits a released migration. `npm test` runs a share of
 * them; Vitest by itself, and `npm run test:night`, run all.
 */
const ofMigrations = readdirSync(new URL('lib/adapters/pocketbase/migrations/', import.meta.url))
  .filter((name) => name.endsWith('.integration.test.ts'))
  .sort()
  .map((name) => `lib/adapters/pocketbase/migrations/${name}`)
const leftOutMigrations =
  process.env.THOROUGH === '' ? ofMigrations.filter((name) => !fixedShare(ofMigrations).includes(name)) : []

/** Lets all tests with PocketBase share one migrated database. */
const pocketBase = 'lib/testing/pocketbase-setup.ts'

/** Gives pages what they take from the server's bundle. */
const pages = 'lib/testing/pages-setup.ts'

const moduleCache = process.env.TEST_MODULE_CACHE

/**
 * When to give up, in milliseconds. Nothing waits this long where all is well: a busy machine takes a minute for two
 * starts of the service, and more than a poll's default second for one response.
 */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

/**
 * Node options of the workers, which a project does not inherit. Room for short-lived objects, which are costly to
 * collect. Most code runs only a few times: compiling it at once saves a twentieth, and optimizing it late another
 * tenth of the flows.
 */
const execArgv = [
  '--max-semi-space-size=64',
  '--always-sparkplug',
  `--require=${fileURLToPath(new URL('scripts/optimize-late.cjs', import.meta.url))}`,
]

/**
 * The projects: `unit` and `mocked` need nothing, `integration` a real PocketBase, `temporal` a real Temporal too, `flows`,
 * `flows with processes` and `flows with pages` the whole service over HTTP. `matrix` and `bench` are no part of `npm test`.
 *
 * Files of one worker share what they import, for each would load the service again. Only those of `mocked` replace
 * modules, and get fresh ones.
 *
 * `groupOrder`: projects of one number run side by side, those of the next one after them.
 */
export default defineConfig({
  test: {
    // `npm test` sets a directory in which projects share transformed modules, also with later runs.
    experimental: moduleCache ? { fsModuleCache: true, fsModuleCachePath: moduleCache } : {},
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{app,components,lib,scripts,e2e/round}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.temporal.test.ts', '**/*.mocked.test.ts'],
          setupFiles: ['lib/testing/wording-equality.ts'],
          sequence: { groupOrder: 0 },
          isolate: false,
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'mocked',
          include: ['{lib,components,scripts}/**/*.mocked.test.ts'],
          sequence: { groupOrder: 0 },
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['lib/**/*.integration.test.ts'],
          exclude: leftOutMigrations,
          sequence: { groupOrder: 1 },
          globalSetup: [pocketBase],
          isolate: false,
          // One waits for PocketBase to start or end while the other computes.
          maxWorkers: 2,
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        // Not part of npm test, which tries every pair of choices: `npm run matrix`.
        test: {
          name: 'matrix',
          include: ['e2e/matrix/*.test.ts'],
          sequence: { groupOrder: 4 },
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        // Not part of npm test: npm run bench:scoreboard.
        test: {
          name: 'bench',
          include: ['bench/**/*.bench.test.ts'],
          setupFiles: [pages],
          sequence: { groupOrder: 5 },
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
          sequence: { groupOrder: 2 },
          globalSetup: [pocketBase, 'lib/testing/temporal-setup.ts'],
          // Workers of Temporal in this process run workflows in it, because a thread for each takes longer to start
          // than most runs last. The worker processes that tests start use threads (`workerEnvironment` in
          // aggregation-world.ts).
          env: { TEMPORAL_DEBUG: '1' },
          isolate: false,
          execArgv,
          ...patience,
          // Each file has its own Temporal, and mostly waits for its timeouts.
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'flows',
          include: ['e2e/flows/**/*.test.ts'],
          setupFiles: [pages],
          sequence: { groupOrder: 3 },
          globalSetup: [pocketBase],
          exclude: [...flowsWithPages, ...flowsWithProcesses],
          isolate: false,
          // One waits for processes while the other computes.
          maxWorkers: 2,
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'flows with processes',
          include: flowsWithProcesses,
          sequence: { groupOrder: 3 },
          globalSetup: [pocketBase],
          isolate: false,
          maxWorkers: 2,
          execArgv,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'flows with pages',
          include: flowsWithPages,
          setupFiles: [pages],
          sequence: { groupOrder: 3 },
          globalSetup: [pocketBase],
          isolate: false,
          // Like the flows, or the runner would not run them in parallel.
          maxWorkers: 2,
          execArgv,
          ...patience,
        },
      },
    ],
  },
})
