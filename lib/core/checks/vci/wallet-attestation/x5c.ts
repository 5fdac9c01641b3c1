import type { ClientAuthenticationReading } from '../../../oauth/client-authentication/client-authentication-reading'
import { onAttestation } from '../../../oauth/client-authentication/on-part'
import { defineCheck, pass, violated } from '../../check'

export const attestationX5c = defineCheck<ClientAuthenticationReading>('vci.wallet_attestation.x5c', {
  group: 'wallet_attestation',
  title:
    'Wallet attestation carries its certificates: leaf first, valid now, not self-signed, without the trust anchor',
  clauses: ['HAIP-4.4.1', 'RFC7515-4.1.6'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_client',
  refusal: 'The x5c of the wallet attestation must hold certificates that certify one another, the signer first.',
  why: 'The server finds the key of the wallet provider and the way to its root through these certificates.',
  hint: 'Put the signer certificate and the intermediates into x5c as base64 DER, leaf first, and leave the trust anchor out.',
  run: onAttestation(({ certificates }, { now }) => {
    if (certificates === null)
      return violated({
        expected: 'x5c',
        actual: null,
        hint: 'Without x5c the key of the attestation is unknown here.',
      })
    if (!certificates.readable) return violated({ expected: 'readable certificates', actual: certificates.reason })
    const [leaf] = certificates.certificates
    const actual = { certificates: certificates.certificates.length }
    if (!certificates.chained) {
      return violated({
        expected: 'each certificate certifies the one before it',
        actual: { ...actual, chained: false },
      })
    }
    // The key is known and the certificates hold together; what is left are rules of HAIP, recorded only.
    const outdated = certificates.certificates.some(({ notBefore, notAfter }) => now < notBefore || now > notAfter)
    const faults = {
      ...(leaf.selfSigned && { leaf_self_signed: true }),
      ...(certificates.includesAnchor && !leaf.selfSigned && { includes_trust_anchor: true }),
      ...(outdated && { outside_validity: true }),
    }
    return Object.keys(faults).length === 0
      ? pass(actual)
      : violated({
          expected: 'a leaf that is not self-signed, no trust anchor, valid now',
          actual: { ...actual, ...faults },
          error: null,
        })
  }),
})
