import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { hasUnrecordedReads } from '../../engine/evidence/trust-parts'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { quote, say } from '../../shared/values/wording'
import { deviationOf } from '../deviations'
import { isWarningEnough, testsTrust, trustFacts } from '../deviations/deviation-facts'
import { trustReads } from '../history/verifier-history'
import { hasOwnRegistration, lastShown, lastShownWords, presentedAt, refusedAt } from '../judgements/subjects'
import { overAskedOf } from '../read/request/sent-registration'

/** Checks of how a wallet treats a verifier's trust. ARF3-RPRC_17, ARF3-RPRC_21 */
export const trustChecks = Object.values(
  area(
    'vp.trust',
    { subject: of<PresentationEvidence>(), profile: 'eu' },
    {
      registration_status_read: {
        title: 'Wallet reads the status of the registration certificate before it presents',
        problem: 'The wallet presented without reading the status of the registration certificate',
        clauses: ['ARF3-RPRC_17', 'E475-6.2.6.2'],
        level: 'must',
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
          if (read === undefined && hasUnrecordedReads(events))
            return notObserved(say`More was read than is on record.`)
          const result = violated({
            expected: say`a read of the status list`,
            actual: read === undefined ? say`none` : say`one after the response`,
          })
          return answer.exchangeId === null ? result : decidedBy({ id: answer.exchangeId }, result)
        },
      },
      over_asking: {
        title: 'Wallet does not silently show claims that are not registered',
        problem: 'The wallet showed claims that the verifier is not registered for, and nobody reported a warning',
        clauses: ['ARF3-RPRC_21'],
        level: 'should',
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
          const result = violated({
            expected: say`an error, registered claims only, or a warning`,
            actual: say`no warning`,
          })
          return answer?.exchangeId == null ? result : decidedBy({ id: answer.exchangeId }, result)
        },
      },
      warned: {
        title: 'Wallet warns its user before it presents to a verifier that is not trusted',
        problem: 'The wallet carried on without a warning',
        clauses: ['ARF3-RPRC_17', 'ARF3-RPA_07b'],
        level: 'must',
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
      },
      register_not_needed: {
        title: 'Wallet does not ask the registrar while the registration certificate is valid',
        problem: 'The wallet asked the registrar although the request carries a valid registration certificate',
        clauses: ['ARF3-RPRC_17'],
        level: 'info',
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
      },
      list_read: {
        title: 'Wallet reads the lists of trusted entities',
        problem: 'The wallet responded without reading a list of trusted entities',
        clauses: ['ARF3-RPA_04'],
        level: 'info',
        why: 'The lists say which authorities count. A wallet may still have those that it read before.',
        hint: 'Read the lists of the address that the wallet is set to, or that the query names.',
        run: ({ session, events }) => {
          const { list_alias: alias, trusted_list: list } = session.options
          if (alias === undefined && list === undefined)
            return notApplicable(say`The session has no lists for the wallet to read.`)
          if (trustReads(events, 'list').length > 0) return pass()
          return presentedAt(events) === undefined && refusedAt(events) === undefined
            ? notObserved(say`The wallet has not responded yet.`)
            : violated({ expected: say`a read of a list`, actual: say`none` })
        },
      },
    },
  ),
)
