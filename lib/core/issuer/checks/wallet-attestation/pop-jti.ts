import { defineCheck, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { judgeJti } from '../../judgements/judge-jti'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationPopJti = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_jti', {
  title: 'Proof of possession has an id that was never used',
  problem: 'The jti of the attestation PoP is missing or was used before',
  clauses: ['ABCA-5.2', 'ABCA-12.1'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: (problem) => `${problem}: make a new PoP for each request.`,
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'A proof that can be sent again proves nothing the second time.',
  hint: 'Make a new PoP with a new random jti for every request.',
  run: onPop(({ claims, jtiDigest, jtiHistory }) =>
    jtiDigest === null
      ? violated({ expected: say`jti`, actual: shown(claims.jti) })
      : judgeJti(jtiHistory, say`The attestation PoP came before, with a request that was refused`),
  ),
})
