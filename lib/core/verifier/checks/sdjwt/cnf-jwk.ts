import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { judgeKeyUse } from '../../../engine/judgements/judge-key-use'
import { shown } from '../../../engine/judgements/shown'
import { isObject } from '../../../ground/values/json'
import { quote, say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtCnfJwk = defineCheck<PresentedSubject>('vp.sdjwt.cnf_jwk', {
  title: 'Credential is bound to a public JWK',
  problem: 'The cnf of the credential has no usable public JWK',
  clauses: ['HAIP-6.1', 'RFC7800-3.2', 'RFC9901-4.1.2', 'RFC7517-4'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_presentation',
  counterpart: 'ValidateCredentialCnfJwkIsPublicKey',
  judges: { token: 'presented_credential', member: 'claims.cnf' },
  why: 'The Key Binding JWT is verified with the key in cnf.',
  hint: 'The issuer puts the public key of the wallet into cnf.jwk, without private members.',
  run: onSdJwt(({ cnf, issuerJwt }) => {
    if (!cnf.isObject) return notApplicable(say`The credential has no cnf.`)
    const { jwk } = cnf
    if (!jwk.present) return violated({ expected: say`jwk`, actual: null })
    if (jwk.privateMembers.length > 0)
      return violated({ expected: say`public members only`, actual: jwk.privateMembers.map(quote) })
    if (!jwk.valid || jwk.symmetric)
      return violated({
        expected: say`an asymmetric key, on its curve`,
        actual: quote(`${shown(jwk.kty)} ${shown(jwk.crv) ?? say``}`.trim()),
      })
    const cnfSent = issuerJwt.claims?.cnf
    const { key_ops: operations, ...sent } = isObject(cnfSent) && isObject(cnfSent.jwk) ? cnfSent.jwk : {}
    const isEmpty = Array.isArray(operations) && operations.length === 0
    return (
      judgeKeyUse(isEmpty ? sent : { ...sent, key_ops: operations }, { verifies: null }) ??
      (isEmpty ? tolerated(noOperations) : pass(quote(`${jwk.kty} ${jwk.crv ?? ''}`.trim())))
    )
  }),
})

/** A list of no operations names no other purpose than this one, and issuers copy it from the key that a wallet sent. */
const noOperations = {
  expected: say`a key to verify signatures with`,
  actual: { key_ops: [] },
  hint: say`Leave key_ops out of the JWK that the issuer is given, or let it say verify.`,
}
