import type { PersonAnswer } from '@/lib/core/campaigns/person-answers'
import { renderedPaths } from '@/lib/rendered-paths'
import { buttonClass } from '../ui/button-class'

interface AnswerProps {
  readonly campaignId: string
  readonly sessionId: string
  readonly shown: PersonAnswer
  readonly label: string
}

/** A button that says what the wallet displayed, which ends the session. Works without JavaScript. */
export function Answer({ campaignId, sessionId, shown, label }: AnswerProps) {
  return (
    <form method="post" action={renderedPaths.answerCampaign(campaignId)}>
      <input type="hidden" name="session_id" value={sessionId} />
      <button
        type="submit"
        name="shown"
        value={shown}
        className={buttonClass(shown === 'nothing' ? { look: 'quiet' } : {})}
      >
        {label}
      </button>
    </form>
  )
}
