import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { judgeKeyUse } from '../../../engine/judgements/judge-key-use'
import { isObject } from '../../../ground/values/json'
import { quote, say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationCnfJwk = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.cnf_jwk', {
  title: 'Wallet attestation confirms one public key',
  problem: 'The cnf.jwk of the wallet attestation is not one public key',
  clauses: ['ABCA-5.1', 'RFC7517-4'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'The wallet attestation must hold one public key in cnf.jwk.',
  concerns: ['client'],
  why: 'The proof of possession is verified with this key, and its private half must stay in the wallet.',
  hint: 'Set cnf.jwk to the public key of the wallet instance, without d.',
  run: onAttestation(({ cnf, claims }) => {
    if (cnf.privateMembers.length > 0)
      return violated({ expected: say`public members only`, actual: cnf.privateMembers.map(quote) })
    if (!cnf.valid)
      return violated({ expected: say`cnf.jwk, a public key`, actual: cnf.isObject ? say`not a usable key` : null })
    return judgeKeyUse(isObject(claims.cnf) ? claims.cnf.jwk : null, { verifies: null }) ?? pass(quote(cnf.thumbprint))
  }),
})
