import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { completeLock, missingLockEntries, unhashedEntries } from './lock-file.mjs'
import { ROOT } from './paths.mjs'
import { runCommand, say } from './terminal.mjs'

const run = promisify(execFile)

/**
 * The registry's hash and licence of a package; `undefined` if it does not have the package.
 * @param {string} path @param {string} version @returns {Promise<{ integrity: string, license?: string } | undefined>}
 */
async function askRegistry(path, version) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const asked = ['view', `${name}@${version}`, 'dist.integrity', 'license', '--json']
  const { stdout } = await run('npm', asked, { shell: process.platform === 'win32' }).catch(() => ({ stdout: '' }))
  const { 'dist.integrity': integrity, license } = JSON.parse(stdout || '{}')
  if (typeof integrity !== 'string' || !/^sha512-[A-Za-z0-9+/=]+$/.test(integrity)) return undefined
  return { integrity, ...(typeof license === 'string' ? { license } : {}) }
}

/**
 * `node scripts/complete-lock.mjs [--check]`: adds packages of other platforms that npm left out of the lock file, and
 * missing hashes; with `--check` only reports them. Run it after every change of dependencies.
 */
await runCommand(async () => {
  const file = join(ROOT, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = Object.keys(missingLockEntries(lock)).map((path) => path.replace('node_modules/', ''))
  const complete = completeLock(lock)
  const unhashed = unhashedEntries(complete)
  if (missing.length === 0 && unhashed.length === 0) return 0
  const repair = 'Run node scripts/complete-lock.mjs.'
  if (process.argv.includes('--check')) {
    if (missing.length > 0) say(`package-lock.json lacks ${missing.join(', ')}: npm ci would refuse it. ${repair}`)
    if (unhashed.length > 0)
      say(`package-lock.json has no hash of ${unhashed.join(', ')}: anything could be installed. ${repair}`)
    return 1
  }
  for (const path of unhashed) {
    const { version = '', ...rest } = complete.packages[path] ?? {}
    const known = await askRegistry(path, version)
    if (known === undefined) {
      say(`The registry has no hash of ${path}@${version}, so nothing was written.`)
      return 1
    }
    complete.packages[path] = { version, ...known, ...rest }
  }
  writeFileSync(file, `${JSON.stringify(complete, null, 2)}\n`)
  if (missing.length > 0) say(`Added to package-lock.json: ${missing.join(', ')}.`)
  if (unhashed.length > 0) say(`Hashes added to package-lock.json: ${unhashed.join(', ')}.`)
  return 0
})
