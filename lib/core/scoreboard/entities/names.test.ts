import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { canonicalPath, isNamespace, isSlug, lettersLost, namespaceOfName, slugOfName } from './names'

describe('the name in a path', () => {
  it('made of any name is one, or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const slug = slugOfName(name)
        // A letter without a lower-case form of its own, such as an ordinal, leaves the choice to the sender.
        if (slug !== '' && slug === slug.toLowerCase()) expect([name, isSlug(slug)]).toEqual([name, true])
        expect(slugOfName(slug)).toBe(slug)
      }),
      runs(200),
    )
  })

  it('is the same however the name is cased, spaced and composed', () => {
    expect(slugOfName('  Ünïcode: Wallet, 2nd ')).toBe('ünïcode-wallet-2nd')
    expect(slugOfName('u\u0308ber')).toBe('über')
    expect(slugOfName('İstanbul')).toBe('istanbul')
    expect(slugOfName('—')).toBe('')
    expect(slugOfName('x'.repeat(300))).toHaveLength(200)
    expect(canonicalPath('Acme/My Wallet/1.2.0')).toBe('acme/my-wallet/1-2-0')
  })
})

describe('the namespace of an organisation', () => {
  it('made of any name is one, reserved, or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const namespace = namespaceOfName(name)
        expect(namespace === '' || isNamespace(namespace) || isNamespace(`${namespace.slice(0, 62)}x`)).toBe(true)
        expect(namespaceOfName(namespace)).toBe(namespace)
      }),
      runs(200),
    )
  })

  it.each([
    ['Ünïcode & Söhne GmbH', 'unicode-sohne-gmbh'],
    ['  A  ', 'a'],
    ['Größe Łódź Labs', 'grosse-lodz-labs'],
    ['ØRESUND Æbler & Œuvre', 'oresund-aebler-oeuvre'],
    ['Þór, Đuro, İstanbul Işık', 'thor-duro-istanbul-isik'],
    ['株式会社', ''],
    [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
  ])('of %j is %j', (name, namespace) => {
    expect(namespaceOfName(name)).toBe(namespace)
  })

  it.each([
    ['Größe Łódź 2½ ﬁne', ''],
    ['Жук & Co', 'жук'],
    ['株式会社 株', '株式会社'],
  ])('of %j leaves out %j', (name, lost) => {
    expect(lettersLost(name)).toBe(lost)
  })

  it.each(['default', 'temporal-system', 'aggregate', 'save-results', 'details', 'namespaces', '-a', 'a--b', 'A', ''])(
    'is never %j',
    (text) => {
      expect(isNamespace(text)).toBe(false)
    },
  )
})
