import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { signerOf } from '../../judgements/judge-certificates'
import { onAttestation } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const walletAttestationSignature = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.signature', {
  title: 'Signature of the wallet attestation verifies with its certificate',
  problem: 'The signature of the wallet attestation does not verify with the first certificate of its x5c',
  clauses: ['ABCA-5.1', 'OID4VCI-1FINALA-E'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'Only the signature shows that the wallet provider vouches for this wallet.',
  hint: 'Sign with the key of the first certificate; ES256 signatures are r and s, 64 bytes, not DER.',
  run: onAttestation(({ signature, certificates }) => {
    if (signature === 'valid') return pass(say`valid`)
    if (signature === 'unverifiable')
      return violated({
        expected: say`a signature of the first certificate`,
        actual: word(signature),
        hint: say`There is no usable certificate to verify with, or the algorithm is not accepted.`,
      })
    return violated({
      expected: { signed_with_key_of: signerOf(certificates) },
      actual: say`signed with another key, or changed after it was signed`,
      cause: say`The key of the first certificate in x5c did not sign this wallet attestation: another key did, or it was changed`,
    })
  }),
})
