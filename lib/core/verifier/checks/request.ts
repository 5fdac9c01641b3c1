import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { isRightReaction } from '../../engine/deviations/deviation-outcome'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { quote, quoteStart, say, word } from '../../shared/values/wording'
import { deviationName, deviationOf } from '../deviations'
import { elsewhere } from '../deviations/delivery'
import { deviationOutcome } from '../deviations/verifier-deviation-outcome'
import { answerEvents, verifierHistory } from '../history/verifier-history'
import type { RequestFetchReading } from '../read/request/read-request-fetch'
import { isOfResponse } from '../read/response/response-address'

export const requestSession = area(
  'vp.request',
  { subject: of<PresentationEvidence>() },
  {
    fetched: {
      title: 'Wallet fetches the request before it responds',
      reasons: {
        no_fetch_seen: {
          says: 'The wallet responded, and no fetch of the request is on record',
          fix: 'Fetch request_uri as the link gives it, and verify the signature of what comes before the response is made.',
        },
      },
      clauses: ['RFC9101-5.2.3', 'OID4VP-1FINAL-5'],
      level: 'must',
      why: 'A wallet cannot verify a request that it never fetched.',
      run: ({ session, events }) => {
        if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
        if (deviationOf(session)?.linkHoldsAll) return notApplicable(say`The link holds all of the request.`)
        const fetched = events.some(({ type }) => type === 'vp_request_retrieved')
        if (fetched) return pass()
        return events.some(({ type }) => answerEvents.some((answer) => answer === type))
          ? tolerated('no_fetch_seen', { expected: say`a fetch`, actual: say`a response without one` })
          : notObserved(say`The request was not fetched.`)
      },
    },
    refetch: {
      title: 'Wallet fetches the request only once',
      problem: 'The wallet fetched the request more than once',
      clauses: ['RFC9101-5.2.3'],
      level: 'info',
      why: 'Fetching again is allowed, but it may point to a wallet that lost its state.',
      hint: 'Keep the request object until the user has decided.',
      run: ({ session, events }) => {
        if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
        const count = events.filter(({ type }) => type === 'vp_request_retrieved').length
        if (count === 0) return notObserved(say`The request was not fetched.`)
        return count === 1 ? pass(say`once`) : tolerated({ expected: say`once`, actual: say`${count} times` })
      },
    },
    no_fetch_after_response: {
      title: 'Wallet does not fetch the request again after its response',
      problem: 'The wallet fetched the request again after its response',
      clauses: ['RFC9101-5.2.3'],
      level: 'should',
      why: 'A request ends with its response.',
      hint: 'Do not fetch request_uri again once your response was accepted.',
      run: ({ session, events, now }) => {
        if (verifierHistory(session, events, now).consumedAt === null)
          return notObserved(say`No response was accepted.`)
        const late = events.filter(
          ({ type, detail }) => type === 'vp_request_refused' && detail.reason === 'vp_request_not_found',
        )
        return late.length === 0 ? pass() : violated({ expected: say`no fetch`, actual: say`${late.length} fetches` })
      },
    },
    by_value_not_fetched: {
      title: 'Wallet does not fetch a request that was sent by value',
      problem: 'The wallet fetched a request that was sent by value',
      clauses: ['RFC9101-5.1'],
      level: 'info',
      why: 'The link already contains the whole request.',
      hint: 'Read the request from the request parameter of the link.',
      run: ({ session, events }) => {
        if (session.requestDelivery !== 'by_value') return notApplicable(say`The request is sent by reference.`)
        return events.some(({ type }) => type === 'vp_request_retrieved')
          ? tolerated({ expected: say`no fetch`, actual: say`a fetch` })
          : pass()
      },
    },
  },
)

export const requestFollowing = area(
  'vp.request',
  { subject: of<PresentationEvidence>() },
  {
    no_plain_fetch: {
      title: 'Wallet fetches no request over plain http',
      reasons: {
        plain_http: {
          says: 'The wallet fetched the request over plain http',
          fix: 'Refuse a request_uri whose scheme is not https.',
        },
        scheme_unknown: {
          says: 'The wallet fetched the request, whose address has the scheme http, and nothing shows over which scheme it came',
          fix: 'Refuse a request_uri whose scheme is not https, and do not change the scheme.',
        },
      },
      clauses: ['OID4VP-1FINAL-5.10', 'RFC9101-5.2'],
      level: 'must',
      why: 'On the way of plain http anybody can read the request, or put another one in its place.',
      run: ({ session, events, now }) => {
        if (deviationOf(session)?.id !== 'request_uri_http')
          return notApplicable(say`The address of the request is https.`)
        const fetches = events.filter(({ type }) => type === 'vp_request_retrieved')
        const plain = fetches.find(({ detail }) => detail.plain_http === true)
        if (plain !== undefined) {
          const result = violated('plain_http', { expected: say`no fetch`, actual: say`a fetch over plain http` })
          return plain.exchangeId === null ? result : decidedBy({ id: plain.exchangeId }, result)
        }
        if (fetches.length > 0) return tolerated('scheme_unknown', { expected: say`no fetch`, actual: say`a fetch` })
        return isRightReaction('refusal', deviationOutcome(session, events, now))
          ? pass()
          : notObserved(say`The wallet has fetched nothing yet.`)
      },
    },
    no_redirect_follow: {
      title: 'Wallet follows no redirect of the request',
      problem: 'The wallet followed a redirect of the request',
      clauses: ['OID4VP-1FINAL-5.10.1'],
      level: 'should',
      why: 'A redirect would take the wallet to an address that the link did not name.',
      hint: 'Treat any status other than 200 as a failure, and do not open the address in Location.',
      explains: ['vp.transport.served'],
      run: ({ session, events, exchanges }) => {
        const altered = events.some(
          ({ type, detail }) =>
            type === 'answer_altered' && detail.alteration === deviationName({ id: 'redirect_on_request' }),
        )
        if (!altered) return notApplicable(say`Nothing was redirected.`)
        const target = `/openid4vp/sessions/${session.sessionId}/request/${elsewhere}`
        const visit = exchanges.find(({ path }) => path === target)
        return visit === undefined
          ? pass()
          : decidedBy(visit, violated({ expected: say`no visit`, actual: quote(visit.method) }))
      },
    },
  },
)

/** Checks of one fetch of the Request Object, by GET or POST. */
export const requestFetchChecks = Object.values(
  area(
    'vp.request',
    { subject: of<RequestFetchReading>() },
    {
      method: {
        title: 'Wallet fetches the request with the method that the link names',
        reasons: {
          broken: {
            says: 'The wallet did not fetch the request with the method that the link names',
            fix: 'Use POST only when the link carries request_uri_method=post; otherwise use GET.',
          },
          response_here: {
            says: 'The wallet sent its response to the request_uri, where requests are fetched',
            fix: 'Post the response to the response_uri of the request object, exactly as given.',
          },
        },
        clauses: ['OID4VP-1FINAL-5.1', 'OID4VP-1FINAL-8.2'],
        level: 'must',
        why: 'A verifier that did not offer POST may not support it. One that did still supports GET.',
        run: ({ session, method, post }) => {
          if (session.requestDelivery === 'by_value') return notApplicable(say`The request is sent by value.`)
          const asked = session.requestUriMethod === 'post' ? 'POST' : 'GET'
          const responds = post?.members.filter(isOfResponse) ?? []
          if (responds.length > 0)
            return violated('response_here', { expected: word(asked), actual: [word(method), ...responds.map(quote)] })
          if (asked === method) return pass(word(method))
          return asked === 'GET'
            ? violated('broken', { expected: word(asked), actual: word(method) })
            : tolerated('broken', { expected: word(asked), actual: word(method) })
        },
      },
      accept_get: {
        title: 'Fetch by GET accepts the media type of a request object',
        problem: 'The fetch by GET does not accept the media type of a request object',
        clauses: ['RFC9101-5.2.3'],
        level: 'info',
        why: 'A verifier that honours Accept may refuse a wallet that does not list the media type of a request object.',
        hint: 'Send Accept: application/oauth-authz-req+jwt, or no Accept header at all.',
        run: ({ method, accept }) => {
          if (method !== 'GET') return notApplicable(say`The request was fetched by POST.`)
          return accept === null || /\*\/\*|application\/(oauth-authz-req\+jwt|\*)/i.test(accept)
            ? pass(quoteStart(accept, 200) ?? say`no Accept header`)
            : violated({ expected: say`application/oauth-authz-req+jwt`, actual: quoteStart(accept, 200) })
        },
      },
      get_bodyless: {
        title: 'Fetch by GET has no body and leaves the address unchanged',
        problem: 'The fetch by GET has a body or a changed address',
        clauses: ['RFC9110-9.3.1'],
        level: 'should',
        why: 'A body has no meaning in a GET, and an added query makes it a different address.',
        hint: 'Request the address in request_uri exactly as given, without a body.',
        run: ({ method, bodyBytes, query }) => {
          if (method !== 'GET') return notApplicable(say`The request was fetched by POST.`)
          if (bodyBytes > 0) return violated({ expected: say`no body`, actual: say`${bodyBytes} bytes` })
          return query === null
            ? pass()
            : violated({ expected: say`no query`, actual: say`a query of ${query.length} characters` })
        },
      },
      tls: {
        title: 'Connection uses TLS 1.2 or 1.3',
        problem: 'The connection does not use TLS 1.2 or 1.3',
        clauses: ['OID4VP-1FINAL-14.6'],
        level: 'info',
        why: 'Requests and responses are only as private as the connection.',
        hint: 'Connect with TLS 1.3, or with TLS 1.2 and the cipher suites of BCP 195.',
        run: ({ tls }) => {
          if (!tls.https) return notApplicable(say`This installation is served over plain HTTP.`)
          if (tls.version === null) return notObserved(say`A proxy terminates TLS and does not report the version.`)
          return /^TLSv1\.[23]$/.test(tls.version)
            ? pass(quote(tls.version))
            : violated({ expected: say`TLSv1.2 or TLSv1.3`, actual: quote(tls.version) })
        },
      },
      no_credentials: {
        title: 'Request fetch carries no credentials',
        problem: 'The request fetch carries credentials',
        clauses: ['OID4VP-1FINAL-15.8'],
        level: 'should',
        why: 'Credentials tell the verifier who the user is before the user has agreed to anything.',
        hint: 'Send no Authorization header, no cookie and no client certificate with the fetch of the request.',
        run: ({ privacy }) =>
          privacy.credentialHeaders.length === 0
            ? pass()
            : violated({ expected: say`no credentials`, actual: privacy.credentialHeaders.map(quote) }),
      },
      no_fingerprint: {
        title: 'Request fetch does not identify the app or the device',
        problem: 'The request fetch identifies the app or the device',
        clauses: ['OID4VP-1FINAL-15.6', 'OID4VP-1FINAL-15.8'],
        level: 'should',
        why: 'Details of the app or the device tell users apart before they have presented anything.',
        hint: 'Use a generic User-Agent, or none. Send no header that names a device, a build or an installation.',
        run: ({ privacy }) =>
          privacy.identifyingHeaders.length === 0
            ? pass()
            : tolerated({ expected: say`no identifying header`, actual: privacy.identifyingHeaders.map(quote) }),
      },
      no_pii: {
        title: 'Request fetch reveals nothing about the user',
        problem: 'The request fetch reveals something about the user',
        clauses: ['OID4VP-1FINAL-15.8'],
        level: 'must',
        why: 'The verifier must learn nothing about the user before the user consents.',
        hint: 'Remove e-mail addresses, DIDs, tokens and holder keys from headers, query and body.',
        run: ({ privacy }) =>
          privacy.personal.length === 0
            ? pass()
            : violated({
                expected: say`nothing personal`,
                actual: privacy.personal.map(({ place, kind }) => say`${kind} in ${place}`),
              }),
      },
    },
  ),
)
