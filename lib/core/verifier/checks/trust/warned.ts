import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { quote, say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { isWarningEnough } from '../../deviations/advisory'
import { trustFacts } from '../../deviations/trust-facts'
import { lastShown, lastShownWords, presentedAt } from '../../judgements/on-trust'

export const trustWarned = defineCheck<PresentationEvidence>('vp.trust.warned', {
  title: 'Wallet warns its user before it presents to a verifier that is not trusted',
  problem: 'The wallet carried on without a warning',
  clauses: ['ARF3-RPRC_17', 'ARF3-RPA_07b'],
  level: 'must',
  profile: 'eu',
  why: 'A wallet may go on only after its user was warned. No request shows that: whoever sees the screen reports it.',
  hint: 'Tell the user what is wrong with the verifier, and let them choose to stop.',
  run: ({ session, events }) => {
    const facts = trustFacts(session, events)
    if (!isWarningEnough(session, facts) || deviationOf(session)?.advisory === true)
      return notApplicable(say`No warning is due in this session.`)
    if (!facts.reached) return notObserved(say`The wallet read nothing of what is wrong.`)
    const shown = lastShown(events)
    if (shown === 'warned') return pass(quote(lastShownWords(events)))
    if (shown === 'went_on') return violated({ expected: say`a warning`, actual: quote(lastShownWords(events)) })
    return presentedAt(events) === undefined
      ? notObserved(say`The wallet has not presented anything.`)
      : notObserved(say`The wallet presented. Report whether it warned and asked, or carried on.`)
  },
})
