import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'
import { eachProof } from '../../read/proof/proofs-reading'

export const batchOneAttestation = defineCheck<CredentialReading>('vci.batch.one_attestation', {
  title: 'One key attestation names all keys of the batch',
  problem: 'The keys of the batch are attested in several key attestations',
  clauses: ['HAIP-4.5.1'],
  level: 'should',
  profile: 'haip',
  impossibleIn: ['no_batch'],
  why: 'One attestation for all keys costs the wallet provider, the wallet and the issuer one signature.',
  hint: 'Have the wallet provider attest all keys of a batch in one key attestation.',
  run: ({ batch, proofs }) => {
    if (batch === null) return notApplicable(say`The issuer offers no batch.`)
    const sent = eachProof(proofs)
    const keys = sent.flatMap(({ keyAttestation }) => keyAttestation?.jwt?.attestedKeys.keys ?? [])
    if (sent.length + keys.length < 3 || keys.length === 0)
      return notApplicable(say`The request has no key attestations for several keys.`)
    const attestations = new Set(sent.flatMap(({ jwt }) => jwt?.jwt?.header.key_attestation ?? [])).size
    return attestations < 2 ? pass() : violated({ expected: 1, actual: attestations })
  },
})
