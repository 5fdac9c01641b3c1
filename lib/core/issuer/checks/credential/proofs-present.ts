import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialProofsPresent = defineCheck<CredentialReading>('vci.credential.proofs_present', {
  title: 'Credential request carries a key proof',
  problem: 'The credential request carries no key proof',
  clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'invalid_proof',
  refusal: 'Add proofs with one key proof: the metadata lists proof_types_supported for this credential.',
  why: 'Without a proof the issuer cannot bind the credential to a key of the wallet.',
  hint: 'Add the member proofs with one proof type and one proof in its array.',
  run: ({ body: { request, proofs }, proofTypes, session }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    if (!proofs.sent && session && deviationOf(session)?.changes.withoutProofTypes)
      return notApplicable(say`The metadata of this session names no proof type, on purpose.`)
    if (proofTypes.length === 0) return notApplicable(say`The credential is bound to no key.`)
    if (!proofs.sent) return violated({ expected: say`proofs`, actual: bare.absent })
    if (proofs.types.length === 1 && proofs.isArray && proofs.elements.length === 0) {
      return violated({ expected: say`one proof`, actual: say`an empty array` })
    }
    return pass()
  },
})
