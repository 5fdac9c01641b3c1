import { defineCheck } from '../../../engine/checks/check'
import { judgeDemandedLevel } from '../../judgements/judge-levels'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationUserAuthenticationLevel = defineCheck<ProofsReading>(
  'vci.key_attestation.user_authentication_level',
  {
    title: 'The user authentication has a level that the issuer demands',
    problem: 'The user_authentication of the key attestation asserts none of the levels that the metadata demands',
    clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINALA-D.2'],
    level: 'must',
    rejects: 'invalid_proof',
    judges: { token: 'key_attestation', member: 'claims.user_authentication' },
    why: 'The metadata demands a level of user authentication that this attestation does not vouch for.',
    hint: 'Use keys guarded by a user authentication that has one of the levels in key_attestations_required.',
    run: onKeyAttestation(({ claims }, { conditions }) =>
      judgeDemandedLevel(claims.user_authentication, conditions.userAuthenticationLevels),
    ),
  },
)
