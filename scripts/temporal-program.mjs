import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { constants, homedir, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runToEnd } from './processes.mjs'
import { Stop, say, withProgress } from './terminal.mjs'

/** The version to fetch or build, and that of the cached copy. */
const VERSION = '1.5.1'

/**
 * The official archives of that version, by platform and CPU: file name and SHA-256 in hex. Nothing is downloaded for
 * other platforms.
 * @type {Readonly<Record<string, { readonly name: string, readonly sha256: string }>>}
 */
const ARCHIVES = {
  'linux-x64': { name: 'linux_amd64', sha256: 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d' },
  'linux-arm64': { name: 'linux_arm64', sha256: 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5' },
  'darwin-x64': { name: 'darwin_amd64', sha256: 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9' },
  'darwin-arm64': { name: 'darwin_arm64', sha256: 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415' },
}
const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024
const DOWNLOAD_TIMEOUT_MS = 300_000
const REDIRECTS_MAX = 5
/** Matches no module; an empty pattern would make Go use the value from `go env -w`. */
const NO_MODULE = 'none.invalid'
/** Keeps Go from skipping its checksum database. */
const VERIFIED_BY_GO = {
  GOSUMDB: 'sum.golang.org',
  GONOSUMDB: NO_MODULE,
  GOINSECURE: NO_MODULE,
  GOPRIVATE: NO_MODULE,
}

/**
 * @typedef {{ env: NodeJS.ProcessEnv, signal?: AbortSignal | undefined, archives: typeof ARCHIVES, turn?: Promise<unknown> | undefined }} Sources
 *   `turn`: a build begins once it resolves, and leaves the processor to others
 */

const windows = process.platform === 'win32'
const NAME = windows ? 'temporal.exe' : 'temporal'

/**
 * The Temporal program with its development server: the configured one, one on the PATH, the copy cached for this user,
 * the official download, or a build with the Go tools. The copy is kept outside the source tree, once per machine.
 * @param {{ own?: string | undefined, signal?: AbortSignal, env?: NodeJS.ProcessEnv, archives?: typeof ARCHIVES, turn?: Promise<unknown> | undefined }} [options]
 * `own` is TEMPORAL_CLI_PATH; `turn`: a build waits for it, and then runs in the background
 * @returns {Promise<string>}
 * @throws {Stop} if none can be obtained
 */
export async function temporalProgram({ own, signal, env = process.env, archives = ARCHIVES, turn } = {}) {
  if (own !== undefined) {
    if (!existsSync(own)) throw new Stop(`TEMPORAL_CLI_PATH names ${own}, where no program is.`)
    return own
  }
  const found = onPath(NAME, env)
  if (found !== undefined) return found
  const kept = join(cacheDir(env), `temporal-${VERSION}-${process.platform}-${process.arch}-verified`, NAME)
  if (existsSync(kept)) return kept
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(dirname(kept), 'making-'))
  try {
    const reasons = []
    for (const make of [download, build]) {
      const result = await make(work, { env, signal, archives, turn }).catch((error) => ({
        missing: String(error.message ?? error),
      }))
      if ('program' in result) {
        chmodSync(result.program, 0o755)
        renameSync(result.program, kept)
        return kept
      }
      if (signal?.aborted) throw new Stop('Interrupted.')
      reasons.push(result.missing)
    }
    throw new Stop(
      `There is no Temporal server: ${reasons.join('; ')}. Set TEMPORAL_ADDRESS to a server or TEMPORAL_CLI_PATH to the program.`,
    )
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** This user's cache directory. @param {NodeJS.ProcessEnv} env */
export function cacheDir(env) {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, 'wallet-capture')
  if (windows && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'wallet-capture')
  const home = env.HOME ?? homedir()
  return process.platform === 'darwin'
    ? join(home, 'Library/Caches/wallet-capture')
    : join(home, '.cache/wallet-capture')
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @returns {string | undefined} */
function onPath(name, env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find((file) => existsSync(file))
}

/** @typedef {{ program: string } | { missing: string }} Made */

/**
 * Fetches the archive for this platform, and unpacks it if its hash matches the table.
 * @param {string} work @param {Sources} sources @returns {Promise<Made>}
 */
async function download(work, { signal, archives }) {
  const platform = `${process.platform}-${process.arch}`
  const archive = archives[platform]
  if (archive === undefined) return { missing: `no hash of an official archive for ${platform} is known` }
  const signals = AbortSignal.any([AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS), ...(signal ? [signal] : [])])
  const fetching = async () => {
    const address = `https://github.com/temporalio/cli/releases/download/v${VERSION}/temporal_cli_${VERSION}_${archive.name}.tar.gz`
    const answer = await fetchOverHttps(address, signals)
    if (!answer.ok || answer.body === null) return { missing: `the official download responded with ${answer.status}` }
    const file = join(work, 'temporal.tar.gz')
    const hash = createHash('sha256')
    let bytes = 0
    const measured = async function* (/** @type {AsyncIterable<Uint8Array>} */ pieces) {
      for await (const piece of pieces) {
        bytes += piece.length
        if (bytes > ARCHIVE_BYTES_MAX) throw new RangeError('The archive is too long.')
        hash.update(piece)
        yield piece
      }
    }
    await pipeline(Readable.fromWeb(/** @type {any} */ (answer.body)), measured, createWriteStream(file))
    if (hash.digest('hex') !== archive.sha256)
      return {
        missing: 'what the official download sent is not the archive whose hash is known, so it was not unpacked',
      }
    const { code, output } = await runToEnd('tar', ['-xzf', file, '-C', work, NAME], signal ? { signal } : {})
    return code === 0 ? { program: join(work, NAME) } : { missing: `its archive cannot be unpacked (${output})` }
  }
  return withProgress('Fetching Temporal (once)', fetching()).catch((error) => ({
    missing:
      error instanceof NotHttps || error instanceof RangeError
        ? error.message
        : `the official download cannot be reached (${error.cause?.code ?? error.name})`,
  }))
}

class NotHttps extends Error {}

/**
 * Follows redirects, but only to https.
 * @param {string} address @param {AbortSignal} signal @returns {Promise<Response>}
 */
async function fetchOverHttps(address, signal) {
  let at = new URL(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    if (at.protocol !== 'https:') throw new NotHttps('the official download leads to an address without https')
    const answer = await fetch(at, { signal, redirect: 'manual' })
    const next = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || next === null) return answer
    await answer.body?.cancel()
    at = new URL(next, at)
  }
  throw new NotHttps('the official download redirects again and again')
}

/**
 * Go verifies each module against its checksum database, whatever the user's environment says.
 * @param {string} work @param {Sources} sources @returns {Promise<Made>}
 */
async function build(work, { env, signal, turn }) {
  if (spawnSync('go', ['version'], { env, stdio: 'ignore' }).status !== 0)
    return { missing: 'no Go tools are installed to build it' }
  await turn
  if (signal?.aborted) return { missing: 'its build was interrupted' }
  say('Building Temporal from source with the Go tools: about five minutes, once per machine.')
  const building = runToEnd('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${VERSION}`], {
    // Cross-compiling settings in the user's environment would put it elsewhere.
    env: { ...env, GOBIN: work, GOOS: '', GOARCH: '', GOFLAGS: '-mod=mod', ...VERIFIED_BY_GO },
    ...(signal ? { signal } : {}),
    ...(turn ? { onStart: lowerPriority } : {}),
  })
  const { code, output } = await (turn === undefined ? withProgress('Building Temporal', building) : building)
  return code === 0 ? { program: join(work, NAME) } : { missing: `its build failed (${output.split('\n').at(-1)})` }
}

/** Lowers the process's priority. @param {number} pid */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended, or we may not change it.
  }
}

/**
 * The command line of Temporal's development server: on loopback, with its data in a file.
 * @param {{ port: number, file: string }} options
 * @returns {string[]}
 */
export function temporalArguments({ port, file }) {
  return [
    ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'error'],
    `--db-filename=${file}`,
    // Four times as fast, and as durable as PocketBase's default write-ahead log.
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
    // Its HTTP API cannot be switched off. Any web page in a local browser could start workflows through it, so it
    // accepts no Host.
    ...['--dynamic-config-value', 'frontend.httpAllowedHosts=[]'],
  ]
}
