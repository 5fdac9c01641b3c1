import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureBrowser } from './install-browser.mjs'
import { endChild, spawnGroup } from './processes.mjs'
import { closingLine, crashed, sum, tallyPlaywright, tallyVitest } from './results.mjs'
import { ROOT } from './root.mjs'
import { SETTINGS } from './settings.mjs'
import { temporalProgram } from './temporal-program.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'

/** A part that takes longer hangs; it is ended and counts as failed. The pages took 18 minutes on two cores that did much else. */
const PART_TIMEOUT_MS = 45 * 60_000

const RESULTS = join(ROOT, 'test-results')

/** @typedef {import('./results.mjs').Tally} Tally */
/** @typedef {{ name: string, run: () => Promise<Tally> }} Part */

/** @param {NodeJS.ProcessEnv} env @param {AbortSignal} signal @returns {Part[]} all parts, in order */
function partsOf(env, signal) {
  const vitest = (/** @type {string} */ project) => async () => {
    const file = join(RESULTS, `${project}.json`)
    const program = 'vitest/vitest.mjs'
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await runPart(program, args, env, signal)
    return tallyVitest(readJson(file), code)
  }
  return [
    { name: 'checks', run: () => runChecks({ signal }) },
    { name: 'unit tests', run: vitest('unit') },
    { name: 'integration tests', run: vitest('integration') },
    {
      name: 'build',
      run: async () => {
        await ensureBuilt({ signal })
        return { passed: 1, failed: 0, skipped: 0 }
      },
    },
    { name: 'tests with Temporal', run: vitest('temporal') },
    { name: 'flows', run: vitest('flows') },
    {
      name: 'pages in a browser',
      run: async () => {
        const file = join(RESULTS, 'pages.json')
        const code = await runPart(
          '@playwright/test/cli.js',
          ['test'],
          { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          signal,
        )
        return tallyPlaywright(readJson(file), code)
      },
    },
  ]
}

/** Everything that proves the project, to the end even when an early part fails. */
async function main() {
  requireNode(process.versions.node)
  const controller = new AbortController()
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(name, () => controller.abort())
  const { signal } = controller
  await ensureInstalled({ signal })
  await ensureBrowser({ signal })
  // Before the clock of any part runs: where it has to be built, that takes minutes, once a machine.
  await temporalProgram({ own: process.env.TEMPORAL_CLI_PATH || undefined, signal })
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })

  /** @type {{ name: string, tally: Tally }[]} */
  const outcomes = []
  for (const { name, run } of partsOf(testEnvironment(), signal)) {
    say(`\n== ${name}`)
    const tally = await run().catch((error) => {
      say(error instanceof Stop ? error.message : String(error?.stack ?? error))
      return crashed
    })
    if (signal.aborted) throw new Stop('Interrupted.')
    outcomes.push({ name, tally })
  }
  say('')
  for (const { name, tally } of outcomes) say(`${name}: ${closingLine(tally)}`)
  const total = sum(outcomes.map(({ tally }) => tally))
  say(closingLine(total))
  return total.failed === 0 ? 0 : 1
}

/** The environment without the settings of a service that somebody runs here; the programs one named stay. */
function testEnvironment() {
  const env = { ...process.env }
  for (const { name } of SETTINGS)
    if (!['POCKETBASE_PATH', 'CHROMIUM_PATH', 'TEMPORAL_CLI_PATH'].includes(name)) delete env[name]
  return env
}

/** @param {string} program @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {AbortSignal} signal @returns {Promise<number>} exit code */
async function runPart(program, args, env, signal) {
  const child = spawnGroup(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => void endChild(child, 10_000)
  const timer = setTimeout(() => {
    say(`This part takes longer than ${PART_TIMEOUT_MS / 60_000} minutes and is ended.`)
    end()
  }, PART_TIMEOUT_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** @param {string} file @returns {unknown} undefined when there is none */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

await runCommand(main)
