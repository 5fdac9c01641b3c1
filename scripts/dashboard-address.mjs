import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './process-table.mjs'
import { parseRunFile, survivors } from './run-file.mjs'

/**
 * The address of the PocketBase dashboard for the service running on a data directory; undefined if none is running.
 * @param {string} dataDir
 * @param {Pick<import('./run-file.mjs').ProcessTable, 'commandLine'>} [table]
 * @returns {string | undefined}
 */
export function dashboardAddress(dataDir, table = { commandLine }) {
  let text = ''
  try {
    text = readFileSync(join(dataDir, 'run.json'), 'utf8')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
  }
  const run = parseRunFile(text)
  if (run === undefined) return undefined
  const running = survivors(run, { ...table, startToken: () => '' }).find(({ name }) => name === 'PocketBase')
  const host = /--http=(\S+)/.exec((running && table.commandLine(running.pid)) ?? '')?.[1]
  return host === undefined ? undefined : `http://${host}/_/`
}
