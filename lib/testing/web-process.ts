import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type EpochMillis, epochMillis } from '@/lib/core/shared/time/time'
import { allocatorMemory, webMemory } from '@/scripts/runtime-memory.mjs'
import { endProcess } from './end-process'
import { eventually } from './eventually'
import { freePort } from './free-port'

const ownRoot = fileURLToPath(new URL('../../', import.meta.url))

/** The service as a separate process over a real PocketBase, so that it can be killed. */
export interface WebProcess {
  /** Its base URL: its real address unless BASE_URL says otherwise. */
  readonly baseUrl: string
  /** The address that it listens on. */
  readonly ownUrl: string
  readonly now: () => EpochMillis
  /** Keys and settings of the installation; they survive the process. */
  readonly dataDir: string
  readonly process: () => ChildProcess
  /** Ends the process with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>
  /** Ends the process and removes its data. */
  remove(): Promise<void>
}

/** Server bundles by checkout. Files of one worker share them. */
const bundles = new Map<string, Promise<Uint8Array>>()

function bundleOf(root: string): Promise<Uint8Array> {
  const bundle = bundles.get(root) ?? makeBundle(root)
  bundles.set(root, bundle)
  return bundle
}

async function makeBundle(root: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['e2e/flows/web-process.ts'],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { 'server-only': './scripts/empty.mjs' },
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('Nothing was bundled.')
  return file.contents
}

/**
 * Bundles the server, starts it and waits until it answers. `onOutput` gets its output; `root` is another checkout to
 * bundle.
 */
export async function startWebProcess(options: {
  readonly pocketBase: { readonly url: string; readonly adminFile: string }
  readonly env?: Readonly<Record<string, string>>
  readonly onOutput?: (chunk: Buffer) => void
  /** Files in the data directory at start, e.g. `clients.json`. */
  readonly files?: Readonly<Record<string, string>>
  readonly root?: string
}): Promise<WebProcess> {
  const { root = ownRoot } = options
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-web-'))
  const program = join(directory, 'web-process.mjs')
  const dataDir = join(directory, 'data')
  await mkdir(dataDir)
  for (const [name, text] of Object.entries(options.files ?? {})) await writeFile(join(dataDir, name), text)
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction')
  await writeFile(program, await bundleOf(root))
  const port = await freePort()
  const ownUrl = `http://localhost:${port}`
  const baseUrl = options.env?.BASE_URL ?? ownUrl
  const env = {
    ...allocatorMemory,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    POCKETBASE_URL: options.pocketBase.url,
    POCKETBASE_ADMIN_FILE: options.pocketBase.adminFile,
    LOG_LEVEL: 'silent',
    SESSION_RATE_LIMIT: '0',
    ADDRESS_MIB_PER_DAY: '0',
    DISK_FLOOR_MIB: '0',
    ...options.env,
  }
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [...webMemory, program], {
      env,
      stdio: options.onOutput ? ['ignore', 'pipe', 'pipe'] : 'ignore',
    })
    child = started
    if (options.onOutput) for (const stream of [started.stdout, started.stderr]) stream?.on('data', options.onOutput)
    await eventually(async () => {
      if (started.exitCode !== null) throw new Error(`The web process ended with code ${started.exitCode}.`)
      return fetch(`${ownUrl}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    }, 60_000)
  }
  const end = (signal: NodeJS.Signals) => endProcess(child, signal)
  await start()
  return {
    baseUrl,
    ownUrl,
    now: () => epochMillis(Date.now()),
    dataDir,
    process: () => {
      if (!child) throw new Error('The web process was not started.')
      return child
    },
    end,
    start,
    async remove() {
      await end('SIGKILL')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
