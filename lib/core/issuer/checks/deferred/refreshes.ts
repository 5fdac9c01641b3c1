import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { isOver, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { addSeconds, type EpochMillis } from '../../../ground/time/time'
import { say } from '../../../ground/values/wording'

export const deferredRefreshes = defineCheck<SessionEvidence>('vci.deferred.refreshes', {
  title: 'Wallet with a refresh token refreshes when its access token is over before its deferred credential is ready',
  problem: 'The wallet gave up a deferred credential when its access token was over, although it had a refresh token',
  clauses: ['OID4VCI-1FINAL-9', 'OID4VCI-1FINAL-14.5'],
  level: 'should',
  impossibleIn: ['no_refresh', 'nothing_deferred'],
  why: 'A credential may take longer than an access token lasts, and the user should not have to start again.',
  hint: 'Keep the refresh token with the transaction_id, and refresh before a deferred credential request whose access token is over.',
  run: (evidence) => {
    const { events } = evidence
    const waiting = new Map<unknown, StoredEvent>()
    let tokenEnd: EpochMillis | null = null
    let refreshEnd: EpochMillis | null = null
    for (const event of events) {
      const { type, detail } = event
      if (type === 'token_refreshed' && waiting.size > 0 && event.exchangeId !== null)
        return decidedBy({ id: event.exchangeId }, pass())
      if (type === 'token_issued') tokenEnd = endOf(event)
      if (type === 'refresh_token_issued') refreshEnd = endOf(event)
      if (type === 'credential_deferred' || detail.result === 'pending') waiting.set(detail.transaction, event)
      else if (type === 'deferred_polled' && detail.result !== 'refused') waiting.delete(detail.transaction)
    }
    const late = [...waiting.values()].find((told) => tokenEnd !== null && readyAt(told) >= tokenEnd)
    if (late === undefined) return notObserved(say`No deferred credential took longer than the access token.`)
    if (refreshEnd === null || readyAt(late) >= refreshEnd)
      return notObserved(say`The wallet had no refresh token that lasted so long.`)
    if (!isOver(evidence)) return notObserved(say`The session is still open.`)
    const given = violated({ expected: say`a refreshed access token`, actual: say`no further token request` })
    return late.exchangeId === null ? given : decidedBy({ id: late.exchangeId }, given)
  },
})

const endOf = ({ at, detail }: StoredEvent): EpochMillis | null =>
  typeof detail.expires_in === 'number' ? addSeconds(at, detail.expires_in) : null

/** When a wallet that was told to wait should come back. */
const readyAt = ({ at, detail }: StoredEvent): EpochMillis =>
  addSeconds(at, typeof detail.interval === 'number' ? detail.interval : 0)
