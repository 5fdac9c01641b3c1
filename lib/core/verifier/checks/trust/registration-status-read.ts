import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { readMoreThanKept } from '../../../engine/evidence/trust-reads'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { testsTrust } from '../../deviations/advisory'
import { trustReads } from '../../history/trust-reads'
import { hasOwnRegistration, presentedAt } from '../../judgements/on-trust'

export const trustRegistrationStatusRead = defineCheck<PresentationEvidence>('vp.trust.registration_status_read', {
  title: 'Wallet reads the status of the registration certificate before it presents',
  problem: 'The wallet presented without reading the status of the registration certificate',
  clauses: ['ARF3-RPRC_17', 'E475-6.2.6.2'],
  level: 'must',
  profile: 'eu',
  why: 'A revoked registration looks like a valid one. The clause of the ETSI text is cited after the EU libraries.',
  hint: 'Fetch the status list that the certificate names, and look up its index, before asking the user.',
  run: ({ session, events }) => {
    if (!hasOwnRegistration(session))
      return notApplicable(say`The request carries no registration certificate of this service.`)
    if (testsTrust(session)) return notApplicable(say`The trust in the verifier is wrong on purpose.`)
    const answer = presentedAt(events)
    if (answer === undefined) return notObserved(say`The wallet has not presented anything.`)
    const [read] = trustReads(events, 'status')
    if (read !== undefined && events.indexOf(read) < events.indexOf(answer)) return pass()
    if (read === undefined && readMoreThanKept(events)) return notObserved(say`More was read than is on record.`)
    const result = violated({
      expected: say`a read of the status list`,
      actual: read === undefined ? say`none` : say`one after the response`,
    })
    return answer.exchangeId === null ? result : decidedBy({ id: answer.exchangeId }, result)
  },
})
