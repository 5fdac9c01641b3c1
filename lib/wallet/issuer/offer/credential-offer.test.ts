import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { WalletStop } from '../../errors'
import { readCredentialOffer } from './credential-offer'

const offer = { credential_issuer: 'https://issuer.example', credential_configuration_ids: ['a'] }

describe('a credential offer', () => {
  it('is understood with what it carries, and unknown members are ignored', () => {
    const grants = {
      authorization_code: { issuer_state: 's' },
      'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 'c', tx_code: {}, other: 1 },
      other: {},
    }
    expect(readCredentialOffer({ ...offer, grants, other: true })).toEqual({
      credentialIssuer: 'https://issuer.example',
      configurationIds: ['a'],
      preAuthorized: { code: 'c', txCode: {}, authorizationServer: null },
      authorizationCode: { issuerState: 's', authorizationServer: null },
    })
  })

  it.each([undefined, {}])('leaves the choice to the metadata where its grants are %j', (grants) => {
    expect(readCredentialOffer({ ...offer, grants })).toMatchObject({ preAuthorized: null, authorizationCode: null })
  })

  it.each([
    [{ ...offer, credential_issuer: undefined }, 'The offer has no credential_issuer'],
    [{ ...offer, credential_issuer: 'http://issuer.example' }, 'credential_issuer does not use https'],
    [{ ...offer, credential_issuer: 'issuer' }, 'credential_issuer is not a URL'],
    [{ ...offer, credential_configuration_ids: [] }, 'The offer has no credential_configuration_ids'],
    [{ ...offer, credential_configuration_ids: [1] }, 'The offer has no credential_configuration_ids'],
    [{ ...offer, credential_configuration_ids: ['a', 'a'] }, 'The offer repeats a credential_configuration_id'],
    [
      { ...offer, grants: { 'urn:ietf:params:oauth:grant-type:pre-authorized_code': {} } },
      'The pre-authorized grant of the offer has no pre-authorized_code',
    ],
    [{ ...offer, grants: { other: {} } }, 'The offer has no grant that this wallet supports'],
  ])('%j is refused', (value, sentence) => {
    expect(() => readCredentialOffer(value)).toThrow(sentence)
  })

  it('is either understood or refused with a sentence, whatever comes', () => {
    const members = fc.record(
      { credential_issuer: fc.jsonValue(), credential_configuration_ids: fc.jsonValue(), grants: fc.jsonValue() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(members, (value) => {
        try {
          expect(readCredentialOffer(value).configurationIds.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(WalletStop)
        }
      }),
      runs(),
    )
  })
})
