import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { workerEnvironment } from './aggregation-world'
import { endProcess } from './end-process'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Settings of such a process. */
export interface HaltingWorkerSettings {
  readonly address: string
  readonly namespace: string
  readonly queue: string
  readonly workflowBundlePath: string
  readonly baseUrl: string
  readonly adminKey: string
  readonly pocketBaseUrl: string
  readonly adminFile: string
  /**
   * `before` or `after` an activity; `wallet`, once the service has answered a wallet request; `probe`, in the custom
   * integration. Counts from 1: the `nth` time.
   */
  readonly halt: { readonly place: string; readonly nth: number }
}

/** Pipeline workers in processes that halt at a given place, to be killed there. */
export interface HaltingWorkers {
  start(settings: HaltingWorkerSettings): HaltingWorker
  remove(): Promise<void>
}
interface HaltingWorker {
  /** Resolves once the worker halts. Rejects if it ends before. */
  readonly halted: Promise<void>
  kill(): Promise<void>
}

/** Bundles the program of these processes. */
export async function openHaltingWorkers(): Promise<HaltingWorkers> {
  const directory = await mkdtemp(join(tmpdir(), 'wallet-capture-halting-'))
  const program = join(directory, 'worker.mjs')
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/testing/halting-worker-process.ts'],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { 'server-only': './scripts/empty.mjs' },
    logLevel: 'silent',
  })
  for (const { contents } of outputFiles) await writeFile(program, contents)
  const children: ChildProcess[] = []
  return {
    start(settings) {
      const child = spawn(process.execPath, [program], {
        env: { ...workerEnvironment(), NODE_ENV: 'production', HALTING_WORKER: JSON.stringify(settings) },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      children.push(child)
      const halted = new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve())
        child.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)))
      })
      // A test that fails before it waits for this reports its own error.
      halted.catch(() => undefined)
      return { halted, kill: () => endProcess(child, 'SIGKILL') }
    },
    async remove() {
      await Promise.all(children.map((child) => endProcess(child, 'SIGKILL')))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
