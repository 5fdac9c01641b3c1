import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeExpiry } from '../../judgements/judge-time'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationExpValid = defineCheck<ProofsReading>('vci.key_attestation.exp_valid', {
  title: 'The key attestation is not expired',
  problem: 'The key attestation has expired, or its exp is not a sensible number of seconds',
  clauses: ['OID4VCI-1FINALA-D.1', 'RFC7519-4.1.4'],
  level: 'must',
  rejects: 'invalid_proof',
  judges: { token: 'key_attestation', member: 'claims.exp' },
  why: 'After that time nobody vouches for the keys.',
  hint: 'Get a new key attestation from the wallet provider before this one expires.',
  run: onKeyAttestation(({ claims: { exp } }, { conditions: { now } }) =>
    // Made by a server with a good clock, so no tolerance for a device that is behind.
    exp === undefined
      ? notApplicable(say`The key attestation has no exp.`)
      : judgeExpiry(exp, now, 0, say`the key attestation`),
  ),
})
