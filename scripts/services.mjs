import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ROOT } from './paths.mjs'
import { pocketbaseProgram } from './pocketbase-program.mjs'
import { freePort, keepPort } from './ports.mjs'
import { runToEnd } from './processes.mjs'
import { allocatorMemory, pocketbaseMemory, temporalMemory, webMemory, workerMemory } from './runtime-memory.mjs'
import { SETTINGS, servesTls } from './settings.mjs'
import { temporalArguments, temporalProgram } from './temporal-program.mjs'
import { Stop } from './terminal.mjs'
import { withTrustedRoots } from './tls-files.mjs'

/** Where the embedded Temporal listens unless TEMPORAL_PORT says otherwise: Temporal's own default. */
const temporalPort = 7233

/**
 * The services of one start, each after those it needs. To add a service, add an entry.
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, dev: boolean, signal: AbortSignal, temporalCli?: Promise<string>, note?: (line: string) => void }} options
 *   `settings.dataDir` is absolute; `temporalCli` is the Temporal program, where somebody looks for it already; `note`
 *   hears of a port that is not the usual one
 * @throws {Stop} if TEMPORAL_PORT is taken
 * @returns {Promise<import('./supervisor.mjs').Service[]>}
 */
export async function servicesOf({ settings, env, dev, signal, temporalCli, note = () => {} }) {
  /** @type {import('./supervisor.mjs').Service[]} */
  const stores = []
  const childEnv = { ...env }
  if (settings.pocketbaseUrl === undefined) {
    const port = await freePort()
    const adminFile = join(settings.dataDir, 'pocketbase-admin.json')
    childEnv.POCKETBASE_URL = `http://127.0.0.1:${port}`
    childEnv.POCKETBASE_ADMIN_FILE = adminFile
    stores.push(pocketbase({ settings, env, port, adminFile, signal }))
  }
  /** @type {import('./supervisor.mjs').Service[]} */
  const engines = []
  if (settings.temporalAddress === undefined) {
    const kept = await keepTemporalPort(settings, note)
    childEnv.TEMPORAL_ADDRESS = `127.0.0.1:${kept.port}`
    engines.push(temporal({ settings, env, ...kept, signal, temporalCli }))
  }
  const needs = stores.map(({ name }) => name)
  return [
    ...stores,
    ...engines,
    { ...web({ settings, env: childEnv, dev }), needs },
    // After the web server, which creates the built-in organisation whose namespace the worker registers.
    worker({ settings, env: childEnv, signal, needs: ['the web server', ...engines.map(({ name }) => name)] }),
  ]
}

/**
 * Added to a port of Temporal, that of the sign which a start keeps there while it runs. Temporal listens a second after
 * its start and leaves its port when it is restarted: without a sign, another start meanwhile would take the port, and
 * then this Temporal for its own.
 */
const signAt = 1000

/**
 * Keeps a port for the embedded Temporal until it starts, which may be minutes later.
 * @param {Record<string, any>} settings @param {(line: string) => void} note
 */
async function keepTemporalPort(settings, note) {
  const { temporalPort: own, port: webPort, metricsPort, rootPort } = settings
  if (own !== undefined) {
    const kept = await keepPort(own)
    if (kept === undefined)
      throw new Stop(`Port ${own} on 127.0.0.1 is taken by another program; set TEMPORAL_PORT to a free one.`)
    if ((await keepPort(own + signAt)) !== undefined) return kept
    await kept.release()
    throw new Stop(
      `TEMPORAL_PORT ${own} needs port ${own + signAt} on 127.0.0.1 too, a sign for other starts, and another program has it; set TEMPORAL_PORT to another one.`,
    )
  }
  const ours = [webPort, metricsPort, metricsPort === undefined ? undefined : metricsPort + 1, rootPort]
  for (let port = temporalPort; port < temporalPort + 200; port++) {
    if (ours.includes(port) || ours.includes(port + signAt)) continue
    const kept = await keepPort(port)
    if (kept === undefined) continue
    if ((await keepPort(port + signAt)) === undefined) {
      await kept.release()
      continue
    }
    if (port !== temporalPort)
      note(`Temporal listens on port ${port}, since another start or program has ${temporalPort}.`)
    return kept
  }
  throw new Stop(
    `No port from ${temporalPort} to ${temporalPort + 199} on 127.0.0.1 is free for Temporal; set TEMPORAL_PORT to one.`,
  )
}

/**
 * Temporal's development server. Everything except aggregations works without it.
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, port: number, release: () => Promise<void>, signal: AbortSignal, temporalCli?: Promise<string> | undefined }} options
 *   `release` frees the port, which was kept
 * @returns {import('./supervisor.mjs').Service}
 */
function temporal({ settings, env, port, release, signal, temporalCli }) {
  const file = join(settings.dataDir, 'temporal.db')
  /** @type {import('./supervisor.mjs').Service} */
  const service = {
    name: 'Temporal',
    optional: true,
    // Set once the program has been found.
    command: 'temporal',
    args: temporalArguments({ port, file }),
    env: { ...temporalMemory, ...withoutSettings(env) },
    cwd: settings.dataDir,
    marker: `--db-filename=${file}`,
    prepare: async () => {
      for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) chmodSync(part, 0o600)
      try {
        service.command = await (temporalCli ?? temporalProgram({ own: settings.temporalCliPath, env, signal }))
      } finally {
        await release()
      }
    },
    ready: () => listens(port),
    readyTimeoutMs: 60_000,
    stopGraceMs: 8_000,
    show: (line) => (/error|panic|fatal/i.test(line) ? `temporal | ${line.slice(0, 300)}` : undefined),
  }
  return service
}

/**
 * The process that runs aggregations. Workers on other machines may join; see docs/scoreboard/temporal.md.
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, signal: AbortSignal, needs: readonly string[] }} options
 * @returns {import('./supervisor.mjs').Service}
 */
function worker({ settings, env, signal, needs }) {
  const marker = `--worker-of=${settings.dataDir}`
  const watch = pathToFileURL(join(ROOT, 'scripts/parent-watch.mjs')).href
  let polling = false
  /** @type {import('./supervisor.mjs').Service} */
  const service = {
    name: 'the worker',
    needs,
    optional: true,
    ...(settings.builtInPipelines === 'off'
      ? {}
      : { without: 'The built-in pipelines do not run by themselves: npm run demo runs them.' }),
    command: process.execPath,
    args: [...workerMemory, '--import', watch, join(ROOT, 'dist/worker.mjs'), marker],
    env: {
      ...allocatorMemory,
      ...withoutSettings(env, workerSettings),
      DATA_DIR: settings.dataDir,
      BASE_URL: settings.baseUrl,
      // The certificate names the public host, so its name must be used.
      SERVICE_URL: servesTls(settings) ? settings.baseUrl : localOrigin(settings),
      NODE_ENV: 'production',
      LOG_FORMAT: settings.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
    },
    cwd: ROOT,
    marker,
    ipc: true,
    prepare: async () => {
      await ensureBuilt({ without: ['pages'], signal })
      // The web server, which this service needs, has created the test root by now.
      const { NODE_EXTRA_CA_CERTS } = withTrustedRoots(env, settings.dataDir)
      if (NODE_EXTRA_CA_CERTS !== undefined) service.env = { ...service.env, NODE_EXTRA_CA_CERTS }
    },
    ready: async () => (polling ? '' : 'it does not poll yet'),
    readyTimeoutMs: 60_000,
    stopGraceMs: 8_000,
    show: (line) => {
      if (line !== 'worker is polling') return `worker | ${line}`
      polling = true
    },
  }
  return service
}

/** Command-line flags of every PocketBase we start. @param {string} dir of its database */
function pocketbaseFlags(dir) {
  return [
    `--dir=${dir}`,
    `--migrationsDir=${join(ROOT, 'pb_migrations')}`,
    '--hooksWatch=false',
    '--automigrate=false',
    '--dev=false',
    // Number of JavaScript engines to keep ready; the default is fifteen. Each takes memory, and more are created
    // quickly if all are busy.
    '--hooksPool=4',
    // A folder that does not exist: this PocketBase serves no static files.
    `--publicDir=${join(dir, 'no-public-files')}`,
  ]
}

/**
 * Runs a command of our hooks on a database that no PocketBase has open, and parses the JSON that it prints.
 * @param {{ dir: string, parts: readonly string[], pocketbasePath?: string | undefined, env?: NodeJS.ProcessEnv, signal?: AbortSignal | undefined }} options
 * @returns {Promise<any>}
 * @throws {Stop} if the command fails
 */
export async function askDatabase({ dir, parts, pocketbasePath, env = process.env, signal }) {
  const { code, output } = await runToEnd(
    pocketbaseProgram(pocketbasePath),
    [...parts, `--hooksDir=${join(ROOT, 'pb_hooks')}`, ...pocketbaseFlags(dir)],
    { cwd: ROOT, env: { ...pocketbaseMemory, ...withoutSettings(env) }, privately: true, ...(signal && { signal }) },
  )
  const text = output.split('\n').find((line) => line.startsWith('{'))
  if (code !== 0 || text === undefined) throw new Stop(`${output.slice(0, 2000)}\nPocketBase cannot read ${dir}.`)
  return JSON.parse(text)
}

/**
 * Go's runtime looks after its threads every 20 microseconds while a request is being answered, which took a fifth of a
 * commit's processor time. A millisecond late does no harm.
 */
const POCKETBASE_TIMER_SLACK_NS = 1_000_000

/**
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, port: number, adminFile: string, signal: AbortSignal }} options
 * @returns {import('./supervisor.mjs').Service}
 */
function pocketbase({ settings, env, port, adminFile, signal }) {
  const dir = join(settings.dataDir, 'pocketbase')
  const command = pocketbaseProgram(settings.pocketbasePath)
  const childEnv = { ...pocketbaseMemory, ...withoutSettings(env) }
  const common = pocketbaseFlags(dir)
  return {
    name: 'PocketBase',
    command,
    args: [
      'serve',
      `--http=127.0.0.1:${port}`,
      `--origins=${settings.baseUrl}`,
      `--hooksDir=${join(ROOT, 'pb_hooks')}`,
      ...common,
    ],
    env: childEnv,
    cwd: ROOT,
    timerSlackNanos: POCKETBASE_TIMER_SLACK_NS,
    marker: `--dir=${dir}`,
    prepare: async () => {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const { email, password } = superuser(adminFile)
      const { code, output } = await runToEnd(
        command,
        ['migrate', 'up', `--hooksDir=${join(ROOT, 'scripts/pocketbase')}`, ...common],
        {
          cwd: ROOT,
          env: { ...childEnv, WALLET_CAPTURE_SUPERUSER_EMAIL: email, WALLET_CAPTURE_SUPERUSER_SECRET: password },
          signal,
          privately: true,
        },
      ).catch((error) => {
        throw new Stop(
          `PocketBase could not be started (${error.message}); set POCKETBASE_PATH to a program that runs here.`,
        )
      })
      if (code !== 0) throw new Stop(`${output}\nPocketBase could not prepare its database in ${dir}.`)
    },
    ready: () => answers(`http://127.0.0.1:${port}/api/health`),
    readyTimeoutMs: 60_000,
    stopGraceMs: 8_000,
    show: (line) => (/Server started at|REST API:|Dashboard:/.test(line) ? undefined : `pocketbase | ${line}`),
  }
}

/**
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, dev: boolean }} options
 * @returns {import('./supervisor.mjs').Service}
 */
function web({ settings, env, dev }) {
  const marker = `--data-dir=${settings.dataDir}`
  const watch = pathToFileURL(join(ROOT, 'scripts/parent-watch.mjs')).href
  return {
    name: 'the web server',
    command: process.execPath,
    // Without source maps: Node would load those of all pages at start and keep them in memory, 90 MiB.
    args: [...webMemory, '--import', watch, join(ROOT, 'dist/server.mjs'), marker],
    env: {
      ...allocatorMemory,
      ...env,
      DATA_DIR: settings.dataDir,
      BASE_URL: settings.baseUrl,
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      LOG_FORMAT: settings.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
      ...(dev ? { WALLET_CAPTURE_DEV: '1' } : {}),
    },
    cwd: ROOT,
    marker,
    ipc: true,
    ready: () => answers(`${localOrigin(settings)}/readyz`),
    readyTimeoutMs: 120_000,
    stopGraceMs: 10_000,
    show: (line) => line,
  }
}

/**
 * The address at which this machine reaches the web server, regardless of its public name.
 * @param {Record<string, any>} settings
 */
export function localOrigin(settings) {
  const { host, port } = settings
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  return `${servesTls(settings) ? 'https' : 'http'}://${address}:${port}`
}

/** Reads the superuser of the embedded PocketBase, creating it at the first start. @param {string} file */
function superuser(file) {
  if (!existsSync(file)) {
    const made = { email: 'supervisor@wallet-capture.invalid', password: randomBytes(24).toString('base64url') }
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  }
  try {
    const { email, password } = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof email === 'string' && typeof password === 'string') return { email, password }
  } catch {}
  throw new Stop(
    `${file} is not readable as the superuser of PocketBase; remove it, and the next start makes a new one.`,
  )
}

/** Settings that the worker reads besides its addresses: the services it calls, and its credentials for them. */
const workerSettings = [
  'ADMIN_API_KEY',
  'POCKETBASE_URL',
  'POCKETBASE_ADMIN_FILE',
  'POCKETBASE_SUPERUSER_TOKEN_FILE',
  'POCKETBASE_SUPERUSER_EMAIL',
  'POCKETBASE_SUPERUSER_PASSWORD_FILE',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CA_FILE',
  'TEMPORAL_TLS_CERT_FILE',
  'TEMPORAL_TLS_KEY_FILE',
  'TEMPORAL_TLS_SERVER_NAME',
  'MAX_LIVE_NAMESPACES',
  'WALLET_RUNS',
  'BUILT_IN_PIPELINES',
  'LOG_LEVEL',
  'METRICS_PORT',
]

/**
 * An environment without our settings, above all secrets, except those that a program needs. Other variables (PATH,
 * proxies, Go memory limits) stay.
 * @param {NodeJS.ProcessEnv} env @param {readonly string[]} [needed] names of settings @returns {NodeJS.ProcessEnv}
 */
function withoutSettings(env, needed = []) {
  const ours = new Set(SETTINGS.map(({ name }) => name).filter((name) => !needed.includes(name)))
  // Windows compares variable names case-insensitively.
  return /** @type {NodeJS.ProcessEnv} */ (
    Object.fromEntries(Object.entries(env).filter(([name]) => !ours.has(name.toUpperCase())))
  )
}

/**
 * Whether something listens on a local port. @param {number} port @returns {Promise<string>} empty if so, otherwise
 * what is missing
 */
function listens(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 })
    const done = (/** @type {string} */ missing) => {
      socket.destroy()
      resolve(missing)
    }
    socket.once('connect', () => done(''))
    socket.once('timeout', () => done('it does not respond'))
    socket.once('error', () => done('it does not listen yet'))
  })
}

/**
 * Requests a local URL once. @param {string} url @returns {Promise<string>} empty for 200, otherwise what is missing
 */
function answers(url) {
  return new Promise((resolve) => {
    const options = { timeout: 2_000, agent: false, rejectUnauthorized: false }
    const get = url.startsWith('https:') ? httpsGet : httpGet
    const request = get(url, options, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('close', () =>
        resolve(
          response.statusCode === 200 ? '' : `it responded with ${response.statusCode} ${body.slice(0, 200)}`.trim(),
        ),
      )
    })
    request.on('timeout', () => request.destroy(new Error('it does not respond')))
    request.on('error', (error) =>
      resolve(
        /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED' ? 'it does not listen yet' : error.message,
      ),
    )
  })
}
