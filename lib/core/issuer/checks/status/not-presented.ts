import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { statusEntries } from '../../read/status/status-entries'

export const statusNotPresented = defineCheck<IssuanceEvidence>('vci.status.not_presented', {
  title: 'Wallet does not present a revoked credential',
  problem: 'The wallet presented a credential that had been revoked',
  clauses: ['TSL14-8.3'],
  level: 'should',
  impossibleIn: ['no_status'],
  why: 'A verifier refuses a revoked credential, and learns from it what the user may not want to tell.',
  hint: 'Read the status list before presenting, and leave out what it revokes.',
  run: ({ events }) => {
    const issued = statusEntries(events)
    if (issued.length === 0) return notApplicable(say`No credential with a status was issued.`)
    const revokedAt = issued.flatMap(({ status, changedAt }) =>
      status === 'invalid' && changedAt !== null ? [changedAt] : [],
    )
    if (revokedAt.length === 0) return notObserved(say`No credential was revoked.`)
    const asked = events.filter(({ type, at }) => type === 'credential_asked_back' && at > Math.min(...revokedAt))
    const presented = asked.find(({ detail }) => detail.status === 'invalid')
    if (presented !== undefined)
      return violated({ expected: say`another credential, or none`, actual: say`the revoked one` })
    const decided = asked.some(
      ({ at, detail }) =>
        detail.status === 'valid' ||
        (detail.presented === false && revokedAt.length === issued.length && at > Math.max(...revokedAt)),
    )
    return decided ? pass() : notObserved(say`No verifier of ours asked for the credential after it was revoked.`)
  },
})
