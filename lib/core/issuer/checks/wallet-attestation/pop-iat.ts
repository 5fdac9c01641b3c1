import { defineCheck, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { judgeExpiry, judgeIssuedNow, judgeNotBefore } from '../../judgements/judge-time'
import { onPop } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

const pop = say`the attestation PoP`

export const walletAttestationPopIat = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_iat', {
  title: 'Proof of possession was made just now, and is valid',
  problem: 'The iat of the attestation PoP is missing or not of now, or its exp or nbf is out of time',
  clauses: ['ABCA-5.2', 'RFC7519-4.1.4', 'RFC7519-4.1.5'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  judges: { token: 'client_attestation_pop' },
  why: 'An old proof may have been recorded by someone else.',
  hint: 'Set iat in seconds at the moment of the request.',
  run: onPop(({ claims }, { now }) => {
    if (typeof claims.iat !== 'number') return violated({ expected: say`iat, a number`, actual: shown(claims.iat) })
    // The draft gives the PoP neither claim; where one is there, it means what it means in every JWT.
    const bounds = [
      ...(claims.exp === undefined ? [] : [judgeExpiry(claims.exp, now, 0, pop)]),
      ...(claims.nbf === undefined ? [] : [judgeNotBefore(claims.nbf, now, pop)]),
    ]
    return bounds.find(({ result }) => result === 'violated') ?? judgeIssuedNow(claims.iat, now, pop)
  }),
})
