import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { restoreBackup, secretFiles } from './backups.mjs'
import { ensureBuilt } from './build.mjs'
import { askerOf, runningDatabase } from './live-database.mjs'
import { freePort } from './ports.mjs'
import { runningStart } from './run-file.mjs'
import { localOrigin, servicesOf } from './services.mjs'
import { parseSettings } from './settings.mjs'
import { createSupervisor } from './supervisor.mjs'
import { Stop } from './terminal.mjs'

/** Number of sessions whose read-back is compared. */
const sampled = 20

/**
 * Restores a backup into a temporary folder, starts the service on it, and compares: rows with the manifest, and
 * read-backs of the newest sessions that have not changed since with those of the running service.
 * @param {object} options
 * @param {string} options.from
 * @param {string} options.dataDir of the service that runs; its keys stand in for those that the backup lacks
 * @param {Record<string, any>} options.settings
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.say
 * @throws {Stop} if anything differs
 */
export async function drill({ from, dataDir, settings, env, say }) {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'wallet-capture-drill-'))
  const stopping = new AbortController()
  try {
    const target = join(folder, 'data')
    const manifest = await restoreBackup({ from, dataDir: target, pocketbasePath: settings.pocketbasePath })
    say(`Restored ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows, as many as were counted.`)
    if (!manifest.keys) lendKeys(dataDir, target)
    const running = runningStart(dataDir)
    const own = await drillSettings(env, target, running?.url ?? settings.baseUrl)
    const needed = ['PocketBase', 'the web server']
    const services = await servicesOf({ ...own, dev: false, signal: stopping.signal })
    const supervisor = createSupervisor(
      services.filter(({ name }) => needed.includes(name)),
      { say: () => undefined, onChildren: () => undefined },
    )
    const stop = () =>
      void supervisor.stop().then(() => {
        rmSync(folder, { recursive: true, force: true })
        process.exit(130)
      })
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      await supervisor.start()
      const storage = services.find(({ name }) => name === 'PocketBase')
      const address = /--http=(\S+)/.exec(storage?.args.join(' ') ?? '')?.[1]
      const restored = await askerOf(`http://${address}`, join(target, 'pocketbase-admin.json'))
      const ask = await runningDatabase(dataDir)
      const live = ask && { ask, origin: running?.local ?? running?.url ?? localOrigin(settings) }
      await compareReadBacks({ restored, live, token: settings.operatorToken, drilled: localOrigin(own.settings), say })
    } finally {
      await supervisor.stop()
    }
  } finally {
    stopping.abort()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The settings of the running service, but on free ports and without anything that reaches others.
 * @param {NodeJS.ProcessEnv} env @param {string} dataDir @param {string} baseUrl
 */
async function drillSettings(env, dataDir, baseUrl) {
  const off = {
    TLS_CERT_FILE: '',
    TLS_KEY_FILE: '',
    TEMPORAL_ADDRESS: '',
    TEMPORAL_API_KEY: '',
    TEMPORAL_PORT: '',
    TRUST_PROXY: '',
    METRICS_PORT: '',
    WARM_UP: 'off',
    BUILT_IN_PIPELINES: 'off',
    FETCH_ISSUER_METADATA: 'off',
    FETCH_STATUS_LISTS: 'off',
    FETCH_TYPE_METADATA: 'off',
    WALLET_CAPTURE_TEST_TLS: '',
    WALLET_CAPTURE_ROOT_PORT: '',
    LOG_LEVEL: 'error',
  }
  const own = { HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: dataDir, BASE_URL: baseUrl }
  const whole = { ...env, ...off, ...own }
  const settings = /** @type {Record<string, any>} */ (parseSettings(whole).values)
  return { settings, env: whole }
}

/** Copies the keys of the running service for a backup that has none. @param {string} dataDir @param {string} target */
function lendKeys(dataDir, target) {
  if (!existsSync(dataDir)) return
  for (const path of secretFiles(dataDir).filter((name) => name !== 'pocketbase-admin.json')) {
    mkdirSync(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    cpSync(join(dataDir, path), join(target, path))
  }
}

/**
 * @typedef {{ id: string, kind: string, events: number, exchanges: number }} SessionRow
 * @typedef {import('./live-database.mjs').Ask} Ask
 * @param {{ restored: Ask, live: { ask: Ask, origin: string } | undefined, token: string | undefined, drilled: string, say: (line: string) => void }} options
 *   `drilled` = the origin of the service on the restored data
 */
async function compareReadBacks({ restored, live, token, drilled, say }) {
  /** @type {SessionRow[]} */
  const rows = await restored('sessions', { newest: sampled })
  /** @type {SessionRow[]} */
  const known = live === undefined ? [] : await live.ask('sessions', { ids: rows.map(({ id }) => id) })
  let equal = 0
  for (const row of rows) {
    const isSame = known.some((one) => isDeepStrictEqual(one, row))
    for (let attempt = 1; ; attempt++) {
      const copy = await readBack(drilled, row, token)
      if (live === undefined || !isSame) break
      const original = await readBack(live.origin, row, token)
      if (isDeepStrictEqual(original, copy)) {
        equal++
        break
      }
      // A session may expire between the two reads; then both agree on the next attempt.
      if (attempt === 3)
        throw new Stop(`Session ${row.id} reads otherwise from the backup: ${firstDifference(original, copy)}`)
    }
  }
  if (live === undefined) {
    say(`Read ${rows.length} sessions. The service does not run, so there is nothing to compare them with.`)
    return
  }
  say(`${equal} of ${rows.length} sessions read the same as in the service that runs; the others changed since.`)
}

/** @param {unknown} wanted @param {unknown} found @param {string} [path] @returns {string | undefined} */
function firstDifference(wanted, found, path = '') {
  if (isDeepStrictEqual(wanted, found)) return undefined
  const isObject = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null
  if (!isObject(wanted) || !isObject(found)) return `at ${path || '/'}`
  const [a, b] = [/** @type {Record<string, unknown>} */ (wanted), /** @type {Record<string, unknown>} */ (found)]
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = firstDifference(a[name], b[name], `${path}/${name}`)
    if (difference !== undefined) return difference
  }
  return undefined
}

/**
 * A session as its tester reads it.
 * @param {string} origin @param {SessionRow} row @param {string | undefined} token
 * @returns {Promise<unknown>} @throws {Stop} if it cannot be read
 */
export function readBack(origin, { id, kind }, token) {
  const url = `${origin}${kind === 'presentation' ? '/openid4vp' : ''}/sessions/${id}`
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const get = url.startsWith('https:') ? httpsGet : httpGet
  return new Promise((resolve, reject) => {
    // The certificate is for the public host, but this is the local address.
    const request = get(url, { headers, agent: false, rejectUnauthorized: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) return resolve(JSON.parse(text))
        const hint = response.statusCode === 401 ? '\nSet OPERATOR_TOKEN to that of the service that runs.' : ''
        reject(new Stop(`${url} answered ${response.statusCode}: ${text.slice(0, 300)}${hint}`))
      })
    })
    request.once('error', (error) => reject(new Stop(`${url} cannot be read: ${error.message || error}`)))
  })
}
