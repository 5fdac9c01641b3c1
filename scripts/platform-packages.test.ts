import { describe, expect, it } from 'vitest'
import { type InstalledPackage, missingPlatformPackages } from './platform-packages.mjs'

const installed = (path: string, optional: readonly string[] = [], version = '1.0.0'): InstalledPackage => ({
  path,
  name: path.slice(path.lastIndexOf('node_modules/') + 13),
  version,
  optionalDependencies: Object.fromEntries(optional.map((name) => [name, '1.2.3'])),
})

const database = installed('node_modules/database', [
  'database-darwin-arm64',
  'database-darwin-x64',
  'database-linux-arm',
  'database-linux-arm64',
  'database-linux-x64',
  'database-win32-x64',
])
const compiler = installed('node_modules/@compiler/core', [
  '@compiler/swc-darwin-arm64',
  '@compiler/swc-linux-arm64-gnu',
  '@compiler/swc-linux-arm64-musl',
  '@compiler/swc-linux-x64-gnu',
  '@compiler/swc-linux-x64-musl',
  '@compiler/swc-win32-x64-msvc',
  '@compiler/swc-wasm32-wasi',
])
const linter = installed('node_modules/linter', ['linter-linux-x64', 'linter-linux-x64-musl', 'linter-darwin-arm64'])

const mac = { platform: 'darwin', arch: 'arm64' }
const windows = { platform: 'win32', arch: 'x64' }
const debian = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const
const alpine = { platform: 'linux', arch: 'x64', libc: 'musl' } as const

describe('missing platform packages', () => {
  it('are the ones for this platform, with their version', () => {
    expect(missingPlatformPackages([database, compiler, linter], mac)).toEqual([
      '@compiler/swc-darwin-arm64@1.2.3',
      'database-darwin-arm64@1.2.3',
      'linter-darwin-arm64@1.2.3',
    ])
    expect(missingPlatformPackages([database, compiler], windows)).toEqual([
      '@compiler/swc-win32-x64-msvc@1.2.3',
      'database-win32-x64@1.2.3',
    ])
  })

  it('are told apart by libc, also where only the musl one says so', () => {
    expect(missingPlatformPackages([compiler, linter, database], debian)).toEqual([
      '@compiler/swc-linux-x64-gnu@1.2.3',
      'database-linux-x64@1.2.3',
      'linter-linux-x64@1.2.3',
    ])
    expect(missingPlatformPackages([compiler, linter, database], alpine)).toEqual([
      '@compiler/swc-linux-x64-musl@1.2.3',
      'database-linux-x64@1.2.3',
      'linter-linux-x64-musl@1.2.3',
    ])
  })

  it('do not include what is there, beside the package, inside it, or in a folder above', () => {
    const there = [database, installed('node_modules/database-darwin-arm64')]
    expect(missingPlatformPackages(there, mac)).toEqual([])
    const inside = [database, installed('node_modules/database/node_modules/database-darwin-arm64')]
    expect(missingPlatformPackages(inside, mac)).toEqual([])
    const nested = installed('node_modules/tool/node_modules/database', ['database-darwin-arm64'])
    expect(
      missingPlatformPackages([nested, installed('node_modules/tool/node_modules/database-darwin-arm64')], mac),
    ).toEqual([])
    expect(missingPlatformPackages([nested, installed('node_modules/database-darwin-arm64')], mac)).toEqual([])
    expect(
      missingPlatformPackages([nested, installed('node_modules/other/node_modules/database-darwin-arm64')], mac),
    ).toEqual(['database-darwin-arm64@1.2.3'])
  })

  it('do not include optional packages that are bound to no platform', () => {
    expect(
      missingPlatformPackages([installed('node_modules/web', ['sharp', 'linux', 'arm64-tools', 'x-linux'])], debian),
    ).toEqual([])
  })

  it('are none where nobody builds for the platform', () => {
    expect(missingPlatformPackages([database, compiler], { platform: 'sunos', arch: 'x64' })).toEqual([])
    expect(missingPlatformPackages([database], { platform: 'linux', arch: 's390x', libc: 'glibc' })).toEqual([])
  })
})
