import { defineCheck } from '../../../engine/checks/check'
import { judgeLevels } from '../../judgements/judge-levels'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationKeyStorage = defineCheck<ProofsReading>('vci.key_attestation.key_storage', {
  title: 'The key attestation states key_storage in defined values',
  problem: 'The key attestation does not state key_storage in defined values',
  clauses: ['OID4VCI-1FINALA-D.1', 'OID4VCI-1FINALA-D.2'],
  level: 'should',
  judges: { token: 'key_attestation', member: 'claims.key_storage' },
  why: 'An issuer decides by this level whether it may bind a credential to the keys.',
  hint: 'Give key_storage as a non-empty array of the values of appendix D.2, e.g. iso_18045_high, or URLs.',
  run: onKeyAttestation(({ claims }) => judgeLevels(claims.key_storage)),
})
