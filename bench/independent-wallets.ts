import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { FlowKind } from './flows'
import type { Orders } from './independent-wallet'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Wallets that are independent of each other; see `independent-wallet.ts`. */
export interface IndependentWallets {
  /** Divides this many flows among the wallets. Resolves when all are done; throws when one fails. */
  drive(kind: FlowKind, flows: number): Promise<void>
  close(): Promise<void>
}

/** Starts `count` wallets for one service, each with its own credential to present. */
export async function openIndependentWallets(baseUrl: string, count: number): Promise<IndependentWallets> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-capture-wallets-'))
  const program = join(directory, 'independent-wallet.mjs')
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/independent-wallet.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  })
  const wallets = Array.from({ length: count }, () => new Worker(program, { workerData: baseUrl }))
  // Rejects with the error that a thread throws.
  const answers = () => Promise.all(wallets.map((wallet) => once(wallet, 'message')))
  await answers()
  return {
    async drive(kind, flows) {
      const done = answers()
      wallets.forEach((wallet, index) => {
        const share = Math.floor((flows * (index + 1)) / count) - Math.floor((flows * index) / count)
        wallet.postMessage({ kind, count: share } satisfies Orders)
      })
      await done
    },
    async close() {
      await Promise.all(wallets.map((wallet) => wallet.terminate()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
