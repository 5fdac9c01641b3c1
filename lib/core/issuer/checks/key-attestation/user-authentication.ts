import { defineCheck } from '../../../engine/checks/check'
import { judgeLevels } from '../../judgements/judge-levels'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationUserAuthentication = defineCheck<ProofsReading>('vci.key_attestation.user_authentication', {
  title: 'The key attestation states user_authentication in defined values',
  problem: 'The key attestation does not state user_authentication in defined values',
  clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-D.2'],
  level: 'should',
  judges: { token: 'key_attestation', member: 'claims.user_authentication' },
  why: 'An issuer decides by this level whether someone else with the device could use the keys.',
  hint: 'Give user_authentication as a non-empty array of the values of appendix D.2, e.g. iso_18045_high, or URLs.',
  run: onKeyAttestation(({ claims }) => judgeLevels(claims.user_authentication)),
})
