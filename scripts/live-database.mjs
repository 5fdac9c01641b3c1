import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './processes.mjs'
import { parseRunFile, survivors } from './run-file.mjs'
import { askDatabase } from './services.mjs'
import { Stop } from './terminal.mjs'

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

/** @typedef {(path: string, body: unknown) => Promise<any>} Ask a route of our hooks below `/api/internal/operations/` */

/**
 * A function that queries the PocketBase running on a data directory; undefined if none runs.
 * @param {string} dataDir @returns {Promise<Ask | undefined>}
 */
export async function runningDatabase(dataDir) {
  const address = dashboardAddress(dataDir)
  const file = join(dataDir, 'pocketbase-admin.json')
  return address === undefined || !existsSync(file) ? undefined : askerOf(new URL(address).origin, file)
}

/**
 * Signs in to a PocketBase.
 * @param {string} origin @param {string} adminFile with `email` and `password`
 * @returns {Promise<Ask>}
 */
export async function askerOf(origin, adminFile) {
  const { email, password } = JSON.parse(readFileSync(adminFile, 'utf8'))
  const signedIn = await post(`${origin}/api/collections/_superusers/auth-with-password`, {
    identity: email,
    password,
  })
  return (path, body) => post(`${origin}/api/internal/operations/${path}`, body, signedIn.token)
}

/** @param {string} url @param {unknown} body @param {string} [token] @returns {Promise<any>} */
async function post(url, body, token) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Stop(`PocketBase answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
  return response.json()
}

/**
 * Copies the database of a data directory: through the PocketBase that runs on it, or else with a command.
 * @param {{ dataDir: string, pocketbasePath?: string | undefined, signal?: AbortSignal | undefined }} options
 * @returns {Promise<import('./backups.mjs').Copy>}
 */
export async function copierOf({ dataDir, pocketbasePath, signal }) {
  const ask = await runningDatabase(dataDir)
  if (ask !== undefined) return (file, withKeys) => ask('copy', { file, withKeys })
  const dir = join(dataDir, 'pocketbase')
  return (file, withKeys) =>
    askDatabase({
      dir,
      parts: ['wallet-capture-copy', file, ...(withKeys ? ['with-keys'] : [])],
      pocketbasePath,
      signal,
    })
}
