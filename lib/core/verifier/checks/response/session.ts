import { area, of } from '../../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { namesAlone } from '../../../shared/recognise/near-name'
import { bare, listed, quote, say } from '../../../shared/values/wording'
import { deviationName, expectsRefusal } from '../../deviations'
import { elsewhere } from '../../deviations/delivery'
import { answerEvents, consumedAnswer, secondsAfter } from '../../history/verifier-history'
import { insteadOfState } from '../../judgements/instead-of-state'
import { isUnreadable } from '../../judgements/subjects'
import { isCode, type ResponseReading } from '../../read/response/response-reading'

export const responseSession = area(
  'vp.response',
  { subject: of<PresentationEvidence>() },
  {
    received: {
      title: 'Wallet responds to the request',
      problem: 'The wallet did not respond to the request',
      clauses: ['OID4VP-1FINAL-8'],
      level: 'must',
      why: 'A wallet responds to every request, with a presentation or an error.',
      hint: 'Send the error access_denied when the user declines.',
      run: ({ session, events }) => {
        if (events.some(({ type }) => answerEvents.some((answer) => answer === type))) return pass()
        return expectsRefusal(session)
          ? notApplicable(say`The wallet is expected to refuse, and may do so silently.`)
          : notObserved(say`No response was received.`)
      },
    },
    http_method: {
      title: 'Response is sent by POST',
      problem: 'The response was not sent by POST',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'must',
      counterpart: 'EnsureIncomingRequestMethodIsPost',
      why: 'With GET the response would be in the URL, and therefore in logs.',
      hint: 'Send the response by POST to response_uri.',
      explains: ['vp.transport.served'],
      run: ({ session, exchanges, events }) => {
        const path = `/openid4vp/sessions/${session.sessionId}/response`
        // Requests after the end of the session do not answer it.
        const end = consumedAnswer(events)?.at ?? Number.POSITIVE_INFINITY
        const answers = exchanges.filter(
          (exchange) => exchange.path === path && exchange.method !== 'OPTIONS' && exchange.at <= end,
        )
        const other = answers.find(({ method }) => method !== 'POST')
        if (other !== undefined) return decidedBy(other, violated({ expected: say`POST`, actual: quote(other.method) }))
        return answers.length === 0 ? notObserved(say`No response was received.`) : pass(say`POST`)
      },
    },
  },
)

export const responseFollowing = area(
  'vp.response',
  { subject: of<PresentationEvidence>() },
  {
    no_redirect_follow: {
      title: 'Wallet follows no redirect of its response',
      problem: 'The wallet followed a redirect of its response',
      clauses: ['OID4VP-1FINAL-8.2'],
      level: 'should',
      why: "A redirect would send the user's data to an unverified address.",
      hint: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
      explains: ['vp.transport.served'],
      run: ({ session, events, exchanges }) => {
        const altered = events.some(
          ({ type, detail }) =>
            type === 'answer_altered' && detail.alteration === deviationName({ id: 'redirect_on_response' }),
        )
        if (!altered) return notApplicable(say`Nothing was redirected.`)
        const target = `/openid4vp/sessions/${session.sessionId}/response/${elsewhere}`
        const visit = exchanges.find(({ path }) => path === target)
        return visit === undefined
          ? pass()
          : decidedBy(visit, violated({ expected: say`no visit`, actual: quote(visit.method) }))
      },
    },
  },
)

export const responseGate = area(
  'vp.response',
  { subject: of<ResponseReading>() },
  {
    single_use: {
      title: 'Wallet responds to a request once',
      problem: 'This request already has a response',
      clauses: ['OID4VP-1FINAL-14.1.2'],
      level: 'must',
      rejects: 'response_already_received',
      refusal: (problem) => `${problem}: create a new session.`,
      why: 'The nonce binds one presentation to the request. A second response looks like a replay.',
      hint: 'Send one response per request, and do not repeat it after a 200.',
      run: ({ history, now }) =>
        history.consumedAt === null
          ? pass()
          : violated({
              expected: say`one response`,
              actual: say`another one, ${secondsAfter(history.consumedAt, now)} s after the first`,
            }),
    },
    in_time: {
      title: 'Response arrives before the request expires',
      problem: 'This session has expired',
      clauses: ['RFC7519-4.1.4'],
      level: 'info',
      rejects: 'session_expired',
      refusal: (problem) => `${problem}: create a new one.`,
      why: 'A wallet must not respond to an expired request.',
      hint: 'Respond before the exp of the request object. After that, ask the user to start again.',
      run: ({ session, now, history }) => {
        const seconds = Math.floor((session.expiresAt - now) / 1000)
        return history.expired
          ? violated({ expected: say`a response before exp`, actual: say`${-seconds} s after it` })
          : pass(say`${seconds} s before it`)
      },
    },
  },
)

export const responseState = area(
  'vp.response',
  { subject: of<ResponseReading>() },
  {
    state_present: {
      title: 'Response holds a state',
      reasons: {
        absent: {
          says: 'The response has no state',
          fix: 'Copy state from the request object, unchanged, as a parameter of the response.',
        },
        absent_from_jwe: {
          says: 'The encrypted response has no state',
          fix: 'Copy state from the request object, unchanged, into the encrypted payload.',
          refusal: 'The response has no state: with direct_post.jwt it belongs inside the JWE.',
        },
        beside_jwe: {
          says: 'The state is beside the JWE, not in it',
          fix: 'Move state into the encrypted payload.',
          refusal: 'The state is beside the JWE: with direct_post.jwt it belongs inside.',
        },
      },
      clauses: ['OID4VP-1FINAL-5.2', 'OID4VP-1FINAL-8.2', 'RFC6749-4.1.2'],
      level: 'must',
      rejects: 'state_mismatch',
      refusal: 'The response has no state: copy it from the request, unchanged.',
      why: 'The verifier uses state to match the response to its request.',
      run: ({ state, kind, jwe }) => {
        if (state.expected === null) return notApplicable(say`The request has no state.`)
        if (kind === 'error') return notApplicable(say`The response is an error; see vp.error.state.`)
        if (kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
        if (isUnreadable(jwe)) return notApplicable(say`The response could not be decrypted.`)
        if (state.present) return pass()
        const missing = jwe === null ? 'absent' : 'absent_from_jwe'
        return violated(state.outer === 'absent' ? missing : 'beside_jwe', { expected: say`state`, actual: null })
      },
    },
    state_matches: {
      title: 'Response repeats the state of the request unchanged',
      reasons: {
        broken: {
          says: 'The state of the response is not the state of the request',
          fix: 'Copy state from the request object byte for byte.',
        },
        nonce: {
          says: 'The state of the response is the nonce of the request',
          fix: 'Copy the member state of the request object: its nonce belongs into the proof of possession.',
        },
        session_id: {
          says: 'The state of the response is the id of the session, from its address',
          fix: 'Copy the member state of the request object, not a part of an address.',
        },
        not_bare: {
          says: 'The state of the response has other characters around it',
          fix: 'Send state as the request has it: without quotation marks or blanks, and encoded once.',
        },
        encoded: {
          says: 'The state of the response is encoded in base64 once more',
          fix: 'Send state as the text that it is in the request, without encoding it.',
        },
        another_session: {
          says: 'The state of the response is that of another request',
          fix: 'Keep state, nonce and response_uri of a request together, and respond with those of one request.',
        },
      },
      clauses: ['OID4VP-1FINAL-5.3', 'OID4VP-1FINAL-14.3.2'],
      level: 'must',
      rejects: 'state_mismatch',
      needs: ['vp.response.state_present'],
      counterpart: 'CheckStateInAuthorizationResponse',
      why: 'A different state means that the response belongs to another request, or was injected.',
      refusal: 'The state of the response is not the state of the request.',
      run: ({ state, kind }) => {
        if (state.expected === null || !state.present) return notApplicable(say`There is no state to compare.`)
        if (kind === 'error') return notApplicable(say`The response is an error; see vp.error.state.`)
        if (state.matches) return pass()
        const expected = say`the state of this request`
        return violated(state.insteadIs ?? 'broken', { expected, actual: insteadOfState(state) })
      },
    },
    state_absent: {
      title: 'Wallet does not invent a state',
      problem: 'The wallet invented a state',
      clauses: ['OID4VP-1FINAL-8.2', 'RFC6749-4.1.2'],
      level: 'must',
      why: 'The state is copied from the request. A state that is not in the request ties the response to nothing.',
      hint: 'Send state only where the request has one.',
      run: ({ state, kind, jwe, request }) => {
        if (state.expected !== null) return notApplicable(say`The request has a state.`)
        if (kind === 'nothing' || isUnreadable(jwe))
          return notApplicable(say`The response holds no response parameters.`)
        if (!state.present) return pass()
        const mismatch = { expected: say`no state`, actual: bare.one }
        // For a browser request the specification only says not to expect one. OID4VP-1FINALA-A.2
        return request.binding === undefined ? violated(mismatch) : tolerated(mismatch)
      },
    },
    matches_type: {
      title: 'Response holds the parameters of its response type',
      reasons: {
        nothing: {
          says: 'The response holds neither a presentation nor an error',
          fix: 'Send vp_token for vp_token, vp_token and id_token for "vp_token id_token", code for code, or an error.',
        },
        jwe_under_another_name: {
          says: 'The JWE stands in the parameter {seen}, and there is no parameter response',
          fix: 'Send the JWE as the one parameter response.',
        },
        other_name: {
          says: 'The response has {seen} in place of vp_token',
          fix: 'Send the presentations as vp_token, in this spelling.',
        },
        error_name: {
          says: 'The response has {seen} in place of error',
          fix: 'Send the error code as error, in this spelling.',
        },
        description_alone: {
          says: 'The response has error_description and no error',
          fix: 'Send the error code as error, e.g. access_denied: error_description only explains it.',
        },
        incomplete: {
          says: 'The response lacks a parameter that its response type asks for, and holds only {seen}',
          fix: 'Send what the response type of the request names and nothing else: vp_token for vp_token, vp_token and id_token for "vp_token id_token", code for code.',
          refusal: 'The response lacks a parameter that the response type of the request asks for.',
        },
        // With code, the VP Token is in the Token Response. OID4VP-1FINAL-8
        beside_code: {
          says: 'The response type is code, and the response holds {seen}',
          fix: 'Send the code alone: the vp_token belongs in the token response.',
          refusal: 'The response type is code: send only the code: the vp_token belongs in the token response.',
        },
      },
      clauses: ['OID4VP-1FINAL-5.6', 'OID4VP-1FINAL-8'],
      level: 'must',
      rejects: 'invalid_request',
      refusal: 'The response holds neither a presentation nor an error: send vp_token or error.',
      why: 'The response type says which parameters the verifier expects.',
      run: ({ kind, parameters, request, jwe, annexC, transport: { jweUnder } }) => {
        if (kind === 'error') return notApplicable(say`The response is an error.`)
        if (isUnreadable(jwe, annexC)) return notApplicable(say`The response could not be decrypted.`)
        const { vpToken, idToken, code } = parameters
        const redeemable = isCode(code) ? code : undefined
        const sent = Object.entries({ vp_token: vpToken, id_token: idToken, code: redeemable }).flatMap(
          ([name, value]) => (value === undefined ? [] : [name]),
        )
        const expected = request.responseType.split(' ')
        const missing = expected.filter((name) => !sent.includes(name))
        if (missing.length === 0 && expected.includes('code') && sent.length > 1)
          return violated('beside_code', { expected: expected.map(quote), actual: sent.map(quote) })
        if (missing.length === 0) return pass(sent.map(quote))
        if (sent.length === 0 && jweUnder !== undefined)
          return violated('jwe_under_another_name', { expected: say`response`, actual: shownName(jweUnder) })
        const errorName = parameters.names.find((name) => /^error_?code$/i.test(name))
        if (sent.length === 0 && errorName !== undefined)
          return violated('error_name', { expected: say`error`, actual: shownName(errorName) })
        if (sent.length === 0 && parameters.names.includes('error_description'))
          return violated('description_alone', { expected: say`error`, actual: say`error_description` })
        if (sent.length === 0)
          return violated('nothing', {
            fix: say`Send ${listed(expected.map(quote), ' and ')}, or an error.`,
            expected: expected.map(quote),
            actual: say`none of them`,
            asks: expected.includes('vp_token')
              ? [
                  {
                    reason: 'other_name',
                    missing: 'vp_token',
                    among: namesAlone(parameters.names),
                  },
                ]
              : [],
          })
        return violated('incomplete', { expected: expected.map(quote), actual: sent.map(quote) })
      },
    },
  },
)
