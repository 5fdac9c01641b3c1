import { describe, expect, it } from 'vitest'
import { isAllowed, licenceProblems } from './licences.mjs'

describe('licences', () => {
  it('of an expression are one of each choice, and every one that is demanded', () => {
    for (const good of [
      'MIT',
      '(MIT OR GPL-3.0-only)',
      'Apache-2.0 AND MIT',
      '(MIT AND Zlib)',
      'MIT AND (GPL-3.0-only OR Apache-2.0)',
      '((MIT) OR (GPL-3.0-only AND ISC))',
      // AND binds closer than OR.
      'MIT OR ISC AND GPL-3.0-only',
      'GPL-3.0-only AND ISC OR MIT',
    ])
      expect([good, isAllowed(good)]).toEqual([good, true])
    for (const bad of [
      'GPL-3.0-only',
      'MIT AND GPL-3.0-only',
      '(GPL-2.0-only OR AGPL-3.0-only)',
      '',
      'SEE LICENSE IN x',
      'GPL-3.0-only AND (MIT OR Apache-2.0)',
      '(MIT OR Apache-2.0) AND GPL-3.0-only',
      '(MIT OR ISC) AND (MIT OR GPL-3.0-only) AND GPL-2.0-only',
      // An exception may take back what the licence gives, and half an expression says nothing.
      'MIT WITH a-clause',
      'MIT OR',
      'MIT OR )',
      'MIT OR (ISC',
      'MIT OR OR',
      'OR MIT',
      '(MIT',
      'MIT)',
      'MIT ISC',
      '()',
    ])
      expect([bad, isAllowed(bad)]).toEqual([bad, false])
  })

  it('are told where a package has none, or one that nobody agreed to', () => {
    const packages = {
      '': { license: 'Apache-2.0' },
      'node_modules/good': { license: 'MIT' },
      'node_modules/a/node_modules/bad': { license: 'AGPL-3.0-only' },
      'node_modules/none': { integrity: 'sha512-x' },
      // npm writes such an entry of another platform without what it could not look up.
      'node_modules/elsewhere-win32': { optional: true },
    }
    expect(licenceProblems({ packages }, [])).toEqual([
      'bad is under AGPL-3.0-only, which is in no list of scripts/licences.mjs.',
      'none names no licence.',
    ])
  })

  it('are looked at one by one for a package and the ones it has for each platform, and no other name', () => {
    const known = [{ name: 'known', platforms: true, licences: ['MPL-2.0'], why: '' }]
    const of = (name: string) =>
      licenceProblems({ packages: { [`node_modules/${name}`]: { license: 'MPL-2.0' } } }, known).length
    expect(['known', 'known-x', 'knownevil', 'x-known'].map(of)).toEqual([0, 0, 1, 1])
    const packages = {
      'node_modules/lightningcss-linux-x64-gnu': { license: 'MPL-2.0' },
      'node_modules/lightningcssevil': { license: 'MPL-2.0' },
      'node_modules/unionfs': {},
      'node_modules/unionfs-other': {},
      'node_modules/axe-core-other': { license: 'MPL-2.0' },
    }
    expect(licenceProblems({ packages })).toEqual([
      'lightningcssevil is under MPL-2.0, which is in no list of scripts/licences.mjs.',
      'unionfs-other names no licence.',
      'axe-core-other is under MPL-2.0, which is in no list of scripts/licences.mjs.',
    ])
  })
})
