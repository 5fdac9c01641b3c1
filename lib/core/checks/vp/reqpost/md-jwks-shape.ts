import type { RequestFetchReading } from '../../../oid4vp/request/request-fetch-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onWalletMetadata } from '../../judgements/presentation/on-wallet-metadata'

export const vpReqpostMdJwksShape = defineCheck<RequestFetchReading>('vp.reqpost.md_jwks_shape', {
  title: 'wallet_metadata carries public keys only',
  clauses: ['RFC7517-4', 'OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'A private or symmetric key that was sent is a key that is lost.',
  hint: 'Send jwks with a member keys that holds public keys: no d, p, q or k.',
  run: onWalletMetadata(({ jwks }) => {
    if (jwks === null) return notApplicable('The metadata carry no keys.')
    if (!jwks.isKeySet) return violated({ expected: 'an object with an array keys', actual: 'something else' })
    const leaked = [...new Set(jwks.keys.flatMap(({ facts }) => facts.privateMembers))]
    if (leaked.length > 0) return violated({ expected: 'public members only', actual: leaked })
    return jwks.keys.every(({ facts }) => facts.valid)
      ? pass(`${jwks.keys.length} keys`)
      : violated({ expected: 'usable public keys', actual: jwks.keys.map(({ facts }) => facts.kty ?? 'no kty') })
  }),
})
