import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import type { DeferredReading, TransactionReading } from '../../read/deferred/deferred-reading'

const seen = {
  unknown: 'one that was never issued',
  other_issuer: 'one of another issuer',
  other_grant: 'one of another grant than the access token',
  used: 'one whose credentials were issued',
} as const satisfies Readonly<Record<Exclude<TransactionReading['state'], 'absent' | 'alive'>, string>>

export const deferredTransactionKnown = defineCheck<DeferredReading>('vci.deferred.transaction_known', {
  title: 'Transaction of a deferred credential request is one of this grant, and its credentials were not issued yet',
  problem: 'The transaction_id is not one of this grant that waits for its credentials',
  clauses: ['OID4VCI-1FINAL-9.3', 'OID4VCI-1FINAL-9.1'],
  level: 'must',
  impossibleIn: ['nothing_deferred'],
  rejects: 'invalid_transaction_id',
  refusal: 'Send the transaction_id of the credential response unchanged, until its credentials were issued.',
  needs: ['vci.deferred.token_valid', 'vci.deferred.wellformed'],
  why: 'A transaction_id stands for one credential request, and is worth nothing once its credentials were issued.',
  hint: 'Keep the transaction_id with the access token that it was issued for, and forget it once the credentials are there.',
  run: ({ transaction }) => {
    if (transaction.state === 'absent') return notApplicable(say`The request names no transaction.`)
    if (transaction.state === 'alive') return pass()
    const mismatch = { expected: say`a transaction of this grant`, actual: word(seen[transaction.state]) }
    return 'endLost' in transaction ? violated({ ...mismatch, cause: lostResponse, echo: true }) : violated(mismatch)
  },
})
