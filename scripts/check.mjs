import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { runToEnd } from './processes.mjs'
import { runCommand, say } from './terminal.mjs'

/** @typedef {{ name: string, program: string, args: readonly string[], before?: readonly string[], if?: string }} Step */

/**
 * Trades memory for CPU time: Node collects short-lived objects less often. The type checker keeps nearly everything,
 * so its own limit of two and a quarter gigabytes costs at most an eighth more than it takes otherwise.
 */
const NODE_OPTIONS = ['--max-semi-space-size=64']
const GO_MEMORY = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/**
 * To add a check, add an entry. `before` runs first in the same step; without the file named by `if` the check is
 * skipped.
 */
const STEPS = /** @type {readonly Step[]} */ ([
  { name: 'format and lint', program: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  {
    name: 'types',
    program: 'typescript-7/lib/tsc.js',
    // More checkers would not help: each reads the shared types, so four take twice the CPU time. An incremental build
    // costs a tenth more.
    args: ['--noEmit', '-p', 'tsconfig.json', '--checkers', '1', '--incremental', 'false'],
    // Next generates the types of routes and style sheets, which a fresh clone lacks.
    before: ['next/dist/bin/next', 'typegen'],
  },
  { name: 'lock file', program: '../scripts/complete-lock.mjs', args: ['--check'] },
  { name: 'licences', program: '../scripts/licences.mjs', args: [] },
  { name: 'generated files', program: '../scripts/generate.mjs', args: ['--check'] },
  { name: 'types of the scripts', program: 'typescript-7/lib/tsc.js', args: ['-p', 'scripts/tsconfig.json'] },
  {
    name: 'types of the hooks and migrations',
    program: 'typescript-7/lib/tsc.js',
    args: ['-p', 'pb_hooks/tsconfig.json'],
    before: ['../scripts/pocketbase-types.mjs'],
  },
  {
    name: 'dependency rules',
    program: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'app', 'lib', 'components'],
    if: '.dependency-cruiser.cjs',
  },
  { name: 'filters', program: '../scripts/filter-guard.mjs', args: [] },
  { name: 'pages', program: '../scripts/page-guard.mjs', args: [] },
  { name: 'commit subjects', program: '../scripts/commit-subjects.mjs', args: [] },
  { name: 'dead code', program: 'knip/bin/knip.js', args: ['--no-progress'] },
])

/**
 * Runs all checks, two at a time, and prints the result of each.
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<{ tally: import('./results.mjs').Tally, failures: import('./results.mjs').Failure[] }>} each check
 *   counts as one
 */
export async function runChecks({ signal } = {}) {
  const tally = { passed: 0, failed: 0, skipped: 0 }
  /** @type {import('./results.mjs').Failure[]} */
  const failures = []
  const waiting = STEPS.filter((step) => step.if === undefined || existsSync(join(ROOT, step.if)))
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const startedAt = Date.now()
      const { code, output } = await runStep(step, signal)
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      if (code === 0) tally.passed++
      else tally.failed++
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
      if (code !== 0) {
        failures.push({ title: step.name, error: output })
        say(output)
      }
    }
  }
  await Promise.all([lane(), lane()])
  return { tally, failures }
}

/** @param {Step} step @param {AbortSignal} [signal] */
async function runStep({ program, args, before }, signal) {
  const run = (/** @type {string} */ file, /** @type {readonly string[]} */ rest) =>
    runToEnd(process.execPath, [...NODE_OPTIONS, join(ROOT, 'node_modules', file), ...rest], {
      cwd: ROOT,
      env: { ...process.env, ...GO_MEMORY, NEXT_TELEMETRY_DISABLED: '1' },
      ...(signal === undefined ? {} : { signal }),
    })
  if (before !== undefined) {
    const [file = '', ...rest] = before
    const first = await run(file, rest)
    if (first.code !== 0) return first
  }
  return run(program, args)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCommand(async () => {
    await ensureInstalled({ dev: true })
    const { tally } = await runChecks()
    return tally.failed === 0 ? 0 : 1
  })
}
