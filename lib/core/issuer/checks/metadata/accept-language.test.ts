import { expect, it } from 'vitest'
import { processorMillis } from '@/lib/testing/processor-time'
import { metadataAcceptLanguage } from './accept-language'

it.each(['\t', ' ', 'a', '-a', ';', 'e ', ',', '1'])(
  'takes time that grows with the length of the header and no faster: %j',
  (piece) => {
    const acceptLanguage = `de${piece.repeat(100_000 / piece.length)}!`
    const started = processorMillis()
    metadataAcceptLanguage.run({ document: 'issuer_metadata', accept: null, acceptLanguage })
    expect(processorMillis() - started).toBeLessThan(200)
  },
)
