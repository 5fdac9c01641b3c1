import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPlatformPackages, thisHost } from './platform-packages.mjs'
import { runToEnd } from './processes.mjs'
import { ROOT } from './root.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { Stop, say, withProgress } from './terminal.mjs'

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean }> }} LockFile */

/**
 * Makes sure that `node_modules` holds what the lock file asks for, and the programs of this platform that the lock
 * file does not know. Does nothing when it already does.
 * @param {{ root?: string, signal?: AbortSignal }} [options]
 * @throws {Stop} when npm cannot install
 */
export async function ensureInstalled({ root = ROOT, signal } = {}) {
  if (stampIsFresh(root)) return
  await withSetupLock(async () => {
    if (stampIsFresh(root)) return
    if (
      !matchesLock(readJson(join(root, 'package-lock.json')), readJson(join(root, 'node_modules/.package-lock.json')))
    ) {
      await npm(
        root,
        ['ci', '--include=dev', '--include=optional'],
        'Installing dependencies (a minute or two the first time)',
        signal,
      )
    }
    const missing = missingPlatformPackages(installedTree(root), thisHost())
    if (missing.length > 0) {
      say(`The lock file lacks programs for this platform: ${missing.join(', ')}.`)
      const args = ['install', '--no-save', '--no-package-lock', '--include=dev', ...missing]
      try {
        await npm(root, args, 'Installing them', signal)
      } catch (error) {
        // Some may be for tools that a user never runs, so what needs one says it; the next start tries again.
        if (!(error instanceof Stop) || signal?.aborted) throw error
        say(`${error.message}\nGoing on without these programs.`)
        return
      }
    }
    writeFileSync(join(root, 'node_modules/.wallet-capture'), stamp(root))
  })
}

/**
 * Whether an installed tree is the one of the lock file: every package that is not optional is there in its version,
 * and nothing is there in another version.
 * @param {LockFile | undefined} lock @param {LockFile | undefined} installed npm's hidden lock file
 */
export function matchesLock(lock, installed) {
  if (lock?.packages === undefined || installed?.packages === undefined) return false
  const have = installed.packages
  return Object.entries(lock.packages).every(([path, { version, optional }]) => {
    if (path === '') return true
    return have[path] === undefined ? optional === true : have[path].version === version
  })
}

/** @param {string} root */
function stampIsFresh(root) {
  const file = join(root, 'node_modules/.wallet-capture')
  return existsSync(file) && readFileSync(file, 'utf8') === stamp(root)
}

/** What the tree was installed for: lock file and platform. @param {string} root */
function stamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${Object.values(thisHost()).join('-')}\n`
}

/** @param {string} root @param {readonly string[]} args @param {string} what @param {AbortSignal} [signal] */
async function npm(root, args, what, signal) {
  const cli = process.env.npm_execpath
  const own = cli?.endsWith('npm-cli.js') === true && existsSync(cli)
  const [command, first] = own ? [process.execPath, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const run = runToEnd(command, [...first, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    env: process.env,
    shell: !own && process.platform === 'win32',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error) => {
    throw new Stop(`npm could not be started (${error.message}); install npm, or run this by \`npm start\`.`)
  })
  const { code, output } = await withProgress(what, run)
  if (code !== 0) {
    const tail = output.split('\n').slice(-15).join('\n')
    throw new Stop(`${tail}\nnpm ${args[0]} failed with code ${code}: see the lines above, then start again.`)
  }
}

/** Reads the installed packages, nested ones included. @param {string} root */
function installedTree(root) {
  /** @type {import('./platform-packages.mjs').InstalledPackage[]} */
  const tree = []
  const visit = (/** @type {string} */ folder) => {
    for (const entry of list(join(root, folder))) {
      if (entry.startsWith('.')) continue
      if (entry.startsWith('@')) {
        for (const inner of list(join(root, folder, entry))) add(`${folder}/${entry}/${inner}`)
      } else add(`${folder}/${entry}`)
    }
  }
  const add = (/** @type {string} */ path) => {
    const manifest = readJson(join(root, path, 'package.json'))
    if (manifest === undefined) return
    const { name, version, optionalDependencies = {} } = manifest
    tree.push({ path, name, version, optionalDependencies })
    visit(`${path}/node_modules`)
  }
  visit('node_modules')
  return tree
}

/** @param {string} folder */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** @param {string} file @returns {any} undefined when there is no such file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
