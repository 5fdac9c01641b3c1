import { describe, expect, it } from 'vitest'
import { makePresentation } from '@/lib/testing/presented/make-presentation'
import { recogniseFormat } from './recognise-format'

const cbor = (...bytes: number[]) => Buffer.from(bytes).toString('base64url')

describe('the format of a presentation', () => {
  it.each<[string, string, string | undefined]>([
    ['an SD-JWT with key binding', makePresentation(), 'dc+sd-jwt'],
    ['an SD-JWT without', makePresentation({ kb: null }), 'dc+sd-jwt'],
    ['a JWT', 'e30.e30.AA', 'dc+sd-jwt'],
    ['a map of CBOR', cbor(0xa3, 0x61), 'mso_mdoc'],
    ['a long map of CBOR', cbor(0xb9, 0x01, 0x00), 'mso_mdoc'],
    ['a map of CBOR without a length', cbor(0xbf, 0xff), 'mso_mdoc'],
    ['a map of CBOR with padding', `${cbor(0xa0)}==`, 'mso_mdoc'],
    ['an array of CBOR', cbor(0x80), undefined],
    ['a tagged value of CBOR', cbor(0xc0, 0x01), undefined],
    ['nothing', '', undefined],
    ['some text', 'a presentation', undefined],
  ])('is told for %s', (_, text, format) => {
    expect(recogniseFormat(text)?.format).toBe(format)
  })
})
