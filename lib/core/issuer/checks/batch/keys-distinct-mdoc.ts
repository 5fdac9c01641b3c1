import { defineCheck } from '../../../engine/checks/check'
import { judgeBatchKeys } from '../../judgements/judge-batch-keys'
import type { CredentialReading } from '../../read/credential-reading'

export const batchKeysDistinctMdoc = defineCheck<CredentialReading>('vci.batch.keys_distinct_mdoc', {
  title: 'Each proof of a batch for mdocs has a key of its own',
  problem: 'Several proofs of the batch have the same key',
  clauses: ['OID4VCI-1FINAL-3.3.2'],
  level: 'should',
  impossibleIn: ['no_batch'],
  why: 'Two documents with one device key can be linked, and this issuer gives only one for a key.',
  hint: 'Make a new device key for every proof of a batch.',
  run: (reading) => judgeBatchKeys(reading, 'mso_mdoc'),
})
