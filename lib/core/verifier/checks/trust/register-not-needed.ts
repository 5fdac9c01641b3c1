import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { testsTrust } from '../../deviations/advisory'
import { trustReads } from '../../history/trust-reads'
import { hasOwnRegistration, presentedAt, refusedAt } from '../../judgements/on-trust'

export const trustRegisterNotNeeded = defineCheck<PresentationEvidence>('vp.trust.register_not_needed', {
  title: 'Wallet does not ask the registrar while the registration certificate is valid',
  problem: 'The wallet asked the registrar although the request carries a valid registration certificate',
  clauses: ['ARF3-RPRC_17'],
  level: 'info',
  profile: 'eu',
  why: 'Whoever asks the registrar tells it which verifier the user meets.',
  hint: 'Read the registration certificate of the request, and ask the registrar only where there is none.',
  run: ({ session, events }) => {
    if (!hasOwnRegistration(session) || testsTrust(session))
      return notApplicable(say`The request carries no valid registration certificate of this service.`)
    const [asked] = trustReads(events, 'register')
    if (asked !== undefined) {
      const result = violated({ expected: say`no request to the registrar`, actual: say`one` })
      return asked.exchangeId === null ? result : decidedBy({ id: asked.exchangeId }, result)
    }
    return presentedAt(events) === undefined && refusedAt(events) === undefined
      ? notObserved(say`The wallet has not responded yet.`)
      : pass()
  },
})
