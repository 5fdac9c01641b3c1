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
 * Like Node's resolution: in the package's own `node_modules`, then one folder up at a time.
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
