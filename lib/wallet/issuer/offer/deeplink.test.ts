import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { WalletStop } from '../../errors'
import { parseDeeplink } from './fetch-offer'

const scheme = fc.stringMatching(/^[a-z][a-z0-9+.-]{0,20}$/)

describe('a credential offer link', () => {
  it('gives back the offer that was put in, whatever the scheme', () => {
    fc.assert(
      fc.property(scheme, fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (name, offer) => {
        const text = JSON.stringify(offer)
        expect(parseDeeplink(`${name}://?credential_offer=${encodeURIComponent(text)}`)).toEqual({
          kind: 'value',
          offer: JSON.parse(text),
        })
      }),
      runs(),
    )
  })

  it('gives back the address that was put in', () => {
    fc.assert(
      fc.property(scheme, fc.webUrl({ withQueryParameters: true, withFragments: true }), (name, url) => {
        expect(parseDeeplink(`${name}://host/path?credential_offer_uri=${encodeURIComponent(url)}`)).toEqual({
          kind: 'reference',
          url,
        })
      }),
      runs(),
    )
  })

  it('is refused with a sentence for every other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseDeeplink(text)).toThrow(WalletStop)
      }),
      runs(),
    )
  })

  it.each([
    ['openid-credential-offer://', 'The link carries no parameters'],
    ['openid-credential-offer://?', 'The link needs exactly one of credential_offer and credential_offer_uri'],
    [
      'a://?credential_offer=%7B%7D&credential_offer_uri=https://x.example',
      'The link needs exactly one of credential_offer and credential_offer_uri',
    ],
    [
      'a://?credential_offer=%7B%7D&credential_offer=%7B%7D',
      'The link needs exactly one of credential_offer and credential_offer_uri',
    ],
    ['a://?credential_offer=%5B%5D', 'credential_offer is not a JSON object'],
    ['a://?credential_offer=%7B', 'credential_offer is not a JSON object'],
    ['?credential_offer=%7B%7D', 'The link does not begin with a scheme'],
  ])('%s is refused', (text, sentence) => {
    expect(() => parseDeeplink(text)).toThrow(sentence)
  })
})
