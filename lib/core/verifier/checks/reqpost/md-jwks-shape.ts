import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { JwkFacts } from '../../../ground/jose/jwk-facts'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onWalletMetadata } from '../../judgements/on-wallet-metadata'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostMdJwksShape = defineCheck<RequestFetchReading>('vp.reqpost.md_jwks_shape', {
  title: 'Wallet metadata carries public keys only',
  problem: 'The wallet metadata does not carry public keys alone',
  clauses: ['RFC7517-4', 'RFC7517-9.2', 'OID4VP-1FINAL-5.10'],
  level: 'must',
  why: 'A private or symmetric key that was sent is compromised.',
  hint: 'Send jwks with an array keys of public keys, without d, p, q or k.',
  run: onWalletMetadata(({ jwks }) => {
    if (jwks === null) return notApplicable(say`The metadata has no keys.`)
    if (!jwks.isKeySet) return violated({ expected: say`an object with an array keys`, actual: bare.somethingElse })
    const leaked = [...new Set(jwks.keys.flatMap(({ facts }) => facts.privateMembers))]
    if (leaked.length > 0) return violated({ expected: say`public members only`, actual: leaked.map(quote) })
    const bad = jwks.keys.filter(({ facts }) => isMalformed(facts))
    return bad.length === 0
      ? pass(say`${jwks.keys.length} keys`)
      : violated({
          expected: say`public keys`,
          actual: bad.slice(0, 20).map(({ facts }) => shown(facts.kty) ?? say`no kty`),
        })
  }),
})

/** Kinds of keys that are understood here; other kinds are ignored, as RFC 7517 section 5 requires. */
const known = ['RSA', 'EC P-256', 'EC P-384', 'EC P-521', 'OKP Ed25519', 'OKP X25519']

const isMalformed = ({ isObject, kty, crv, valid }: JwkFacts): boolean =>
  !isObject || kty === null || kty === 'oct' || (!valid && known.includes(kty === 'RSA' ? kty : `${kty} ${crv}`))
