import type { ClientAuthenticationReading } from '../../../oauth/client-authentication/client-authentication-reading'
import { onPop } from '../../../oauth/client-authentication/on-part'
import { defineCheck, violated } from '../../check'
import { judgeIssuedNow } from '../../judgements/judge-time'
import { shown } from '../../judgements/shown'

export const popIat = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.pop_iat', {
  group: 'wallet_attestation',
  title: 'Proof of possession was made just now',
  clauses: ['ABCA-5.2'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'The iat of the attestation PoP is missing or not of now.',
  why: 'An old proof may have been recorded by somebody else.',
  hint: 'Set iat in seconds at the moment of the request.',
  run: onPop(({ claims }, { now }) =>
    typeof claims.iat === 'number'
      ? judgeIssuedNow(claims.iat, now)
      : violated({ expected: 'iat, a number', actual: shown(claims.iat) }),
  ),
})
