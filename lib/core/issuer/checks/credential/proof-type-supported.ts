import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialProofTypeSupported = defineCheck<CredentialReading>('vci.credential.proof_type_supported', {
  title: 'Proof type is one that the configuration supports',
  problem: 'The configuration does not support this type of proof',
  clauses: ['OID4VCI-1FINAL-12.2.4', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: 'Use a proof type that proof_types_supported of this credential configuration lists.',
  needs: ['vci.credential.proofs_one_type'],
  why: 'The issuer can only verify the proof types that it announces.',
  hint: 'Choose a key of proof_types_supported in the issuer metadata.',
  run: ({ body: { proofs }, proofTypes }) => {
    const [type] = proofs.types
    if (type === undefined) return notApplicable(say`The request has no proofs.`)
    if (proofTypes.includes(type)) return pass(quoteStart(type, 64))
    const expected = proofTypes.length === 0 ? say`no proofs: the credential is bound to no key` : proofTypes.map(quote)
    return violated({ expected, actual: quoteStart(type, 64) })
  },
})
