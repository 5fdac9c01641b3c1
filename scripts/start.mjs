import { X509Certificate } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { Session } from 'node:inspector'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { backUpBeforeMigration, keepBackups, noteMigrated } from './keep-backups.mjs'
import { makeDir } from './paths.mjs'
import { ownLanAddresses, phoneWords, planPhone, rootPagePort, tunnelPrograms } from './phone.mjs'
import { uncomparedWarning } from './pocketbase-program.mjs'
import { onParentGone } from './processes.mjs'
import { takeRunFile } from './run-file.mjs'
import { localOrigin, servicesOf } from './services.mjs'
import { parseSettings, settingsHelp, weakSecrets } from './settings.mjs'
import { createSupervisor } from './supervisor.mjs'
import { temporalProgram } from './temporal-program.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'
import { isForHost, readTlsFiles } from './tls-files.mjs'
import { followParts, partsLine, partsOf } from './where.mjs'

const USAGE = `npm start [-- --help | --dev | --phone]

Installs what is missing, builds what is stale, starts Wallet Capture and prints its address. Ctrl-C ends it.
  --dev    pages are rebuilt while you edit them (also: npm run dev)
  --phone  serves https in the local network, so that a wallet on a phone can use it; see docs/phone.md
  --help   this text
`

/** Everything from an empty clone to a running service; see `USAGE`. */
async function main() {
  requireNode(process.versions.node)
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => !['--dev', '--phone', '--help', '-h'].includes(arg))
  if (unknown !== undefined) throw new Stop(`${unknown} is not an option of npm start; see npm start -- --help.`)
  if (args.includes('--help') || args.includes('-h')) {
    say(`${USAGE}\n${settingsHelp()}`)
    return 0
  }
  const dev = args.includes('--dev')
  const { env, others } = args.includes('--phone') ? await phoneEnvironment() : { env: process.env, others: null }
  const { values: settings, warnings } = /** @type {{ values: Record<string, any>, warnings: string[] }} */ (
    parseSettings(env)
  )
  for (const warning of warnings) say(`Note: ${warning}`)
  settings.dataDir = resolve(settings.dataDir)
  /** @type {Record<string, string>} */
  const files = {}
  for (const [name, member] of FILES) {
    if (settings[member] === undefined) continue
    files[name] = resolve(settings[member])
    requireReadable(name, files[name])
  }
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = files
  if (certFile !== undefined && keyFile !== undefined) {
    const { leaf } = readTlsFiles({ certFile, keyFile, now: Date.now() })
    if (!isForHost(leaf, settings.baseUrl)) {
      say(`Note: the certificate in TLS_CERT_FILE is not for the host of ${settings.baseUrl}: wallets will refuse it.`)
    }
  }
  openDataDir(settings.dataDir)

  const interrupt = interruption()
  const file = join(settings.dataDir, 'run.json')
  const run = await takeRunFile({ file, url: settings.baseUrl, local: localOrigin(settings), say })
  try {
    return await serve({ settings, env: { ...env, ...files }, dev, others, run, interrupt })
  } catch (error) {
    if (interrupt.signal.aborted) return 0
    throw error
  } finally {
    run.release()
  }
}

/** The environment for a start with `--phone`, and the unused addresses of this machine. */
async function phoneEnvironment() {
  const { port } = /** @type {{ port: number }} */ (parseSettings(process.env).values)
  const plan = planPhone({ env: process.env, port, addresses: await ownLanAddresses() })
  const rootPort = await rootPagePort(plan.env.HOST, port)
  return { env: { ...process.env, ...plan.env, WALLET_CAPTURE_ROOT_PORT: String(rootPort) }, others: plan.others }
}

/** `/metrics` is served on loopback only. */
const METRICS_HOST = '127.0.0.1'

/** Settings that name a file which must exist. */
const FILES = /** @type {const} */ ([
  ['TLS_CERT_FILE', 'tlsCertFile'],
  ['TLS_KEY_FILE', 'tlsKeyFile'],
  ['POCKETBASE_SUPERUSER_TOKEN_FILE', 'pocketbaseSuperuserTokenFile'],
  ['POCKETBASE_SUPERUSER_PASSWORD_FILE', 'pocketbaseSuperuserPasswordFile'],
  ['TEMPORAL_TLS_CA_FILE', 'temporalTlsCaFile'],
  ['TEMPORAL_TLS_CERT_FILE', 'temporalTlsCertFile'],
  ['TEMPORAL_TLS_KEY_FILE', 'temporalTlsKeyFile'],
])

/**
 * @param {{ settings: Record<string, any>, env: NodeJS.ProcessEnv, dev: boolean, others: readonly import('./phone.mjs').LanAddress[] | null, run: Awaited<ReturnType<typeof takeRunFile>>, interrupt: ReturnType<typeof interruption> }} options
 *   `others` null without `--phone`
 * @returns {Promise<number>} exit code
 */
async function serve({ settings, env, dev, others, run, interrupt }) {
  const { signal } = interrupt
  await requireFreePort('PORT', settings.host, settings.port)
  if (settings.metricsPort !== undefined) await requireMetricsPorts(settings.metricsPort)
  const startedAt = Date.now()
  // Fetched in parallel. If it cannot be had, the service that needs it reports that.
  const fetching = new AbortController()
  let serving = () => {}
  /** A build takes both cores for minutes, so the pages come up first. @type {Promise<void>} */
  const turn = new Promise((resolve) => {
    serving = resolve
  })
  const either = AbortSignal.any([signal, fetching.signal])
  either.addEventListener('abort', serving, { once: true })
  const temporalCli =
    settings.temporalAddress === undefined
      ? temporalProgram({ own: settings.temporalCliPath, env, signal: either, turn })
      : undefined
  temporalCli?.catch(() => undefined)
  let fetchedAt = startedAt
  try {
    await ensureInstalled({ signal })
    if (signal.aborted) return 0
    fetchedAt = Date.now()
    // Only the worker needs the workflows, and builds them once the pages are up.
    await ensureBuilt({ without: dev ? ['pages', 'workflows'] : ['workflows'], signal })
    if (signal.aborted) return 0
  } catch (error) {
    fetching.abort()
    throw error
  }
  const builtAt = Date.now()

  await backUpBeforeMigration({ settings, say, signal })
  if (signal.aborted) return 0
  const note = (/** @type {string} */ line) => say(`Note: ${line}`)
  const services = await servicesOf({ settings, env, dev, signal, note, ...(temporalCli && { temporalCli }) })
  const uncompared = settings.pocketbaseUrl === undefined ? uncomparedWarning(settings.pocketbasePath) : undefined
  if (uncompared !== undefined) say(`Note: ${uncompared}`)
  const supervisor = createSupervisor(services, { say, onChildren: run.update })
  interrupt.onSecond(() => supervisor.kill())
  const stopped = interrupt.first.then(() => undefined)
  let stopBackups = () => {}
  let stopFollowing = () => {}
  try {
    await Promise.race([supervisor.start(), stopped])
    if (signal.aborted) return 0
    noteMigrated({ settings })
    stopBackups = keepBackups({ settings, say })
    if (others !== null) {
      const tunnels = tunnelPrograms(process.env.PATH)
      say('')
      const root = new X509Certificate(readFileSync(join(settings.dataDir, 'keys/root-ca.cert.pem')))
      const colours = process.stdout.isTTY === true
      const lines = await phoneWords({ settings, others, tunnels, fingerprint: root.fingerprint256, colours })
      for (const line of lines) say(line)
    }
    welcome(settings)
    if (builtAt - startedAt > 1000) {
      const seconds = [fetchedAt - startedAt, builtAt - fetchedAt, Date.now() - builtAt].map((millis) =>
        Math.round(millis / 1000),
      )
      say(
        `  This start took ${seconds[0]} s to fetch packages, ${seconds[1]} s to build and ${seconds[2]} s to start.\n`,
      )
    }
    serving()
    void supervisor.everything().then(async (isWhole) => {
      if (signal.aborted) return
      const parts = await partsOf({ services, settings, isUp: supervisor.isUp })
      if (signal.aborted) return
      run.tell(parts)
      if (isWhole) say(partsLine(parts))
      collect()
      stopFollowing = followParts({ services, settings, isUp: supervisor.isUp, parts, tell: run.tell })
    })
    const failure = await Promise.race([supervisor.failed, stopped])
    if (failure === undefined) return 0
    throw new Stop(`${failure} Wallet Capture stops.`)
  } finally {
    say('Stopping …')
    stopBackups()
    stopFollowing()
    await supervisor.stop()
    say('Stopped.')
  }
}

/**
 * Collects what the start left, 5 MiB: V8 collects as memory is allocated, and from here on hardly any is. Through the
 * inspector, as the web process does at rest.
 */
function collect() {
  const session = new Session()
  session.connect()
  session.post('HeapProfiler.collectGarbage')
}

/** @param {Record<string, any>} settings */
function welcome(settings) {
  const { baseUrl, dataDir, operatorToken, adminApiKey } = settings
  say('')
  say(`  Wallet Capture is ready: ${baseUrl}`)
  say(`  Its data is in ${dataDir}`)
  if (adminApiKey === undefined) say(`  The admin key of the scoreboard API: ${join(dataDir, 'admin-api-key')}`)
  if (baseUrl.startsWith('http:')) {
    say(
      '  This address is plain http: the built-in wallet takes it, wallets on phones refuse it. npm start -- --phone gives them one of https.',
    )
  }
  if (operatorToken === undefined)
    say(
      '  Evidence is readable by everyone who reaches this address: use it with test data only, or set OPERATOR_TOKEN.',
    )
  // Repeated at the end, where people look: earlier warnings have scrolled away.
  for (const warning of weakSecrets(settings)) say(`  ${warning}`)
  say('  Ctrl-C ends it.')
  say('')
}

/** Turns the first signal, or the end of npm, into an orderly shutdown, and the second signal into an immediate one. */
function interruption() {
  const controller = new AbortController()
  let firstAt = 0
  /** @type {() => unknown} */
  let second = () => process.exit(130)
  /** @type {Promise<void>} */
  const first = new Promise((resolve) => {
    const stop = () => {
      controller.abort()
      resolve()
    }
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(name, () => {
        // npm forwards Ctrl-C although the terminal already sent it, so this repetition does not count as a second one.
        if (controller.signal.aborted && Date.now() - firstAt > 1_500) second()
        if (!controller.signal.aborted) firstAt = Date.now()
        stop()
      })
    }
    // Started directly with node, we outlive the shell like any background process.
    if (process.env.npm_lifecycle_event !== undefined) onParentGone(stop)
  })
  return {
    first,
    signal: controller.signal,
    /** @param {() => unknown} action */
    onSecond: (action) => {
      second = action
    },
  }
}

/** @param {string} name @param {string} file */
function requireReadable(name, file) {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new Stop(`${name} names ${file}, which cannot be read.`)
  }
}

/**
 * Creates the data directory, or takes over an existing one, readable only by its owner, and verifies that it is
 * writable.
 * @param {string} dir
 */
function openDataDir(dir) {
  if (isShared(dir))
    throw new Stop(`The data directory ${dir} is shared by all users of this machine; set DATA_DIR to one of its own.`)
  try {
    if (!existsSync(dir)) makeDir(dir)
    if ((statSync(dir).mode & 0o077) !== 0) narrow(dir)
    const probe = join(dir, `.write-probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    readdirSync(dir)
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? error
    throw new Stop(`The data directory ${dir} cannot be written (${code}); set DATA_DIR to one that can.`)
  }
}

/**
 * Whether it is a shared directory like /tmp: restricting it to one user would break the machine. @param {string} dir
 */
const isShared = (dir) => existsSync(dir) && (statSync(dir).mode & 0o1000) !== 0

/** @param {string} dir */
function narrow(dir) {
  try {
    chmodSync(dir, 0o700)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') throw error
    say(`Note: ${dir} belongs to another user, so others may be able to read what is in it.`)
  }
}

/** @param {string} name of the setting @param {string} host @param {number} port @returns {Promise<void>} */
async function requireFreePort(name, host, port) {
  const code = await listenError(host, port)
  if (code === undefined) return
  const why =
    code === 'EADDRINUSE'
      ? `is taken by another program; set ${name} to a free one`
      : code === 'EADDRNOTAVAIL'
        ? 'cannot be used: HOST is not an address of this machine'
        : `cannot be used (${code})`
  throw new Stop(`Port ${port} on ${host} ${why}.`)
}

/**
 * The worker can do without its port: another worker on this machine may use it.
 * @param {number} port of the web server
 */
async function requireMetricsPorts(port) {
  await requireFreePort('METRICS_PORT', METRICS_HOST, port)
  if ((await listenError(METRICS_HOST, port + 1)) !== undefined)
    say(`Note: port ${port + 1}, next to METRICS_PORT, is taken by another program: the worker serves no metrics.`)
}

/**
 * Why nothing can listen on a port; undefined if something can.
 * @param {string} host @param {number} port @returns {Promise<string | undefined>}
 */
function listenError(host, port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

await runCommand(main)
