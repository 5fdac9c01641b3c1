import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { labelled, minutes, runLanes, slowestFiles } from './lanes.mjs'
import { ROOT } from './paths.mjs'
import { endChild, runToEnd, spawnGroup } from './processes.mjs'
import {
  accountedFor,
  closingLine,
  crashed,
  failureLines,
  failuresPlaywright,
  failuresVitest,
  fileTimesPlaywright,
  fileTimesVitest,
  sum,
  tallyPlaywright,
  tallyVitest,
} from './results.mjs'
import { SETTINGS } from './settings.mjs'
import { temporalProgram } from './temporal-program.mjs'
import { requireNode, runCommand, Stop, say, withProgress } from './terminal.mjs'
import { findBrowser, transformedModules } from './test-setup.mjs'

/**
 * Ensures that the tests have a Chromium: finds one, or installs Playwright's, or the system's if permitted.
 * Dependencies must already be installed.
 * @param {{ signal?: AbortSignal }} [options]
 * @throws {Stop} if there is none and none can be installed
 */
async function ensureBrowser({ signal } = {}) {
  const own = process.env.CHROMIUM_PATH
  if (own !== undefined && own !== '' && !existsSync(own))
    throw new Stop(`CHROMIUM_PATH names ${own}, where no program is.`)
  const { chromium } = await import('playwright')
  const found = () => findBrowser({ own, managed: chromium.executablePath() }) !== undefined
  if (found()) return

  const run = async (
    /** @type {string} */ what,
    /** @type {string} */ command,
    /** @type {readonly string[]} */ args,
  ) => {
    const options = { cwd: ROOT, env: process.env, ...(signal === undefined ? {} : { signal }) }
    await withProgress(
      what,
      runToEnd(command, args, options).catch(() => undefined),
    )
    return found()
  }
  const playwright = join(ROOT, 'node_modules/playwright/cli.js')
  if (await run('Installing a browser for the tests', process.execPath, [playwright, 'install', 'chromium'])) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    await run('Updating the list of system packages', 'apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (await run('Installing Chromium from the system packages', 'apt-get', ['install', '-y', name])) return
  }
  throw new Stop(
    "The tests need a Chromium and none could be installed: run `npx playwright install chromium`, install your system's, or set CHROMIUM_PATH.",
  )
}

/** A part that takes longer counts as hung; it is stopped and fails. The pages took 18 minutes on two busy cores. */
const PART_TIMEOUT_MS = 45 * 60_000

/** Milliseconds to wait for the last output of a program that has exited. */
const OUTPUT_GRACE_MS = 5_000

/** Lines of a part's output to keep in case its report does not say what failed. */
const LAST_LINES = 20

const RESULTS = join(ROOT, 'test-results')

/** @typedef {import('./results.mjs').Tally} Tally */
/** @typedef {import('./lanes.mjs').Part} Part */

/** The column width of part names. */
const COLUMN = 18

/**
 * All parts: three lanes of about equal length, and the parts shared by whichever lanes end first. The build comes
 * early: pages need it, and so do the flows that start the service like users do, which would time out waiting for it.
 * Tests with Temporal and flows with processes wait half of their time, so they share a lane next to those that
 * compute.
 * @param {NodeJS.ProcessEnv} env @param {AbortSignal} signal @returns {{ lanes: Part[][], shared: Part[] }}
 */
function partsOf(env, signal) {
  /**
   * @param {string} name @param {readonly string[]} projects
   * @param {string} [shard] such as `1/2`: the first half of the files @returns {Part}
   */
  const vitest = (name, projects, shard) => ({
    name,
    run: async () => {
      const file = join(RESULTS, `${name.replaceAll(/[ ,/]+/g, '-')}.json`)
      const program = 'vitest/vitest.mjs'
      const chosen = projects.flatMap((project) => ['--project', project])
      if (shard !== undefined) chosen.push(`--shard=${shard}`)
      const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await runPart(name, program, args, env, signal)
      const report = readJson(file)
      const tally = tallyVitest(report, code)
      const failures = accountedFor(tally, failuresVitest(report).map(inTree), output)
      return { tally, files: fileTimesVitest(report).map(inTree), failures }
    },
  })
  /** Waits for the other lane's build, or builds if that has not begun. @param {Part} part @returns {Part} */
  const onceBuilt = ({ name, run }) => ({
    name,
    run: async () => {
      await ensureBuilt({ signal })
      return run()
    },
  })
  const lanes = [
    [
      { name: 'checks', run: () => runChecks({ signal }) },
      {
        name: 'build',
        run: async () => {
          await ensureBuilt({ signal })
          return { tally: { passed: 1, failed: 0, skipped: 0 } }
        },
      },
      {
        name: 'pages in a browser',
        run: async () => {
          const file = join(RESULTS, 'pages.json')
          const pagesEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
          const program = 'playwright/cli.js'
          const { code, output } = await runPart('pages in a browser', program, ['test'], pagesEnv, signal)
          const report = readJson(file)
          const tally = tallyPlaywright(report, code)
          const failures = accountedFor(tally, failuresPlaywright(report).map(inTree), output)
          return { tally, files: fileTimesPlaywright(report).map(inTree), failures }
        },
      },
    ],
    [vitest('unit', ['unit', 'mocked']), vitest('flows', ['flows'])],
    [vitest('with Temporal', ['temporal']), onceBuilt(vitest('flows, started', ['flows with processes']))],
  ]
  const shared = [
    onceBuilt(vitest('flows with pages', ['flows with pages'])),
    ...['1/2', '2/2'].map((shard) => vitest(`integration ${shard}`, ['integration'], shard)),
  ]
  return { lanes, shared }
}

/**
 * Makes the path of a file relative to the tree; Playwright reports it relative to its test folder.
 * @template {{ file?: string }} T @param {T} named @returns {T}
 */
function inTree(named) {
  const { file } = named
  if (file === undefined) return named
  return { ...named, file: isAbsolute(file) ? relative(ROOT, file) : `e2e/pages/${file}` }
}

/** Runs all checks and tests, to the end even if an early part fails. `--thorough` sets `THOROUGH` (thorough.mjs). */
async function main() {
  requireNode(process.versions.node)
  const controller = new AbortController()
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(name, () => controller.abort())
  const { signal } = controller
  await ensureInstalled({ dev: true, signal })
  await ensureBrowser({ signal })
  // Before any part's clock starts, because building it takes minutes, once per machine.
  await temporalProgram({ own: process.env.TEMPORAL_CLI_PATH || undefined, signal })
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })

  const startedAt = performance.now()
  // One migrated database for all parts: making it takes longer than starting on it twenty times (pocketbase-setup.ts).
  const template = mkdtempSync(join(tmpdir(), 'wallet-capture-template-'))
  const env = { ...testEnvironment(), TEST_POCKETBASE_TEMPLATE: template }
  const { lanes, shared } = partsOf(env, signal)
  const outcomes = await runLanes(lanes, {
    shared,
    signal,
    onStart: (name) => say(`== ${name}`),
    onEnd: ({ name, seconds, tally }) => say(`== ${name} ended after ${minutes(seconds)}: ${closingLine(tally)}`),
    onError: (name, error) => {
      const text = error instanceof Stop ? error.message : String(error?.stack ?? error)
      say(`== ${name}: ${text}`)
      return { tally: crashed, failures: [{ title: 'did not run to its end', error: text }] }
    },
  })
  rmSync(template, { recursive: true, force: true })
  if (signal.aborted) throw new Stop('Interrupted.')
  say('\nThe slowest files:')
  for (const { part, file, seconds } of slowestFiles(outcomes, 10))
    say(`${seconds.toFixed(1).padStart(7)} s  ${part.padEnd(COLUMN)}  ${file}`)
  say(`\nThe parts, in three lanes, after ${minutes((performance.now() - startedAt) / 1000)} in all:`)
  for (const { name, seconds, tally } of outcomes)
    say(`${minutes(seconds).padStart(7)}    ${name.padEnd(COLUMN)}  ${closingLine(tally)}`)
  sayFailures(outcomes)
  const total = sum(outcomes.map(({ tally }) => tally))
  say(closingLine(total))
  return total.failed === 0 ? 0 : 1
}

/**
 * Prints the failures last, because people read the end of a long log; the full list goes to a file next to the
 * reports.
 * @param {readonly import('./lanes.mjs').Outcome[]} outcomes
 */
function sayFailures(outcomes) {
  const parts = outcomes.map(({ name, failures }) => ({ part: name, failures }))
  const lines = failureLines(parts)
  if (lines.length === 0) return
  const file = join(RESULTS, 'failures.txt')
  writeFileSync(
    file,
    failureLines(parts, true)
      .map((line) => `${line}\n`)
      .join(''),
  )
  say(`\nWhat failed, complete in ${relative(ROOT, file)}:`)
  for (const line of lines) say(line)
}

/** The environment without the settings of a service that the user runs here; configured programs are kept. */
function testEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    THOROUGH: process.argv.includes('--thorough') ? '1' : '',
    TEST_MODULE_CACHE: transformedModules(ROOT),
    // JSON-quoted, because Node splits the value at spaces.
    NODE_OPTIONS: [process.env.NODE_OPTIONS, `--require=${JSON.stringify(join(ROOT, 'scripts/optimize-late.cjs'))}`]
      .join(' ')
      .trim(),
  }
  for (const { name } of SETTINGS)
    if (!['POCKETBASE_PATH', 'CHROMIUM_PATH', 'TEMPORAL_CLI_PATH'].includes(name)) delete env[name]
  return env
}

/**
 * Runs a program of `node_modules` and prints its output, each line prefixed with the name of the part.
 * @param {string} name @param {string} program @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal @returns {Promise<{ code: number, output: string }>} exit code, and the last lines
 */
async function runPart(name, program, args, env, signal) {
  const child = spawnGroup(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  /** @type {string[]} */
  const last = []
  for (const stream of [child.stdout, child.stderr]) {
    const output = labelled('', (line) => {
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      say(`${name.padEnd(COLUMN)} | ${line}`)
    })
    stream?.setEncoding('utf8').on('data', output.add).once('end', output.end)
  }
  const end = () => void endChild(child, 10_000)
  const timer = setTimeout(() => {
    say(`== ${name} takes longer than ${PART_TIMEOUT_MS / 60_000} minutes and is ended.`)
    end()
  }, PART_TIMEOUT_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    /** @type {number} */
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
      // A process that outlives the program may hold its streams open.
      child.once('exit', (code) => setTimeout(() => resolve(code ?? 1), OUTPUT_GRACE_MS).unref())
    })
    return { code, output: last.join('\n') }
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
