import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock, missingLockEntries } from './lock-file.mjs'
import { ROOT } from './root.mjs'
import { runCommand, say } from './terminal.mjs'

/**
 * `node scripts/complete-lock.mjs [--check]`: adds to the lock file the packages of other platforms that npm left out,
 * or with `--check` only reports them. Run it after every change of dependencies.
 */
await runCommand(async () => {
  const file = join(ROOT, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = Object.keys(missingLockEntries(lock)).map((path) => path.replace('node_modules/', ''))
  if (missing.length === 0) return 0
  if (process.argv.includes('--check')) {
    say(`package-lock.json lacks ${missing.join(', ')}: npm ci would refuse it. Run node scripts/complete-lock.mjs.`)
    return 1
  }
  writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
  say(`Added to package-lock.json: ${missing.join(', ')}.`)
  return 0
})
