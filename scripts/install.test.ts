import { describe, expect, it } from 'vitest'
import { matchesLock } from './install.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-darwin': { version: '1.0.0', optional: true },
    'node_modules/checker': { version: '1.0.0', dev: true },
    'node_modules/shared': { version: '1.0.0', devOptional: true },
  },
}
const forDevelopment = { 'node_modules/checker': { version: '1.0.0' }, 'node_modules/shared': { version: '1.0.0' } }
const tree = (packages: Record<string, { version: string }>) => ({ packages: { ...forDevelopment, ...packages } })

const whole = { dev: true }
const running = { dev: false }

describe('an installed tree is the one of the lock file', () => {
  it('when every package is there in its version, those of other platforms left out', () => {
    expect(matchesLock(lock, tree({ 'node_modules/a': { version: '1.0.0' } }), whole)).toBe(true)
  })

  it('also with packages that were added for this platform', () => {
    const added = tree({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-arm': { version: '1.0.0' } })
    expect(matchesLock(lock, added, whole)).toBe(true)
  })

  it('not when one is missing or has another version, optional ones included', () => {
    expect(matchesLock(lock, tree({}), whole)).toBe(false)
    expect(matchesLock(lock, tree({ 'node_modules/a': { version: '1.0.1' } }), whole)).toBe(false)
    const stale = tree({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-darwin': { version: '0.9.0' } })
    expect(matchesLock(lock, stale, whole)).toBe(false)
  })

  it('not when nothing is installed', () => {
    expect(matchesLock(lock, undefined, whole)).toBe(false)
    expect(matchesLock(undefined, undefined, whole)).toBe(false)
  })

  it('without what only tests and checks need, where they are not asked for', () => {
    const packages = { 'node_modules/a': { version: '1.0.0' } }
    expect(matchesLock(lock, { packages }, running)).toBe(true)
    expect(matchesLock(lock, { packages }, whole)).toBe(false)
    expect(matchesLock(lock, tree(packages), running)).toBe(true)
    expect(matchesLock(lock, tree({ ...packages, 'node_modules/checker': { version: '0.9.0' } }), running)).toBe(false)
    expect(matchesLock(lock, { packages: {} }, running)).toBe(false)
  })
})
