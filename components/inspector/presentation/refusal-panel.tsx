import { paths } from '@/lib/paths'
import { buttonClass } from '../../ui/button-class'
import { Panel } from '../../ui/panel'
import { AfterIdle } from '../after-idle'
import type { InspectedPresentation } from '../model/flows/presentation-session'
import { refusalQuestion } from '../model/refusal-question'

interface RefusalPanelProps {
  readonly session: InspectedPresentation
  /** When the page is drawn, epoch milliseconds. */
  readonly now: number
}

const answers = [
  ['error', 'It showed an error'],
  ['went_on', 'It asked to go on'],
] as const

const toldWords = {
  error: 'You said: it showed an error.',
  went_on: 'You said: it asked to go on.',
} as const

/** Asks the one thing that no request tells: what a wallet showed that has to refuse. A plain form. */
export function RefusalPanel({ session, now }: RefusalPanelProps) {
  const question = refusalQuestion(session)
  if (question === null) return null
  const { told, fetchedAt, waitSeconds } = question
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
            ? 'A wallet may refuse without a word. An error that it sends is noted by itself.'
            : `${toldWords[told]} You may correct that.`}
        </p>
        {fetchedAt !== null && told === null && (
          <AfterIdle idleMillis={now - fetchedAt} limitMillis={waitSeconds * 1000}>
            <p className="mt-0.5 text-sm font-medium">
              No answer within {waitSeconds} s. The wallet refused in silence, or it still asks its user: only you can
              tell.
            </p>
          </AfterIdle>
        )}
      </div>
      <form method="post" action={paths.reportRefusal(session.session_id)} className="flex flex-wrap gap-2">
        {answers.map(([value, words]) => (
          <button key={value} type="submit" name="shown" value={value} className={buttonClass()}>
            {words}
          </button>
        ))}
      </form>
    </Panel>
  )
}
