import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
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
  run: onAttestation(({ signature }) => {
    if (signature === 'valid') return pass(say`valid`)
    return violated({
      expected: say`a signature of the first certificate`,
      actual: word(signature),
      ...(signature === 'unverifiable' && {
        hint: say`There is no usable certificate to verify with, or the algorithm is not accepted.`,
      }),
    })
  }),
})
