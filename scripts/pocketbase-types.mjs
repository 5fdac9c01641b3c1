import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'
import { pocketbaseProgram } from './pocketbase-program.mjs'
import { runToEnd } from './processes.mjs'
import { parseSettings } from './settings.mjs'
import { runCommand, Stop } from './terminal.mjs'

/** Corrections to declarations of PocketBase that are too loose or too strict. Each occurs once. */
const mends = /** @type {const} */ ([
  ['constructor(data?: Partial<Collection>)', 'constructor(data?: CollectionDraft)'],
  ['interface App {\n  [key:string]: any;', 'interface App {'],
])

/** @param {string} declared */
function mended(declared) {
  let text = declared
  for (const [from, to] of mends) {
    if (text.split(from).length !== 2)
      throw new Stop(`PocketBase no longer declares "${from}" once: look at scripts/pocketbase-types.mjs.`)
    text = text.replace(from, to)
  }
  return text
}

/**
 * Writes `.cache/pocketbase/types.d.ts`: the types of hooks and migrations that PocketBase generates when it opens a
 * data directory, with corrections.
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
    writeFileSync(join(cache, 'types.d.ts'), mended(readFileSync(join(scratch, 'dir/types.d.ts'), 'utf8')))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return 0
})
