import { type Reporter, reporterOf } from '@/lib/core/shared/ports/reporter'
import { waitSeconds } from '@/lib/core/verifier/deviations'
import { needsPerson, openReports, type PersonReport, takesWarning } from '@/lib/core/verifier/judgements/warnings'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../../ui/button-class'
import { Panel } from '../../ui/panel'
import { AfterIdle } from '../live-refresh'
import type { InspectedPresentation } from '../model/flows/verifier-exchanges'

/** Question to the tester: did the wallet show that it refuses, or warn its user? */
export interface RefusalQuestion {
  /** Last report; `null` if there is none yet. */
  readonly told: PersonReport | null
  /** Who reported; `null` if nobody did, or it was not recorded. */
  readonly toldBy: Reporter | null
  /** Reports that the endpoint accepts now. */
  readonly choices: readonly PersonReport[]
  /** Last fetch of the request, epoch milliseconds; `null` if never. */
  readonly fetchedAt: number | null
  readonly waitSeconds: number
}

type Asked = Pick<InspectedPresentation, 'events' | 'options' | 'trust'>

const presented = 'vp.negative.rejected'

const strictChoices = ['error', 'went_on'] as const

/**
 * Question for a session that needs a person to look at the wallet: it should refuse, or the request exceeds the
 * registration. `null` if the wallet's own messages already answer it.
 */
export function refusalQuestion(session: Asked): RefusalQuestion | null {
  const { events, trust } = session
  const asked = { session, overAsks: (trust?.over_asked ?? []).length > 0 }
  if (!needsPerson(asked)) return null
  const choices = takesWarning(asked) ? openReports(asked, events) : isDecided(events) ? [] : strictChoices
  if (choices.length === 0) return null
  const report = events.findLast(({ type }) => type === 'vp_refusal_reported')
  const shown = report?.detail.shown
  const fetched = events.findLast(({ type }) => type === 'vp_request_retrieved')
  return {
    told: shown === 'error' || shown === 'went_on' || shown === 'warned' ? shown : null,
    toldBy: report === undefined ? null : reporterOf(report),
    choices,
    fetchedAt: fetched === undefined ? null : Date.parse(fetched.at),
    waitSeconds: waitSeconds(session),
  }
}

/** True if the wallet's messages already show whether it refused. */
const isDecided = (events: Asked['events']): boolean =>
  events.some(
    ({ type, detail }) =>
      (type === 'vp_wallet_error_received' && detail.consumed === true) ||
      detail.presentation_valid === true ||
      (type === 'vp_negative_test_result' &&
        (detail.outcome === 'followed_redirect' || detail.outcome === 'presented_registered_only')) ||
      (Array.isArray(detail.errors) && detail.errors.includes(presented)),
  )

interface RefusalPanelProps {
  readonly session: InspectedPresentation
  /** Time of rendering, epoch milliseconds. */
  readonly now: number
}

const answers = {
  error: 'It showed an error',
  went_on: 'It asked to continue',
  warned: 'It warned and asked',
} as const

const toldWords = {
  error: 'it showed an error.',
  went_on: 'it asked to continue.',
  warned: 'it warned and asked.',
} as const

const tellerWords = { person: 'You reported', driver: 'The driver reported' } as const

/** Asks what the wallet displayed, which no request shows: a refusal, or a warning to its user. A plain form. */
export function RefusalPanel({ session, now }: RefusalPanelProps) {
  const question = refusalQuestion(session)
  if (question === null) return null
  const { told, toldBy, choices, fetchedAt, waitSeconds } = question
  const takesWarning = choices.includes('warned')
  const mayRefuse = choices.includes('error')
  return (
    <Panel
      labelledBy="refusal-question"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4"
    >
      <div>
        <h2 id="refusal-question" className="text-md">
          What does the wallet show?
        </h2>
        <p className="mt-0.5 text-sm text-ink-2">
          {told === null
            ? mayRefuse
              ? 'A wallet may refuse silently. If it sends an error, that is recorded automatically.'
              : 'The wallet presented. It may do so after it warned its user of what is wrong, and asked.'
            : `${toldBy === null ? 'Told, by whom is not recorded' : tellerWords[toldBy]}: ${toldWords[told]} You can change this.`}
        </p>
        {takesWarning && (
          <p className="mt-0.5 text-sm text-ink-2">
            No request shows the text of a warning, whether the user approved it, which names and purpose it showed, or
            a list that the wallet had already.
          </p>
        )}
        {fetchedAt !== null && told === null && mayRefuse && (
          <AfterIdle idleMillis={now - fetchedAt} limitMillis={waitSeconds * 1000}>
            <p className="mt-0.5 text-sm font-medium">
              No response within {waitSeconds} s. Either the wallet refused silently or it is still asking its user:
              only you can see which.
            </p>
          </AfterIdle>
        )}
      </div>
      <form method="post" action={renderedPaths.reportRefusal(session.session_id)} className="flex flex-wrap gap-2">
        {choices.map((value) => (
          <button key={value} type="submit" name="shown" value={value} className={buttonClass()}>
            {answers[value]}
          </button>
        ))}
      </form>
    </Panel>
  )
}
