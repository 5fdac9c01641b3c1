import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, type Said, say } from '../../../ground/values/wording'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'

export const txnAlgAllowed = defineCheck<PresentedSubject>('vp.txn.alg_allowed', {
  title: 'Algorithm of the hashes is one that the transaction data allows',
  problem: 'The transaction_data_hashes_alg is not an algorithm that the transaction data allows',
  clauses: ['OID4VP-1FINALA-B.3.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes_alg' },
  why: 'The verifier can compute only the algorithms that it named, or sha-256.',
  hint: "Use one of the entry's transaction_data_hashes_alg values, or sha-256 if it has none. Send it as one string.",
  run: onTransactionHashes(({ found: { alg }, own }) => {
    if (alg.type === 'absent')
      return notApplicable(say`The Key Binding JWT names no algorithm; see vp.txn.alg_present.`)
    if (own.length === 0) return notApplicable(say`No entry names this credential; see vp.txn.right_credential.`)
    const { value } = alg
    if (value === null) return violated({ expected: say`a string`, actual: bare.somethingElse })
    const allowed = own.map(({ algorithms }) => algorithms ?? ['sha-256'])
    return allowed.every((list) => list.includes(value))
      ? pass(shown(value))
      : violated({ expected: listed(allowed), actual: shown(value) })
  }),
})

/** How many algorithms a finding lists; the rest are counted. */
const listedMax = 20

function listed(allowed: readonly (readonly string[])[]): Said[] {
  const names = [...new Set(allowed.flat())]
  return [
    ...names.slice(0, listedMax).map((name) => (name.length > 200 ? shown(name) : quote(name))),
    ...(names.length > listedMax ? [say`and ${names.length - listedMax} more`] : []),
  ]
}
