import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { allocatorMemory, workerMemory } from './runtime-memory.mjs'
import { parseSettings, SettingsError } from './settings.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'
import { withTrustedRoots } from './tls-files.mjs'

const USAGE = `npm run worker [-- --help]

One more worker: it runs aggregations, and pipelines of organisations, beside those that run already, on any machine.
It needs TEMPORAL_ADDRESS, POCKETBASE_URL with POCKETBASE_SUPERUSER_EMAIL and POCKETBASE_SUPERUSER_PASSWORD_FILE (or
POCKETBASE_SUPERUSER_TOKEN_FILE), BASE_URL of the service, and its ADMIN_API_KEY or the DATA_DIR that has it. Ctrl-C ends it; what it was doing is finished by another one.
`

/** Settings that a worker requires. */
const NEEDED = /** @type {const} */ ([
  ['TEMPORAL_ADDRESS', 'temporalAddress', 'host:port of the Temporal that the service uses'],
  ['POCKETBASE_URL', 'pocketbaseUrl', 'the PocketBase that the service uses'],
])
const FILES = /** @type {const} */ ([
  ['POCKETBASE_SUPERUSER_TOKEN_FILE', 'pocketbaseSuperuserTokenFile'],
  ['POCKETBASE_SUPERUSER_PASSWORD_FILE', 'pocketbaseSuperuserPasswordFile'],
  ['POCKETBASE_ADMIN_FILE', 'pocketbaseAdminFile'],
  ['TEMPORAL_TLS_CA_FILE', 'temporalTlsCaFile'],
  ['TEMPORAL_TLS_CERT_FILE', 'temporalTlsCertFile'],
  ['TEMPORAL_TLS_KEY_FILE', 'temporalTlsKeyFile'],
])

/**
 * Checks the settings of a worker. @param {NodeJS.ProcessEnv} env @returns {string[]} notes, one sentence each
 * @throws {SettingsError} that names the first setting that is missing or wrong
 */
export function checkWorkerSettings(env) {
  const { values, warnings } = /** @type {{ values: Record<string, any>, warnings: string[] }} */ (parseSettings(env))
  for (const [name, member, what] of NEEDED)
    if (values[member] === undefined) throw new SettingsError(name, `${name} is missing: ${what}.`)
  // The default names this machine, where another worker has no service.
  if (!env.BASE_URL?.trim()) throw new SettingsError('BASE_URL', 'BASE_URL is missing: the address of the service.')
  for (const [name, member] of FILES) {
    if (values[member] === undefined) continue
    try {
      accessSync(values[member], constants.R_OK)
    } catch {
      throw new SettingsError(name, `${name} names ${values[member]}, which cannot be read.`)
    }
  }
  // The key that it would create for itself is not the service's.
  const keyFile = join(resolve(values.dataDir), 'admin-api-key')
  if (values.adminApiKey === undefined && !existsSync(keyFile))
    throw new SettingsError('ADMIN_API_KEY', `ADMIN_API_KEY is missing, and there is no ${keyFile}.`)
  return warnings
}

/** `npm run worker`; see `USAGE`. @returns {Promise<number>} exit code */
async function main() {
  requireNode(process.versions.node)
  const [arg] = process.argv.slice(2)
  if (arg === '--help' || arg === '-h') {
    say(USAGE)
    return 0
  }
  if (arg !== undefined) throw new Stop(`${arg} is not an option of npm run worker; see npm run worker -- --help.`)
  for (const warning of checkWorkerSettings(process.env)) say(`Note: ${warning}`)
  await ensureInstalled()
  await ensureBuilt({ without: ['pages'] })
  const child = spawn(process.execPath, [...workerMemory, join(ROOT, 'dist/worker.mjs')], {
    stdio: 'inherit',
    env: { ...allocatorMemory, ...withTrustedRoots(process.env), NODE_ENV: 'production' },
  })
  // Ctrl-C reaches the worker itself.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolvePromise, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolvePromise(code ?? 1))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
