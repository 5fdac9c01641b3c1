/**
 * Platform packages that an installed tree lacks. A lock file written where only some platforms were offered makes
 * `npm ci` skip the programs of all others without a word.
 *
 * @typedef {{ path: string, name: string, version: string, optionalDependencies: Record<string, string> }} InstalledPackage
 *   `path` as in a lock file: `node_modules/a/node_modules/b`
 * @typedef {{ platform: string, arch: string, libc?: 'glibc' | 'musl' | undefined }} Host libc on Linux only
 */

const PLATFORMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const ARCHS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

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
 * What an absent package needs can only be told from its name, e.g. `swc-linux-x64-musl`; a name without a platform
 * is not a platform package. Where a `-musl` sibling exists, the name without libc is the one for glibc.
 * @param {string} name @param {readonly string[]} siblings @param {Host} host
 */
function fits(name, siblings, { platform, arch, libc }) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const at = words.findIndex((word) => PLATFORMS.includes(word))
  if (at === -1 || words[at] !== platform) return false
  const [nameArch, ...rest] = words.slice(at + 1)
  if (nameArch !== arch || !ARCHS.includes(arch)) return false
  const abi = rest.join('-')
  if (platform !== 'linux') return abi === '' || abi === 'msvc'
  if (/^musl/.test(abi)) return libc === 'musl'
  if (/^gnu/.test(abi)) return libc === 'glibc'
  if (abi !== '') return false
  return libc === 'glibc' || !siblings.includes(`${name}-musl`)
}

/** As Node looks for it: beside the package's own, then one folder up at a time. @param {string} name @param {string} from @param {ReadonlySet<string>} present */
function resolves(name, from, present) {
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
