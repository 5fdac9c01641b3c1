import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { ROOT } from './paths.mjs'

let folder: string
beforeAll(async () => {
  // Inside the source tree, so that the bundles find the packages they need.
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'dist', 'closed-pipe-'))
  await build({
    absWorkingDir: ROOT,
    entryPoints: { wallet: 'lib/wallet/cli.ts', 'verify-report': 'lib/verify-report/cli.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs Node with a reader that closes the output pipe at once; returns its exit code and stderr. */
async function unread(...argv: string[]): Promise<[code: number | null, complaints: string]> {
  const child = spawn(process.execPath, argv, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve([code, complaints])))
}

describe('a command whose reader has gone', () => {
  covers('D23')
  it('lists the misbehaviours of the wallet without a stack', async () => {
    expect(await unread(join(folder, 'wallet.mjs'), '--list')).toEqual([0, ''])
  })

  covers('D23')
  it('verifies a report without a stack, and ends with the code of its verdict', async () => {
    const command = join(folder, 'verify-report.mjs')
    expect(await unread(command, '--help')).toEqual([0, ''])
    // No bundle, which is unreadable. An uncaught error would end with 1, which means broken.
    expect(await unread(command, join(ROOT, 'package.json'))).toEqual([2, ''])
  })

  it('continues with what it began', async () => {
    const lines = `
      import { runCommand, say } from './scripts/terminal.mjs'
      await runCommand(async () => {
        for (let line = 0; line < 10; line += 1) {
          say('a line')
          await new Promise((resolve) => setImmediate(resolve))
        }
        process.stderr.write('done')
        return 3
      })`
    expect(await unread('--input-type=module', '--eval', lines)).toEqual([3, 'done'])
  })
})
