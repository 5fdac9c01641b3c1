import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationNotNeeded = defineCheck<ProofsReading>('vci.key_attestation.not_needed', {
  title: 'No key attestation is sent where the issuer demands none',
  problem: 'The wallet sent a key attestation although the issuer demands none',
  clauses: ['OID4VCI-1FINAL-12.2.4'],
  level: 'info',
  impossibleIn: ['key_attestation_demanded'],
  why: 'A key attestation tells about the device, so it should go only to issuers that ask for it.',
  hint: 'Send a key attestation only when key_attestations_required is in the metadata of the proof type.',
  run: ({ keyAttestation: reading }) => {
    if (reading === null || reading.carrier === 'attestation_proof')
      return notApplicable(say`The request carries no jwt proof.`)
    if (reading.conditions.demanded) return notApplicable(say`This credential configuration demands a key attestation.`)
    return reading.value === 'absent'
      ? pass()
      : violated({ expected: say`no key attestation`, actual: say`key_attestation` })
  },
})
