import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'

export const txnHashesType = defineCheck<PresentedSubject>('vp.txn.hashes_type', {
  title: 'Hashes of transaction data are an array of base64url strings',
  problem: 'The member transaction_data_hashes is not an array of base64url strings',
  clauses: ['OID4VP-1FINALA-B.3.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
  why: 'Verifiers compare the hashes as strings.',
  hint: 'Send transaction_data_hashes as a non-empty array of base64url strings without padding.',
  run: onTransactionHashes(({ found: { type, hashes, total } }) => {
    const expected = say`an array of base64url strings`
    if (type !== 'array') return violated({ expected, actual: bare.somethingElse })
    if (total === 0) return violated({ expected, actual: say`an empty array` })
    const malformed = hashes.flatMap(({ wellFormed }, place) => (wellFormed ? [] : [`/${place}`]))
    return malformed.length === 0 ? pass(total) : violated({ expected, actual: malformed.map(quote) })
  }),
})
