import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLine } from './process-table.mjs'
import { ROOT } from './root.mjs'
import { say } from './terminal.mjs'

/**
 * Allows one command at a time to install or build in this folder; others wait.
 * @template T
 * @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  const folder = join(ROOT, '.cache')
  const file = join(folder, 'setup.lock')
  mkdirSync(folder, { recursive: true })
  for (let waits = 0; !taken(file); waits++) {
    const pid = Number(readOrEmpty(file))
    const holds = Number.isInteger(pid) && pid > 1 && commandLine(pid)?.includes('.mjs') === true
    if (!holds && waits > 0) rmSync(file, { force: true })
    else {
      if (waits === 1) say(`Process ${pid} is installing or building here; waiting for it …`)
      await delay(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
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
