import { decidedBy, defineCheck, notObserved, pass } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'

export const deferredComesBack = defineCheck<SessionEvidence>('vci.deferred.comes_back', {
  title: 'Wallet comes back for a deferred credential and gets it',
  problem: 'The wallet did not come back for a deferred credential',
  clauses: ['OID4VCI-1FINAL-9'],
  level: 'info',
  impossibleIn: ['nothing_deferred'],
  why: 'A wallet that does not come back leaves the user without a credential that is ready.',
  hint: 'Keep the transaction_id, and send deferred credential requests until the credential was issued or denied.',
  run: ({ events }) => {
    if (!events.some(({ type }) => type === 'credential_deferred')) return notObserved(say`No credential was deferred.`)
    const got = events.find(({ type, detail }) => type === 'deferred_polled' && detail.result === 'issued')
    if (got === undefined) return notObserved(say`The wallet has not fetched the deferred credential.`)
    return got.exchangeId === null ? pass() : decidedBy({ id: got.exchangeId }, pass())
  },
})
