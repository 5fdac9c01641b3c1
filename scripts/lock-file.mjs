import { demandsOf, resolves } from './platform-packages.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} LockFile
 */

/**
 * The platform packages that a lock file names as optional dependencies without having an entry for them. `npm ci`
 * rejects such a file where the registry has these packages; npm writes such a file where the registry lacks them.
 * @param {LockFile} lock
 * @returns {Record<string, LockEntry>} by path, in the form of the file. The integrity is unknown; npm adds it if it
 * can
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
