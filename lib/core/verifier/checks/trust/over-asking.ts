import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { lastShown, lastShownWords, presentedAt, refusedAt } from '../../judgements/on-trust'
import { overAskedOf } from '../../read/request/sent-registration'

export const trustOverAsking = defineCheck<PresentationEvidence>('vp.trust.over_asking', {
  title: 'Wallet does not silently show claims that are not registered',
  problem: 'The wallet showed claims that the verifier is not registered for, and nobody reported a warning',
  clauses: ['ARF3-RPRC_21'],
  level: 'should',
  profile: 'eu',
  why: 'A verifier that asks for more than it registered needs the explicit approval of the user.',
  hint: 'Refuse, show only what is registered, or warn the user and ask. If the wallet warned, report that it did.',
  run: ({ session, events }) => {
    if ((overAskedOf(session) ?? []).length === 0)
      return notApplicable(say`The request asks for nothing beyond what is registered.`)
    if (refusedAt(events) !== undefined) return pass(say`an error`)
    const answer = presentedAt(events)
    if (answer?.detail.registered_only === true) return pass(say`registered claims only`)
    const shown = lastShown(events)
    if (shown === 'warned') return pass(quote(lastShownWords(events)))
    if (answer === undefined && shown === 'error') return pass(quote(lastShownWords(events)))
    if (answer === undefined && shown !== 'went_on') return notObserved(say`The wallet has not responded yet.`)
    const result = violated({ expected: say`an error, registered claims only, or a warning`, actual: say`no warning` })
    return answer?.exchangeId == null ? result : decidedBy({ id: answer.exchangeId }, result)
  },
})
