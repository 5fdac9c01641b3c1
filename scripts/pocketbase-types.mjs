import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './processes.mjs'
import { ROOT } from './root.mjs'
import { pocketbaseProgram } from './services.mjs'
import { parseSettings } from './settings.mjs'
import { runCommand, Stop } from './terminal.mjs'

/**
 * Writes `.cache/pocketbase/types.d.ts`, what PocketBase gives to hooks, as the program itself declares it. It does so
 * whenever it opens a data directory.
 */
await runCommand(async () => {
  const { pocketbasePath } = /** @type {{ pocketbasePath?: string }} */ (parseSettings(process.env).values)
  const scratch = mkdtempSync(join(tmpdir(), 'wallet-capture-types-'))
  try {
    const dirs = ['dir', 'migrationsDir', 'hooksDir'].map((flag) => {
      mkdirSync(join(scratch, flag))
      return `--${flag}=${join(scratch, flag)}`
    })
    const { code, output } = await runToEnd(pocketbaseProgram(pocketbasePath), ['migrate', 'history-sync', ...dirs], {
      cwd: ROOT,
    })
    if (code !== 0) throw new Stop(`${output}\nPocketBase could not write the types of its hooks.`)
    const cache = join(ROOT, '.cache/pocketbase')
    mkdirSync(cache, { recursive: true })
    copyFileSync(join(scratch, 'dir/types.d.ts'), join(cache, 'types.d.ts'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return 0
})
