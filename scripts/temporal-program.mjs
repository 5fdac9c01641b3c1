import { spawnSync } from 'node:child_process'
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runToEnd } from './processes.mjs'
import { Stop, say, withProgress } from './terminal.mjs'

/** The version to build, and therefore that of the cached copy. */
const VERSION = '1.5.1'
const SDK_VERSION = '1.24.0'
const windows = process.platform === 'win32'
const NAME = windows ? 'temporal.exe' : 'temporal'

/**
 * The Temporal program with its development server: the configured one, one on the PATH, the copy cached for this user,
 * the official download, or a build with the Go tools. The copy is kept outside the source tree, once per machine.
 * @param {{ own?: string | undefined, signal?: AbortSignal, env?: NodeJS.ProcessEnv }} [options] `own` is
 * TEMPORAL_CLI_PATH
 * @returns {Promise<string>}
 * @throws {Stop} if none can be obtained
 */
export async function temporalProgram({ own, signal, env = process.env } = {}) {
  if (own !== undefined) {
    if (!existsSync(own)) throw new Stop(`TEMPORAL_CLI_PATH names ${own}, where no program is.`)
    return own
  }
  const found = onPath(NAME, env)
  if (found !== undefined) return found
  const kept = join(cacheDir(env), `temporal-${VERSION}-${process.platform}-${process.arch}`, NAME)
  if (existsSync(kept)) return kept
  mkdirSync(dirname(kept), { recursive: true })
  const work = mkdtempSync(join(dirname(kept), 'making-'))
  try {
    const reasons = []
    for (const make of [download, build]) {
      const result = await make(work, env, signal).catch((error) => ({ missing: String(error.message ?? error) }))
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
 * The archive that the SDK itself would download. @param {string} work @param {NodeJS.ProcessEnv} _env @param {AbortSignal} [signal] @returns {Promise<Made>}
 */
async function download(work, _env, signal) {
  const platform = windows ? 'windows' : process.platform
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const query = new URLSearchParams({
    arch,
    platform,
    format: 'tar.gz',
    'sdk-name': 'sdk-typescript',
    'sdk-version': SDK_VERSION,
  })
  const signals = (/** @type {number} */ millis) =>
    AbortSignal.any([AbortSignal.timeout(millis), ...(signal ? [signal] : [])])
  const fetching = async () => {
    const info = await fetch(`https://temporal.download/cli/default?${query}`, { signal: signals(8_000) })
    if (!info.ok) return { missing: `the official download responded with ${info.status}` }
    const { archiveUrl, fileToExtract } = await info.json()
    const archive = await fetch(archiveUrl, { signal: signals(300_000) })
    if (!archive.ok || archive.body === null)
      return { missing: `the official download responded with ${archive.status}` }
    const file = join(work, 'temporal.tar.gz')
    await pipeline(Readable.fromWeb(/** @type {any} */ (archive.body)), createWriteStream(file))
    const { code, output } = await runToEnd('tar', ['-xzf', file, '-C', work, fileToExtract], signal ? { signal } : {})
    return code === 0
      ? { program: join(work, fileToExtract) }
      : { missing: `its archive cannot be unpacked (${output})` }
  }
  return withProgress('Fetching Temporal (once)', fetching()).catch((error) => ({
    missing: `the official download cannot be reached (${error.cause?.code ?? error.name})`,
  }))
}

/** @param {string} work @param {NodeJS.ProcessEnv} env @param {AbortSignal} [signal] @returns {Promise<Made>} */
async function build(work, env, signal) {
  if (spawnSync('go', ['version'], { env, stdio: 'ignore' }).status !== 0)
    return { missing: 'no Go tools are installed to build it' }
  say('Building Temporal from source with the Go tools: about five minutes, once per machine.')
  const { code, output } = await withProgress(
    'Building Temporal',
    runToEnd('go', ['install', `github.com/temporalio/cli/cmd/temporal@v${VERSION}`], {
      // Cross-compiling settings in the user's environment would put it elsewhere.
      env: { ...env, GOBIN: work, GOOS: '', GOARCH: '', GOFLAGS: '-mod=mod' },
      ...(signal ? { signal } : {}),
    }),
  )
  return code === 0 ? { program: join(work, NAME) } : { missing: `its build failed (${output.split('\n').at(-1)})` }
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
    // Four times as fast, and as durable as PocketBase's write-ahead log by default.
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'],
    // Its HTTP API cannot be switched off. Any web page in a local browser could start workflows through it, so it
    // accepts no Host.
    ...['--dynamic-config-value', 'frontend.httpAllowedHosts=[]'],
  ]
}
