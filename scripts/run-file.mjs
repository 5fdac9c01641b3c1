import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLine, signalGroup, startToken } from './processes.mjs'
import { Stop } from './terminal.mjs'

/**
 * `run.json` in the data directory: which supervisor uses the directory, and its children. It locks out a second start
 * and, after a supervisor was killed, lists what it left running.
 *
 * @typedef {{ name: string, pid: number, marker: string }} RunChild `marker` = a part of its command line only ours has
 * @typedef {{ temporal?: { address: string, namespaces: string[] } | undefined, pocketbase: { url: string, dashboard: string } }} Parts
 *   where the parts listen, once they do; `namespaces` are those of the last few seconds
 * @typedef {{ pid: number, token: string, url: string, local?: string | undefined, children: RunChild[], parts?: Parts | undefined }} RunFile
 *   `url` = the public origin, `local` = where it is on this machine
 * @typedef {{ commandLine: (pid: number) => string | undefined, startToken: (pid: number) => string }} ProcessTable
 */

/** @type {ProcessTable} */
const realTable = { commandLine, startToken }

/**
 * Whether the supervisor that wrote the file still runs: its pid may have been reused.
 * @param {RunFile} run @param {ProcessTable} [table]
 */
export function supervisorRuns(run, table = realTable) {
  const line = table.commandLine(run.pid)
  return line?.includes('start.mjs') === true && table.startToken(run.pid) === run.token
}

/**
 * The children in the file that still run and are ours, judged by their command line; no other process is ever stopped.
 * @param {RunFile} run @param {ProcessTable} [table] @returns {RunChild[]} in the order they were started
 */
export function survivors(run, table = realTable) {
  return run.children.filter(({ pid, marker }) => {
    return pid > 1 && marker.length > 8 && ` ${table.commandLine(pid)} `.includes(` ${marker} `)
  })
}

/** @param {string} text @returns {RunFile | undefined} undefined for anything but a run file */
export function parseRunFile(text) {
  try {
    const value = JSON.parse(text)
    const good =
      Number.isInteger(value?.pid) &&
      typeof value.token === 'string' &&
      typeof value.url === 'string' &&
      ['string', 'undefined'].includes(typeof value.local) &&
      ['object', 'undefined'].includes(typeof value.parts) &&
      Array.isArray(value.children) &&
      value.children.every(
        (/** @type {any} */ child) =>
          Number.isInteger(child?.pid) && typeof child.name === 'string' && typeof child.marker === 'string',
      )
    return good ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes the data directory for this process, after stopping what a killed supervisor left running in it.
 * @param {{ file: string, url: string, local?: string, say: (line: string) => void }} options
 * @returns {Promise<{ update: (children: RunChild[]) => void, tell: (parts: Parts) => void, release: () => void }>}
 * @throws {Stop} if another start holds it
 */
export async function takeRunFile({ file, url, local, say }) {
  /** @type {RunFile} */
  const own = { pid: process.pid, token: startToken(process.pid), url, local, children: [] }
  for (let attempt = 0; !created(file, own); attempt++) {
    const text = readOrEmpty(file)
    const run = parseRunFile(text)
    if ((run !== undefined && supervisorRuns(run)) || attempt > 20) {
      const who = run === undefined ? '' : ` by process ${run.pid}, which serves ${run.url}`
      throw new Stop(`The data directory is in use${who}: stop that one first, or set another DATA_DIR.`)
    }
    // An empty file means that another start is between creating and writing it: look again.
    if (text === '' && attempt < 10) await delay(50)
    else {
      await endSurvivors(run, say)
      discard(file, text)
    }
  }
  return {
    update: (children) => {
      own.children = children
      replace(file, own)
    },
    tell: (parts) => {
      own.parts = parts
      replace(file, own)
    },
    release: () => {
      if (parseRunFile(readOrEmpty(file))?.pid === process.pid) unlinkSync(file)
    },
  }
}

/**
 * The address of the service that uses a data directory; undefined if none is running.
 * @param {string} dataDir @param {ProcessTable} [table] @returns {string | undefined}
 */
export const runningService = (dataDir, table = realTable) => runningStart(dataDir, table)?.url

/**
 * What the service that uses a data directory wrote about itself; undefined if none is running.
 * @param {string} dataDir @param {ProcessTable} [table] @returns {RunFile | undefined}
 */
export function runningStart(dataDir, table = realTable) {
  const run = parseRunFile(readOrEmpty(join(dataDir, 'run.json')))
  return run !== undefined && supervisorRuns(run, table) ? run : undefined
}

/** @param {RunFile | undefined} run @param {(line: string) => void} say */
async function endSurvivors(run, say) {
  if (run === undefined) return
  const left = survivors(run).reverse()
  for (const child of left) {
    say(`Stopping ${child.name} (process ${child.pid}), left behind by a start that was killed.`)
    signalGroup(child.pid, 'SIGTERM')
    for (let waited = 0; survivors({ ...run, children: [child] }).length > 0; waited += 50) {
      if (waited === 5_000) signalGroup(child.pid, 'SIGKILL')
      if (waited > 10_000)
        throw new Stop(`${child.name} (process ${child.pid}) does not end; end it by hand, then start again.`)
      await delay(50)
    }
  }
}

/** Creates the file atomically, only if there is none. @param {string} file @param {RunFile} run */
function created(file, run) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(run, null, 2), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** @param {string} file @param {RunFile} run */
function replace(file, run) {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(run, null, 2), { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}

/**
 * Removes a stale file. Moves it aside first: if someone else took the directory since we read it, the moved file is
 * theirs and is put back.
 * @param {string} file @param {string} stale the content that was judged
 */
function discard(file, stale) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    if (readOrEmpty(aside) !== stale) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error
  }
  try {
    unlinkSync(aside)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
  }
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
