import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKeyAttestation } from '../../judgements/on-key-proof'
import type { ProofsReading } from '../../read/proof/proofs-reading'

export const keyAttestationSignature = defineCheck<ProofsReading>('vci.key_attestation.signature', {
  title: 'The signature of the key attestation verifies with its certificate',
  problem: 'The signature of the key attestation does not verify with the first certificate of its x5c',
  clauses: ['OID4VCI-1FINALA-D.1'],
  level: 'must',
  rejects: 'invalid_proof',
  needs: ['vci.key_attestation.alg'],
  judges: { token: 'key_attestation', member: 'signature' },
  why: 'Only the signature shows that the wallet provider vouches for these keys.',
  hint: 'Sign with the key of the first certificate; ES256 signatures are r and s, 64 bytes, not DER.',
  run: onKeyAttestation(({ header, signature }) => {
    if (signature === 'valid') return pass()
    if (signature === 'unverifiable')
      return notApplicable(say`Without a readable certificate there is no key to verify with.`)
    return violated({
      expected: say`made with the key of the first certificate`,
      actual: say`does not verify`,
      ...(header.crit !== undefined && {
        hint: say`The header has crit, but this service supports no extensions: leave it out.`,
      }),
    })
  }),
})
