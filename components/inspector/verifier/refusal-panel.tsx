import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../../ui/button-class'
import { Panel } from '../../ui/panel'
import { AfterIdle } from '../after-idle'
import type { InspectedPresentation } from '../model/flows/verifier-session'
import { refusalQuestion } from '../model/refusal-question'

interface RefusalPanelProps {
  readonly session: InspectedPresentation
  /** When the page is rendered, epoch milliseconds. */
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

/** Asks what no request shows: what a wallet displayed that should refuse, or warn its user. A plain form. */
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
