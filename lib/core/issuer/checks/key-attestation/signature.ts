import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { signerOf } from '../../judgements/judge-certificates'
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
  run: onKeyAttestation(({ header, signature, certificates }) => {
    if (signature === 'valid') return pass()
    if (signature === 'unverifiable')
      return notApplicable(say`Without a readable certificate there is no key to verify with.`)
    return violated({
      expected: { signed_with_key_of: signerOf(certificates) },
      actual: say`signed with another key, or changed after it was signed`,
      cause: say`The key of the first certificate in x5c did not sign this key attestation: another key did, or it was changed`,
      ...(header.crit !== undefined && {
        hint: say`The header has crit, but this service supports no extensions: leave it out.`,
      }),
    })
  }),
})
