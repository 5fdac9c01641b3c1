import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationIss = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.iss', {
  title: 'Wallet attestation names its issuer',
  problem: 'The wallet attestation does not name its issuer',
  clauses: ['ABCA-5.1'],
  level: 'must',
  concerns: ['client'],
  why: 'The server has to know which wallet provider speaks.',
  hint: 'Set iss to the identifier of the wallet provider.',
  run: onAttestation(({ claims }) =>
    typeof claims.iss === 'string' && claims.iss !== ''
      ? pass(shown(claims.iss))
      : violated({ expected: say`iss`, actual: shown(claims.iss) }),
  ),
})
