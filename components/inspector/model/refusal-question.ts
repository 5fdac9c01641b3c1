import { type Teller, tellerOf } from '@/lib/core/ground/ports/teller'
import { waitSeconds } from '@/lib/core/verifier/deviations'
import { leftToTell, needsPerson, type Told, takesWarning } from '@/lib/core/verifier/judgements/warnings'
import type { InspectedPresentation } from './flows/verifier-session'

/** The question to the tester about what a wallet showed that should refuse, or warn its user. */
export interface RefusalQuestion {
  /** The last report; `null` if there is none yet. */
  readonly told: Told | null
  /** Who told it; `null` for nothing, and where that is not recorded. */
  readonly toldBy: Teller | null
  /** What can be reported now: what the endpoint takes. */
  readonly choices: readonly Told[]
  /** When the request was last fetched, epoch milliseconds; `null` if never. */
  readonly fetchedAt: number | null
  readonly waitSeconds: number
}

type Asked = Pick<InspectedPresentation, 'events' | 'options' | 'trust'>

const presented = 'vp.negative.rejected'
const strictChoices = ['error', 'went_on'] as const

/**
 * The question for a session in which a person has to look at the wallet: it should refuse, or it is asked for more than is
 * registered. `null` where the wallet itself has answered it.
 */
export function refusalQuestion(session: Asked): RefusalQuestion | null {
  const { events, trust } = session
  const asked = { session, overAsks: (trust?.over_asked ?? []).length > 0 }
  if (!needsPerson(asked)) return null
  const choices = takesWarning(asked) ? leftToTell(asked, events) : isDecided(events) ? [] : strictChoices
  if (choices.length === 0) return null
  const report = events.findLast(({ type }) => type === 'vp_refusal_reported')
  const shown = report?.detail.shown
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  return {
    told: shown === 'error' || shown === 'went_on' || shown === 'warned' ? shown : null,
    toldBy: report === undefined ? null : tellerOf(report),
    choices,
    fetchedAt: fetched === undefined ? null : Date.parse(fetched.at),
    waitSeconds: waitSeconds(session),
  }
}

/** True if what came from the wallet says by itself whether it refused. */
const isDecided = (events: Asked['events']): boolean =>
  events.some(
    ({ type, detail }) =>
      (type === 'vp_wallet_error_received' && detail.consumed === true) ||
      detail.presentation_valid === true ||
      (type === 'vp_negative_test_result' &&
        (detail.outcome === 'followed_redirect' || detail.outcome === 'presented_registered_only')) ||
      (Array.isArray(detail.errors) && detail.errors.includes(presented)),
  )
