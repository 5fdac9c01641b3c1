import { describe, expect, it } from 'vitest'
import { matchesLock } from './install.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-darwin': { version: '1.0.0', optional: true },
  },
}
const tree = (packages: Record<string, { version: string }>) => ({ packages })

describe('an installed tree is the one of the lock file', () => {
  it('when every package is there in its version, those of other platforms left out', () => {
    expect(matchesLock(lock, tree({ 'node_modules/a': { version: '1.0.0' } }))).toBe(true)
  })

  it('also with packages that were added for this platform', () => {
    const added = tree({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-arm': { version: '1.0.0' } })
    expect(matchesLock(lock, added)).toBe(true)
  })

  it('not when one is missing or has another version, optional ones included', () => {
    expect(matchesLock(lock, tree({}))).toBe(false)
    expect(matchesLock(lock, tree({ 'node_modules/a': { version: '1.0.1' } }))).toBe(false)
    const stale = tree({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-darwin': { version: '0.9.0' } })
    expect(matchesLock(lock, stale)).toBe(false)
  })

  it('not when nothing is installed', () => {
    expect(matchesLock(lock, undefined)).toBe(false)
    expect(matchesLock(undefined, undefined)).toBe(false)
  })
})
