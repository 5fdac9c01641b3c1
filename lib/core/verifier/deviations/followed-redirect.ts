import type { PresentationSession, StoredEvent } from '../../ground/ports/store-types'
import { alterationName } from '.'
import { elsewhere } from './delivery'

/**
 * The wallet's first call of the address that only the test's redirect named, whether the redirect answered the fetch
 * or the response; `null` if there was no redirect or the wallet did not follow it. OID4VP-1FINAL-5.10.1,
 * OID4VP-1FINAL-8.2
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
