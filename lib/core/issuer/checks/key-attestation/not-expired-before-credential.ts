import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationNotExpiredBeforeCredential = defineCheck<ProofsReading>(
  'vci.key_attestation.not_expired_before_credential',
  {
    title: 'The key attestation lives as long as the credential bound to its keys',
    problem: 'The key attestation expires before the credential bound to its keys',
    clauses: ['OID4VCI-1FINALA-D.1'],
    level: 'info',
    judges: { token: 'key_attestation', member: 'claims.exp' },
    why: 'Its exp is also the time at which the attested keys expire, so a longer credential outlives its keys.',
    hint: 'Choose an exp for the attested keys that is later than the validity of the credentials, here 14 days.',
    run: onKeyAttestation(({ claims: { exp } }, { conditions: { credentialExpiresAt } }) => {
      if (typeof exp !== 'number') return notApplicable(say`The key attestation has no exp that is a number.`)
      if (credentialExpiresAt === null) return notApplicable(say`No credential would be issued.`)
      return exp >= credentialExpiresAt ? pass(exp) : violated({ expected: { from: credentialExpiresAt }, actual: exp })
    }),
  },
)
