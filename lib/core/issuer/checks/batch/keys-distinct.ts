import { defineCheck } from '../../../engine/checks/check'
import { judgeBatchKeys } from '../../judgements/judge-batch-keys'
import type { CredentialReading } from '../../read/credential-reading'

export const batchKeysDistinct = defineCheck<CredentialReading>('vci.batch.keys_distinct', {
  title: 'Each proof of a batch for SD-JWT VCs has a key of its own',
  problem: 'Several proofs of the batch have the same key',
  clauses: ['RFC9901-10.1', 'OID4VCI-1FINAL-3.3.2'],
  level: 'must',
  impossibleIn: ['no_batch'],
  why: 'Two credentials with one key can be linked, and this issuer gives only one credential for a key.',
  hint: 'Make a new key for every proof of a batch.',
  run: (reading) => judgeBatchKeys(reading, 'dc+sd-jwt'),
})
