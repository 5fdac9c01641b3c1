import { waitSecondsDefault } from '@/lib/core/engine/deviations/outcome'
import type { InspectedPresentation } from './flows/verifier-session'

/** The question to the tester about a wallet that should refuse. */
export interface RefusalQuestion {
  /** The last answer; `null` if there is none yet. */
  readonly told: 'error' | 'went_on' | 'warned' | null
  /** Whether a warning is enough in this session. */
  readonly takesWarning: boolean
  /** When the request was last fetched, epoch milliseconds; `null` if never. */
  readonly fetchedAt: number | null
  readonly waitSeconds: number
}

/** Tests whose id begins so leave the wallet the choice; of access certificates just some. */
const warnedTests = {
  has: (id: string): boolean =>
    /^(registration_|list_)/.test(id) || id === 'access_revoked' || id === 'access_no_policy',
}

type Asked = Pick<InspectedPresentation, 'events' | 'options'> & { readonly takesWarning?: boolean }

const presented = 'vp.negative.rejected'

/** The question for a session that expects a refusal, unless the wallet itself has answered it; otherwise `null`. */
export function refusalQuestion({ events, options, takesWarning = false }: Asked): RefusalQuestion | null {
  if (options.expect !== 'refusal') return null
  const isAnswered = events.some(
    ({ type, detail }) =>
      (type === 'vp_wallet_error_received' && detail.consumed === true) ||
      (detail.presentation_valid === true && !takesWarning) ||
      (type === 'vp_negative_test_result' &&
        (detail.outcome === 'followed_redirect' || detail.outcome === 'presented_registered_only')) ||
      (Array.isArray(detail.errors) && detail.errors.includes(presented)),
  )
  if (isAnswered) return null
  const shown = events.findLast(({ type }) => type === 'vp_refusal_reported')?.detail.shown
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  return {
    told: shown === 'error' || shown === 'went_on' || shown === 'warned' ? shown : null,
    takesWarning,
    fetchedAt: fetched === undefined ? null : Date.parse(fetched.at),
    waitSeconds: typeof options.refusal_wait === 'number' ? options.refusal_wait : waitSecondsDefault,
  }
}

/** True in a test of trust in which the wallet may go on after a warning, as the options of its session say. */
export const isWarningEnough = ({ negative_test: id, wallet_policy: policy }: Asked['options']): boolean =>
  typeof id === 'string' && warnedTests.has(id) && policy !== 'refuse'
