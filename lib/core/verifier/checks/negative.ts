import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { StoredEvent } from '../../shared/ports/store-types'
import { declared, listed, quote, say, type Wording, word } from '../../shared/values/wording'
import { channelOf, deviationOf, expectsRefusal, isReported, makesDeviation } from '../deviations'
import { valueInLink } from '../deviations/delivery'
import { followedRedirect, isAdvisory, testsTrust } from '../deviations/deviation-facts'
import { isUnnamed } from '../deviations/mutated'
import { deviationOutcome, missedBecause } from '../deviations/verifier-deviation-outcome'
import { sealedAnswer, verifierHistory } from '../history/verifier-history'
import { althoughWrong, refusalReasons } from '../judgements/deviation-reasons'
import { isUnreadable } from '../judgements/subjects'
import type { ResponseReading } from '../read/response/response-reading'

/**
 * Parameters that a response took from the link. The nonce in an mdoc is invisible; its device signature reveals it.
 */
function takenFromLink({ session, request, jwe, parameters, presentations }: ResponseReading): Wording[] {
  const nonces = presentations.map(({ reading }) =>
    reading.format === 'dc+sd-jwt' && reading.kbJwt.present ? reading.kbJwt.nonce.value : null,
  )
  return [
    ...(nonces.includes(valueInLink(session.request, 'nonce')) ? [word('nonce')] : []),
    ...(parameters.state === valueInLink(session.request, 'state') ? [word('state')] : []),
    ...((jwe === null) === (request.responseMode === 'direct_post.jwt') ? [word('response_mode')] : []),
  ]
}

/** Checks that refused a response; empty if one of our limits did. */
function by({ detail: { errors } }: StoredEvent) {
  const ids = Array.isArray(errors) ? errors.filter((id) => typeof id === 'string') : []
  return ids.length === 0 ? say`` : say`; see ${listed(ids.map(quote), ' and ')}`
}

export const negative = area(
  'vp.negative',
  { subject: of<ResponseReading>() },
  {
    rejected: {
      title: 'Wallet presents nothing if it has to refuse',
      reasons: refusalReasons,
      clauses: ['OID4VP-1FINAL-8.5', 'OID4VP-1FINAL-14.1.2'],
      level: 'must',
      rejects: 'request_should_have_been_rejected',
      refusal: 'The wallet answered a request that it has to refuse.',
      why: "A wallet that responds to any request hands out its user's data to anyone.",
      run: ({ session, kind, jwe, annexC, parameters, history, walletError, trust }) => {
        if (!expectsRefusal(session)) return notApplicable(say`A correct wallet responds to this request.`)
        const deviation = deviationOf(session)
        const missed = deviation && missedBecause(deviation, history)
        if (missed === 'no_nonce')
          return notApplicable(say`The wallet sent no wallet_nonce, so nothing was wrong with the request.`)
        if (missed === 'no_key') return notApplicable(say`The wallet sent no key that the request can be encrypted to.`)
        if (missed) return notApplicable(say`The wallet announced that it verifies ${word(missed)}.`)
        if (!trust.reached) return notApplicable(say`The wallet read nothing of what is wrong.`)
        const shown = walletError?.beside.filter((name) => name !== 'code') ?? []
        if (kind === 'error' && shown.length === 0) return pass(say`an error`)
        if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
        // What stands beside an envelope that nobody can read is presented all the same.
        const isOpen = parameters.vpToken !== undefined || parameters.idToken !== undefined
        if (isUnreadable(jwe, annexC) && !isOpen && jwe?.forTester !== true)
          return notApplicable(say`The response could not be decrypted.`)
        const what =
          kind === 'error' ? say`an error with ${listed(shown.map(quote), ' and ')} beside it` : say`a ${kind}`
        const derived = session.options.expect_because
        if (derived !== undefined || deviation === null || isUnnamed(deviation))
          return violated(derived ?? 'expected_by_tester', { expected: say`an error, or no response`, actual: what })
        if (trust.registeredOnly) return pass(say`a presentation of what is registered`)
        const tolerates = isAdvisory(session, trust)
        if (tolerates && testsTrust(session))
          return notApplicable(say`The session says what came of it: a warning is enough.`)
        return althoughWrong(what, deviation, { isAdvisory: tolerates, ...trust })
      },
    },
    params_of_object: {
      title: 'Wallet takes each parameter from the request, not from the link',
      problem: 'The wallet took a parameter from the link',
      clauses: ['OID4VP-1FINAL-5.10.1'],
      level: 'must',
      why: 'Nobody signed the link: whoever shows it could change what the verifier asks for, and where the response goes.',
      hint: 'Once the request is there, forget all parameters of the link but client_id.',
      run: (reading) => {
        const { session, kind, jwe, annexC } = reading
        if (!makesDeviation(session, 'conflicting_url_params'))
          return notApplicable(say`No parameter of the link contradicts the request.`)
        if (kind !== 'presentation' || isUnreadable(jwe, annexC))
          return notApplicable(say`The response holds no presentation.`)
        const taken = takenFromLink(reading)
        return taken.length === 0
          ? pass()
          : violated({ expected: say`the values of the request`, actual: say`${listed(taken, ' and ')} of the link` })
      },
    },
  },
)

export const negativeSession = area(
  'vp.negative',
  { subject: of<PresentationEvidence>() },
  {
    still_answers: {
      title: 'Wallet responds to a request that is merely unusual',
      reasons: {
        error: {
          says: 'The wallet refused a request that is merely unusual, with {seen}',
          fix: "Ignore unknown members, and use the specification's defaults for absent ones.",
        },
        silence: {
          says: 'The wallet fetched a request that is merely unusual, and sent no response before it expired',
          fix: "Respond to it: ignore unknown members, and use the specification's defaults for absent ones.",
        },
        followed_redirect: {
          says: 'The wallet called the address in Location, although its response is redirected',
          fix: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
        },
        expected_by_tester: {
          says: 'The session expects a response, and the wallet refused with {seen}',
          fix: 'Respond to the request, as this session expects, or create one with another expect.',
        },
        expected_by_tester_silence: {
          says: 'The session expects a response, and the wallet fetched the request and sent nothing before it expired',
          fix: 'Respond to the request, as this session expects, or create one with another expect.',
        },
        one_signature_wrong: {
          says: 'The wallet refused a request of which one of several signatures is right, with {seen}',
          fix: 'Decide how many of several signatures have to be right: RFC 7515 leaves it to the application.',
        },
      },
      clauses: ['OID4VP-1FINAL-5'],
      level: 'must',
      why: 'Verifiers may add parameters and leave optional ones out. A wallet that stops at them works with few verifiers.',
      run: ({ session, events, now }) => {
        const deviation = deviationOf(session)
        if (deviation === null || expectsRefusal(session))
          return notApplicable(say`The request is not unusual on purpose.`)
        if (isReported(session)) return notApplicable(say`No text says what a wallet does with this request.`)
        const expected = say`a valid presentation`
        const followed = followedRedirect('response', session, events)
        if (followed?.exchangeId) {
          const actual = say`a response that followed the redirect`
          return decidedBy(
            { id: followed.exchangeId },
            violated('followed_redirect', { expected: say`a response, and no more`, actual }),
          )
        }
        const answers = events.filter(({ type }) => type === 'vp_presentation_response_received')
        if (answers.some(({ detail }) => detail.presentation_valid === true)) return pass(declared(deviation.id))
        if (sealedAnswer(events) !== undefined) return pass(say`a response for a key of the tester's`)
        const { errors, fetches, expired } = verifierHistory(session, events, now)
        const [error] = errors
        if (error !== undefined) {
          const actual = say`the error ${String(error.error)}`
          const reason = isUnnamed(deviation)
            ? 'expected_by_tester'
            : deviation.id === 'dc_multisigned_one_bad'
              ? 'one_signature_wrong'
              : 'error'
          return (deviation.advisory === undefined ? violated : tolerated)(reason, { expected, actual })
        }
        const refused = answers.at(-1)
        // The wallet did answer: the refusing check blames what is wrong, once.
        if (refused !== undefined)
          return notObserved(say`The wallet responded, and the response was refused${by(refused)}.`)
        // A browser that shares nothing does not say whether a wallet was asked, and its page fetches the request
        // without one.
        if (channelOf(session) === 'dc_api') return notObserved(say`Nothing came back through the browser.`)
        if (fetches > 0 && expired)
          return violated(isUnnamed(deviation) ? 'expected_by_tester_silence' : 'silence', {
            expected,
            actual: say`nothing after the fetch`,
          })
        return notObserved(say`The wallet has not responded yet.`)
      },
    },
    fetch_behaviour: {
      title: 'Wallet refuses a wrong link before or after it fetches the request',
      problem: 'The wallet did not refuse the wrong link before or after it fetched the request',
      clauses: ['OID4VP-1FINAL-5.9.2'],
      level: 'info',
      why: 'A wallet that stops at the link gives the verifier no information; one that fetches first can say what is wrong.',
      hint: 'Both are correct: this only records which one it was.',
      run: ({ session, events, now }) => {
        if (!deviationOf(session)?.inLink || !expectsRefusal(session))
          return notApplicable(say`Nothing is wrong with the link on purpose.`)
        const { fetches } = verifierHistory(session, events, now)
        if (fetches > 0) return pass(say`after it fetched the request`)
        return isRightReaction('refusal', deviationOutcome(session, events, now))
          ? pass(say`before it fetched the request`)
          : notObserved(say`The wallet has not fetched anything yet.`)
      },
    },
    no_fetch: {
      title: 'Wallet fetches no request for a link with a method that it does not know',
      problem: 'The wallet fetched the request, although the link names a method that does not exist',
      clauses: ['OID4VP-1FINAL-8.5'],
      level: 'info',
      why: 'OpenID4VP leaves it open whether the wallet fetches first; the official case wants no fetch.',
      hint: 'Read request_uri_method before the fetch, and stop if it is neither get nor post.',
      run: ({ session, events, now }) => {
        if (deviationOf(session)?.id !== 'bad_request_uri_method')
          return notApplicable(say`The link names no method that does not exist.`)
        const { fetches } = verifierHistory(session, events, now)
        if (fetches > 0) return violated({ expected: say`no fetch`, actual: say`a fetch of the request` })
        return isRightReaction('refusal', deviationOutcome(session, events, now))
          ? pass(say`no fetch`)
          : notObserved(say`Nothing shows yet that the wallet has stopped.`)
      },
    },
  },
)
