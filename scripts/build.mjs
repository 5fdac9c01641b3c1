import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled, withSetupLock } from './install.mjs'
import { rewriteInOneByte } from './one-byte.mjs'
import { ROOT } from './paths.mjs'
import { runToEnd } from './processes.mjs'
import { shareChunks } from './share-chunks.mjs'
import { runCommand, Stop, withProgress } from './terminal.mjs'

/** Programs that are bundled to `dist/<name>.mjs`; one that does not exist yet is skipped. */
const PROGRAMS = [
  { name: 'server', entry: 'lib/server/wiring/main.ts' },
  { name: 'draw-cards', entry: 'lib/adapters/evidence-card/draw-program.ts' },
  { name: 'wallet', entry: 'lib/wallet/cli.ts' },
  { name: 'worker', entry: 'lib/server/wiring/worker.ts' },
  { name: 'demo', entry: 'lib/demo/cli.ts' },
  { name: 'verify-report', entry: 'lib/verify-report/cli.ts' },
]

/** The workflows, each bundled to `dist/<name>.js`. */
const WORKFLOWS = [
  { name: 'workflows', entry: 'lib/adapters/temporal/workflows.ts' },
  { name: 'pipeline-workflow', entry: 'lib/adapters/temporal/pipeline/workflow.ts' },
]

/** Everything that the workflow code imports. */
const WORKFLOW_SOURCES = [
  ...WORKFLOWS.map(({ entry }) => entry),
  'lib/core/scoreboard/aggregation-workflow.ts',
  'lib/core/scoreboard/pipelines/fold-run.ts',
  'lib/core/scoreboard/pipelines/run-types.ts',
  'package-lock.json',
]

/** Leaves out tsconfig.json, because Next edits it during a build. */
const BUNDLE_SOURCES = [
  'lib',
  'app/(protocol)',
  // The programs refuse a PocketBase with other hooks than these.
  'pb_hooks/version.json',
  'scripts/build.mjs',
  'scripts/one-byte.mjs',
  'scripts/share-chunks.mjs',
  'scripts/settings.mjs',
  'package.json',
  'package-lock.json',
]
const PAGE_SOURCES = [
  ...BUNDLE_SOURCES,
  'app',
  'components',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'proxy.ts',
]

/**
 * Builds what is missing or stale. The environment does not go into the build, so one build serves every configuration.
 * @param {{ without?: readonly ('pages' | 'workflows')[], signal?: AbortSignal }} [options] `without` leaves out builds
 * @throws {Stop} when a build fails
 */
export async function ensureBuilt({ without = [], signal } = {}) {
  const missing = () => stale().filter(({ name }) => !without.some((one) => one === name))
  if (missing().length === 0) return
  await withSetupLock(async () => {
    const failure = new AbortController()
    const either = AbortSignal.any([failure.signal, ...(signal === undefined ? [] : [signal])])
    const make = async (/** @type {ReturnType<typeof stale>[number]} */ part) => {
      // Computed before the build, so that a source that changes during it makes the result stale, never wrongly fresh.
      const print = fingerprint(ROOT, part.sources)
      rmSync(stampFile(part.name), { force: true })
      try {
        await withProgress(`Building ${part.what}`, part.build(either))
      } catch (error) {
        failure.abort()
        throw error
      }
      writeFileSync(stampFile(part.name), print)
    }
    // In parallel, because building the pages does not always use two cores. The lock is held until the last build has
    // ended.
    const results = await Promise.allSettled(missing().map(make))
    // The first failure stopped the other builds, so their errors are irrelevant.
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (failed.length > 0) throw failed.find((error) => !(error instanceof Ended)) ?? failed[0]
  })
}

/** Thrown when another build's failure or the user has stopped a build. */
class Ended extends Stop {}

function stale() {
  const parts = [
    {
      name: 'bundles',
      what: 'the programs',
      sources: BUNDLE_SOURCES,
      results: programs().map(({ name }) => `dist/${name}.mjs`),
      build: apart('bundles'),
    },
    {
      name: 'workflows',
      what: 'the workflows',
      sources: WORKFLOW_SOURCES,
      results: WORKFLOWS.map(({ name }) => `dist/${name}.js`),
      build: apart('workflows'),
    },
    {
      name: 'pages',
      what: 'the pages (half a minute)',
      sources: PAGE_SOURCES,
      results: ['.next/BUILD_ID'],
      build: buildPages,
    },
  ]
  return parts.filter(({ name, sources, results }) => {
    const stamp = stampFile(name)
    const complete = existsSync(stamp) && results.every((result) => existsSync(join(ROOT, result)))
    return !complete || readFileSync(stamp, 'utf8') !== fingerprint(ROOT, sources)
  })
}

/** @param {string} name */
function stampFile(name) {
  return join(ROOT, 'dist', `${name}.sha256`)
}

function programs() {
  return PROGRAMS.filter(({ entry }) => existsSync(join(ROOT, entry)))
}

/** What this file does when it is run with one of these names. */
const BUNDLERS = { bundles: bundle, workflows: bundleWorkflows, chunks: packPages }

/**
 * Builds a part in a process of its own: bundlers leave 150 MB behind, packing pages 25, and `npm start` runs for days.
 * @param {keyof typeof BUNDLERS} name
 */
const apart = (name) => async (/** @type {AbortSignal} */ signal) => {
  const { code, output } = await runToEnd(process.execPath, [fileURLToPath(import.meta.url), name], {
    cwd: ROOT,
    signal,
  })
  if (signal.aborted) throw new Ended('The build was ended.')
  if (code !== 0) throw new Stop(output)
}

/** Bundles our own code; packages stay in `node_modules` with their native parts and data files. */
async function bundle() {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const { build, stop } = await import('esbuild')
  const bundling = build({
    absWorkingDir: ROOT,
    entryPoints: programs().map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // The guard against client bundles throws outside Next, where it has no purpose.
    alias: { 'server-only': './scripts/empty.mjs' },
    sourcemap: true,
    // Stack traces only need positions; the sources are next to the bundle.
    sourcesContent: false,
    // V8 keeps the source of each loaded script. Node prints the line that throws, so lines stay short.
    minifyWhitespace: true,
    lineLimit: 200,
    logLevel: 'silent',
  })
  await bundling
    .catch((error) => {
      throw new Stop(`The programs could not be bundled: ${error.message}`)
    })
    // Its service would otherwise run, and keep 25 MB, as long as this process.
    .finally(stop)
  for (const { name } of programs()) rewriteInOneByte(join(ROOT, `dist/${name}.mjs`))
}

/** Temporal runs workflow code in a sandbox, from one file per workflow. */
async function bundleWorkflows() {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  const { bundleWorkflowCode } = await import('@temporalio/worker')
  const quiet = () => {}
  for (const { name, entry } of WORKFLOWS) {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(ROOT, entry),
      logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    }).catch((error) => {
      throw new Stop(`A workflow could not be bundled: ${error.message}`)
    })
    writeFileSync(join(ROOT, `dist/${name}.js`), withEmptyMap(code))
  }
}

/**
 * Replaces the source map of a workflow by an empty one. The worker requires a map, and keeps the decoded map of each workflow in
 * memory, 11 MB for both. Stacks of workflows then name lines of the bundle, whose functions keep their names.
 * @param {string} code
 */
export function withEmptyMap(code) {
  const start = code.lastIndexOf('//# sourceMappingURL=')
  if (start === -1) throw new Stop('A workflow was bundled without a source map.')
  const map = { version: 3, sources: [], names: [], mappings: '' }
  const url = `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
  return `${code.slice(0, start)}//# sourceMappingURL=${url}`
}

/** @param {AbortSignal} [signal] */
async function buildPages(signal) {
  const { code, output } = await runToEnd(process.execPath, [join(ROOT, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    ...(signal === undefined ? {} : { signal }),
  })
  if (signal?.aborted) throw new Ended('The build of the pages was ended.')
  if (code !== 0) throw new Stop(`${output}\nThe pages could not be built: see the lines above.`)
  await apart('chunks')(signal ?? new AbortController().signal)
}

/** Makes what Next wrote smaller: in memory what the server loads, on the wire what it sends. */
async function packPages() {
  const { stop, transform } = await import('esbuild')
  for (const name of ['.next/server/chunks', '.next/server/chunks/ssr']) {
    const folder = join(ROOT, name)
    shareChunks(folder)
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.js')) continue
      const path = join(folder, file)
      const { code } = await transform(readFileSync(path, 'utf8'), {
        minifyWhitespace: true,
        lineLimit: 200,
        legalComments: 'none',
      })
      writeFileSync(path, code)
      rewriteInOneByte(path)
    }
  }
  await stop()
  await packStatic(join(ROOT, '.next/static'))
}

/**
 * Compresses scripts and styles once with maximum effort, so that the server can send them as they are.
 * @param {string} folder
 */
async function packStatic(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|css)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const plain = readFileSync(join(folder, file))
      writeFileSync(join(folder, `${file}.br`), await promisify(brotliCompress)(plain))
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCommand(async () => {
    const [part] = process.argv.slice(2)
    const bundler = Object.entries(BUNDLERS).find(([name]) => name === part)?.[1]
    if (bundler !== undefined) await bundler()
    else {
      await ensureInstalled()
      await ensureBuilt()
    }
    return 0
  })
}
