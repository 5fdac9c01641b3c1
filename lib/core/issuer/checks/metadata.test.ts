import { expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { metadata } from './metadata'

it.each(['\t', ' ', 'a', '-a', ';', 'e ', ',', '1'])(
  'looks at a header a few times at most, however long it is: %j',
  async (piece) => {
    const acceptLanguage = `de${piece.repeat(100_000 / piece.length)}!`
    const run = () => metadata.accept_language.run({ document: 'issuer_metadata', accept: null, acceptLanguage })
    expect(await lookedAt(run)).toBeLessThan(4 * acceptLanguage.length)
  },
)
