import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a test with its own folder, which is deleted afterwards. */
export async function inTemporaryFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'))
  try {
    await test(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
