import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, vi } from 'vitest'
import { commandLine } from '../../scripts/processes.mjs'
import { parseRunFile } from '../../scripts/run-file.mjs'
import { cacheDir } from '../../scripts/temporal-program.mjs'
import { freePort } from './free-port'
import { fillMigrated } from './pocketbase'

const ROOT = new URL('../../', import.meta.url)

/** One `npm start` as a user runs it, but without npm in between. */
export interface Start {
  readonly child: ChildProcess
  readonly origin: string
  readonly dataDir: string
  /** Output so far, of both streams. */
  readonly output: () => string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
}

/** Environment of a start that is not about aggregations: Temporal and its worker cost as much as everything else. */
export const withoutTemporal = { TEMPORAL_CLI_PATH: '/nothing/temporal' }

/** Defaults that switch off what most tests do not need. */
const quiet = { HOST: '127.0.0.1', LOG_LEVEL: 'warn', WARM_UP: 'off', BUILT_IN_PIPELINES: 'off' }

const starts: Start[] = []
const folders: string[] = []

/** Stops every start of this test that still runs, and removes its directories. For `afterEach`. */
export async function endStarts(): Promise<void> {
  for (const { child, ended } of starts.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts the real supervisor on a free port and with a fresh data directory, unless `env` sets others. It does not warm
 * up unless `env` says so, because that takes longer than the rest of a start. It neither runs the built-in pipelines
 * nor migrates, if this run's tests share a migrated database; a test of a first start names its `DATA_DIR`. `root` is
 * another checkout to start. Uses the newest LTS of Node where available.
 */
export async function started(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  by: 'node' | 'npm' | 'newest LTS' = 'node',
  root: string | URL = ROOT,
): Promise<Start> {
  const port = env.PORT ?? String(await freePort())
  const dataDir = env.DATA_DIR ?? (await migrated())
  const { BASE_URL: _, ...inherited } = process.env
  const node = (by === 'newest LTS' ? newestLts() : null) ?? process.execPath
  const [command, first] = by === 'npm' ? ['npm', 'start'] : [node, 'scripts/start.mjs']
  const child = spawn(command, [first, ...args], {
    cwd: root,
    env: { ...inherited, ...quiet, ...env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const start = { child, origin: `http://localhost:${port}`, dataDir, output: () => text, ended }
  starts.push(start)
  return start
}

/** Waits for the last line, which says how to stop it. Throws when it exits before. */
export async function ready({ child, output }: Start): Promise<void> {
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`)
      expect(output()).toContain('Ctrl-C ends it.')
    },
    { timeout: 150_000, interval: 50 },
  )
}

/** Runs one of our commands, e.g. `demo`, to its end, as a user does while the service runs. */
export async function runScript(
  name: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...args], {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** What it recorded about itself and its children. */
export const runFile = ({ dataDir }: Start) => parseRunFile(readFileSync(join(dataDir, 'run.json'), 'utf8'))!

export const childPids = (start: Start): number[] => runFile(start).children.map(({ pid }) => pid)

/** The pid of a child, by the supervisor's name for it. */
export function pidOf(start: Start, name: string): number {
  const child = runFile(start).children.find((one) => one.name === name)
  if (child === undefined) throw new Error(`${name} does not run.`)
  return child.pid
}

export const adminKeyOf = ({ dataDir }: Start): string => readFileSync(join(dataDir, 'admin-api-key'), 'utf8').trim()

export const parentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)]).toString())

/** A zombie has no command line, so it does not count: in a container, nobody may reap it. */
export const isRunning = (pid: number): boolean => commandLine(pid) !== undefined

export async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

/** A fresh data directory, with this run's migrated database if there is one (`pocketbase-setup.ts`). */
async function migrated(): Promise<string> {
  const folder = temporary()
  if (!process.env.TEST_POCKETBASE_TEMPLATE) return folder
  const database = join(folder, 'pocketbase')
  mkdirSync(database, { mode: 0o700 })
  await fillMigrated(database)
  return folder
}

/** A fresh directory that `endStarts` removes. */
export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-capture-start-'))
  folders.push(folder)
  return folder
}

/** The newest LTS of Node that was tested. The README names it too: raise both. */
const newestLtsVersion = '24.21.0'

/** SHA-512 of the registry's packages `node-{platform}-{arch}` of that version, in base64. */
const hashes: Readonly<Record<string, string>> = {
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

/**
 * The program of that Node, from the registry: fetched once per machine, verified by hash, and kept beside Temporal's.
 * `null` on a platform without a known hash.
 */
export function newestLts(): string | null {
  const platform = `${process.platform}-${process.arch}`
  const hash = hashes[platform]
  if (hash === undefined) return null
  const name = `node-${platform}`
  const folder = join(cacheDir(process.env), `${name}-${newestLtsVersion}`)
  const program = join(folder, 'bin/node')
  if (existsSync(program)) return program
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(dirname(folder), 'fetching-'))
  try {
    const spec = `${name}@${newestLtsVersion}`
    const said = execFileSync('npm', ['pack', spec, '--json', '--silent', `--pack-destination=${work}`], { cwd: work })
    const archive = join(work, JSON.parse(String(said))[0].filename)
    if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== hash)
      throw new Error(`What the registry sent as ${spec} is not what it sent before.`)
    execFileSync('tar', ['-xzf', archive, '-C', work])
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(work, 'package'), folder)
    return program
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
