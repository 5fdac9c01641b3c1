import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a test with a folder of its own, which is gone afterwards. */
export async function inTemporaryFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'))
  try {
    await test(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
