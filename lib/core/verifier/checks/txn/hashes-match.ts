import { defineCheck, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { listed, say } from '../../../ground/values/wording'
import { mistakeWords } from '../../judgements/mistake-words'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'
import { matchedEntries, type TransactionHashes } from '../../read/transaction/transaction-hashes'

export const txnHashesMatch = defineCheck<PresentedSubject>('vp.txn.hashes_match', {
  title: 'Hashes are those of the transaction data as it was sent',
  problem: 'An entry of transaction data has no matching hash',
  clauses: ['OID4VP-1FINALA-B.3.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.txn.hashes_type'],
  judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
  why: 'The hash shows that the user authorised exactly this text.',
  hint: 'Hash the string of the request as it is, without decoding it, and send the digest as base64url.',
  run: onTransactionHashes(({ found, own, subject: { answer, presented } }) => {
    if (!found.alg.supported)
      return notObserved(say`The named algorithm cannot be computed here; see vp.txn.alg_allowed.`)
    const elsewhere = answer.presentations
      .filter((one) => one !== presented)
      .map((one) => matchedEntries(one.transaction))
    const here = matchedEntries(found)
    const due = own.filter(({ index }) => here.has(index) || !elsewhere.some((entries) => entries.has(index)))
    if (due.length === 0) return notApplicable(say`There is no entry for this credential to authorise.`)
    const unmatched = due.filter(({ index }) => !here.has(index))
    if (unmatched.length === 0) {
      const again = repeated(found)
      return again.length === 0
        ? pass(due.map(({ index }) => say`entry ${index}`))
        : tolerated({
            expected: say`one hash of each entry`,
            actual: say`more than one of ${listed(
              again.map((index) => say`entry ${index}`),
              ', ',
            )}`,
            hint: say`Send one hash for each entry of the request.`,
          })
    }
    return violated({
      expected: say`a hash of each entry`,
      actual: say`none of ${listed(
        unmatched.map(({ index }) => say`entry ${index}`),
        ', ',
      )}`,
      ...mistakeWords(found),
    })
  }),
})

/** Entries with more than one hash each. Entries that are identical, character by character, have equal hashes. */
function repeated({ hashes }: TransactionHashes): number[] {
  const counts = new Map<number | undefined, { readonly entries: readonly number[]; count: number }>()
  for (const { entries } of hashes) {
    const one = counts.get(entries[0]) ?? { entries, count: 0 }
    one.count += 1
    counts.set(entries[0], one)
  }
  return [...counts.values()].flatMap(({ entries, count }) =>
    entries.length > 0 && count > entries.length ? entries : [],
  )
}
