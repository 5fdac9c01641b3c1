import { describe, expect, it } from 'vitest'
import { isAllowed, licenceProblems } from './licences.mjs'

describe('licences', () => {
  it('of an expression are one of each choice, and every one that is demanded', () => {
    for (const good of ['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', '(MIT AND Zlib)'])
      expect([good, isAllowed(good)]).toEqual([good, true])
    for (const bad of [
      'GPL-3.0-only',
      'MIT AND GPL-3.0-only',
      '(GPL-2.0-only OR AGPL-3.0-only)',
      '',
      'SEE LICENSE IN x',
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
      'node_modules/known-x': { license: 'MPL-2.0' },
    }
    const known = [{ begins: 'known', licences: ['MPL-2.0'], why: '' }]
    expect(licenceProblems({ packages }, known)).toEqual([
      'bad is under AGPL-3.0-only, which is in no list of scripts/licences.mjs.',
      'none names no licence.',
    ])
  })
})
