import { waitSecondsDefault } from '@/lib/core/engine/deviations/outcome'
import type { InspectedPresentation } from './flows/verifier-session'

/** The question to the tester about a wallet that should refuse. */
export interface RefusalQuestion {
  /** The last answer; `null` if there is none yet. */
  readonly told: 'error' | 'went_on' | null
  /** When the request was last fetched, epoch milliseconds; `null` if never. */
  readonly fetchedAt: number | null
  readonly waitSeconds: number
}

type Asked = Pick<InspectedPresentation, 'events' | 'options'>

const presented = 'vp.negative.rejected'

/** The question for a session that expects a refusal, unless the wallet itself has answered it; otherwise `null`. */
export function refusalQuestion({ events, options }: Asked): RefusalQuestion | null {
  if (options.expect !== 'refusal') return null
  const isAnswered = events.some(
    ({ type, detail }) =>
      (type === 'vp_wallet_error_received' && detail.consumed === true) ||
      detail.presentation_valid === true ||
      (type === 'vp_negative_test_result' && detail.outcome === 'followed_redirect') ||
      (Array.isArray(detail.errors) && detail.errors.includes(presented)),
  )
  if (isAnswered) return null
  const shown = events.findLast(({ type }) => type === 'vp_refusal_reported')?.detail.shown
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  return {
    told: shown === 'error' || shown === 'went_on' ? shown : null,
    fetchedAt: fetched === undefined ? null : Date.parse(fetched.at),
    waitSeconds: typeof options.refusal_wait === 'number' ? options.refusal_wait : waitSecondsDefault,
  }
}
