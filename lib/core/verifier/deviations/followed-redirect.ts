import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import { alterationName } from '.'
import { elsewhere } from './delivery'

/**
 * The first call of the address that only a redirect of the session's test named, of its fetch or of its answer; `null`
 * where there was no redirect, and where the wallet stopped at it. OID4VP-1FINAL-5.10.1, OID4VP-1FINAL-8.2
 */
export function followedRedirect(
  side: 'request' | 'response',
  { sessionId }: Pick<PresentationSession, 'sessionId'>,
  events: readonly StoredEvent[],
): StoredEvent | null {
  const redirected = events.findIndex(
    ({ type, detail }) =>
      type === 'answer_altered' && detail.alteration === alterationName({ id: `redirect_on_${side}` }),
  )
  if (redirected === -1) return null
  const target = `/openid4vp/sessions/${sessionId}/${side}/${elsewhere}`
  const visits = events.filter(({ type, detail }) => type === 'unexpected_request' && detail.path === target)
  return visits[0] ?? null
}
