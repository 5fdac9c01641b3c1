import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialProofsOneType = defineCheck<CredentialReading>('vci.credential.proofs_one_type', {
  title: 'Key proofs are of exactly one type',
  problem: 'The key proofs are not of exactly one type',
  clauses: ['OID4VCI-1FINAL-8.2'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Make proofs an object with exactly one member: jwt or attestation.',
  why: 'With two proof types in one request, the issuer cannot tell which one counts.',
  hint: 'Send proofs as an object whose single member is named after the proof type.',
  run: ({ body: { proofs } }) => {
    if (!proofs.sent) return notApplicable(say`The request has no proofs.`)
    if (proofs.isObject && proofs.types.length === 1) return pass(quoteStart(proofs.types[0], 64))
    return violated({
      expected: say`one member`,
      actual: proofs.isObject ? proofs.types.map((type) => quoteStart(type, 64)) : say`not an object`,
    })
  },
})
