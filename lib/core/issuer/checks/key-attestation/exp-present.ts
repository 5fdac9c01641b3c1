import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationExpPresent = defineCheck<ProofsReading>('vci.key_attestation.exp_present', {
  title: 'The key attestation of a jwt proof says when it expires',
  problem: 'The key attestation of a jwt proof needs an exp claim',
  clauses: ['OID4VCI-1FINALA-D.1'],
  level: 'must',
  rejects: 'invalid_proof',
  judges: { token: 'key_attestation', member: 'claims.exp' },
  why: 'It can be sent with many proofs, so it must expire at some point.',
  hint: 'Set exp in every key attestation that is used with the jwt proof type.',
  run: onKeyAttestation(({ claims }, { carrier }) => {
    if (carrier === 'attestation_proof') return notApplicable(say`An attestation proof may do without exp.`)
    return claims.exp === undefined ? violated({ expected: say`exp`, actual: null }) : pass()
  }),
})
