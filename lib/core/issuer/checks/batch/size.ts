import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const batchSize = defineCheck<CredentialReading>('vci.batch.size', {
  title: 'Request has at most as many proofs as the metadata allows',
  problem: 'The request has more proofs than batch_size allows',
  clauses: ['OID4VCI-1FINAL-12.2.4'],
  level: 'must',
  rejects: 'invalid_credential_request',
  refusal: 'Send at most as many proofs as batch_size of the issuer metadata says.',
  needs: ['vci.credential.proofs_present'],
  impossibleIn: ['no_batch'],
  why: 'An issuer makes only as many credentials at once as its metadata says.',
  hint: 'Read batch_credential_issuance.batch_size of the metadata, and send no more proofs in one request.',
  run: ({ batch, body: { proofs } }) => {
    if (batch === null) return notApplicable(say`The issuer offers no batch.`)
    if (!proofs.isArray) return notApplicable(say`The request has no array of proofs.`)
    const count = proofs.elements.length
    return count <= batch.size ? pass(count) : violated({ expected: { at_most: batch.size }, actual: count })
  },
})
