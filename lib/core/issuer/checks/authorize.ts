import { area, of } from '../../engine/checks/area'
import { type Check, decidedBy, notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { shown, shownNames } from '../../engine/judgements/shown'
import { exchangesOf, type SessionEvidence } from '../../engine/sessions/session-evidence'
import { authorizationCodeTtlSeconds } from '../../shared/time/durations'
import { bare, quote, say, word } from '../../shared/values/wording'
import type { AuthorizeReading } from '../read/oauth/authorization'
import { parUse } from './par/request'

const known = ['client_id', 'request_uri']

const secrets = [
  'code_verifier',
  'access_token',
  'refresh_token',
  'client_secret',
  'client_assertion',
  'id_token',
  'pre-authorized_code',
]

const authorize = area(
  'vci.authorize',
  { subject: of<AuthorizeReading>(), impossibleIn: ['pre_authorized_code'] },
  {
    client_id_matches: {
      title: 'Browser request names the client that pushed the request',
      reasons: {
        other: {
          says: 'The client_id is not that of the pushed request',
          fix: 'Open the authorization endpoint with the client_id that was pushed, character by character.',
        },
        missing: {
          says: 'The authorization endpoint was opened without client_id',
          fix: 'Add the client_id of the pushed request beside request_uri.',
          error: 'invalid_request',
        },
      },
      refusal: 'The client_id is missing or is not that of the pushed request.',
      clauses: ['RFC9126-2.2', 'RFC9126-4'],
      level: 'must',
      rejects: 'invalid_request_uri',
      why: 'A request_uri is bound to its client, so that another client cannot put its own request in front of a user.',
      run: ({ clientId, facts, requestUri }) => {
        if (clientId === null) return violated('missing', { expected: say`client_id`, actual: null })
        if (facts === null || requestUri.state === 'other_issuer')
          return notApplicable(say`The pushed request is not known.`)
        return clientId === facts.clientId
          ? pass()
          : violated('other', { expected: shown(facts.clientId), actual: shown(clientId) })
      },
    },
    request_uri_known: {
      title: 'The request_uri was issued by this server and has not expired',
      reasons: {
        unknown: {
          says: 'This server gave no such request_uri',
          fix: 'Open the browser with the request_uri of the latest PAR response, unchanged.',
        },
        no_uri: {
          says: 'The request_uri is no URI',
          fix: 'Open the browser with the request_uri of the latest PAR response, unchanged: it is a URN, with its prefix.',
        },
        other_value: {
          says: 'The request_uri is {seen}',
          fix: 'Open the browser with the member request_uri of the PAR response.',
        },
        expired: {
          says: 'The request_uri has expired',
          fix: 'Push the request right before the browser is opened, and open it at once.',
        },
        other_issuer: {
          says: 'The request_uri belongs to another issuer of this service',
          fix: 'Open authorization_endpoint of the server that the request was pushed to.',
        },
      },
      clauses: ['RFC9126-4'],
      level: 'must',
      rejects: 'invalid_request_uri',
      refusal: 'The request_uri is unknown, has expired or belongs to a different server: push the request again.',
      why: 'A request_uri refers to one pushed request and expires after 90 seconds.',
      run: ({ requestUri, query }) => {
        if (requestUri.state === 'absent') return notApplicable(say`No request_uri was sent.`)
        if (requestUri.state === 'alive' || requestUri.state === 'completed') return pass()
        const mismatch = { expected: say`a request_uri of this server`, actual: word(requestUri.state) }
        if (requestUri.state !== 'unknown') return violated(requestUri.state, mismatch)
        const value = query.get('request_uri') ?? ''
        const asks = [{ value, due: 'request_uri', reason: 'other_value' }] as const
        return violated(uriForm.test(value) ? 'unknown' : 'no_uri', { ...mismatch, asks })
      },
    },
    request_uri_once: {
      title: 'The request_uri is used only once',
      reasons: {
        completed: {
          says: 'The request_uri was already used',
          fix: 'Push a new request for every authorization.',
        },
        opened_again: {
          says: 'The page of the request_uri was opened again before it was completed',
          fix: 'Open the browser once for each request_uri, and let the user finish there.',
        },
      },
      clauses: ['RFC9126-4'],
      level: 'must',
      rejects: 'invalid_request_uri',
      refusal: (problem) => `${problem}: push the request again.`,
      why: 'The page may be reloaded, but a completed request must not be opened again.',
      run: ({ requestUri, visits }) => {
        if (requestUri.state === 'completed')
          return violated('completed', { expected: say`first use`, actual: say`completed before` })
        if (requestUri.state !== 'alive') return notApplicable(say`There is no usable request_uri.`)
        return visits === 0
          ? pass()
          : tolerated('opened_again', { expected: say`first use`, actual: { earlier_visits: visits } })
      },
    },
    only_expected_params: {
      title: 'Browser is opened with client_id and request_uri only, each once',
      reasons: {
        others: {
          says: 'The browser was opened with more parameters than client_id and request_uri: {seen}',
          fix: 'Push every other parameter, and leave it out of the URL.',
          error: null,
        },
        repeated: {
          says: 'The browser was opened with a parameter more than once: {seen}',
          fix: 'Put client_id and request_uri into the URL once each.',
        },
        too_many: {
          says: 'The browser was opened with more parameters than are read',
          fix: 'Put client_id and request_uri into the URL, and push the rest.',
        },
      },
      clauses: ['FAPI2-SP-FINAL-5.3.3.2', 'HAIP-4', 'RFC6749-3.1'],
      level: 'must',
      profile: 'haip',
      rejects: 'invalid_request',
      refusal: 'Open the authorization endpoint with each parameter once.',
      why: 'Everything else was pushed. Extra URL parameters are ignored and could be changed in transit.',
      run: ({ query }) => {
        // With two values one would be ignored, and anybody may have added it.
        if (query.tooMany)
          return violated('too_many', { expected: known.map(quote), actual: say`more than 256 parameters` })
        if (query.duplicates.length > 0)
          return violated('repeated', {
            expected: say`each name once`,
            actual: shownNames(query.duplicates),
          })
        const more = [...new Set(query.pairs.map(([name]) => name))].filter((name) => !known.includes(name))
        return more.length === 0 ? pass() : violated('others', { expected: known.map(quote), actual: shownNames(more) })
      },
    },
    no_request: {
      title: 'Browser sends no request object along with request_uri',
      problem: 'The browser sent a request object along with request_uri',
      clauses: ['RFC9101-5'],
      level: 'must',
      why: 'With two requests in one, it is unclear which one the user agreed to.',
      hint: 'Leave request out when request_uri is used.',
      run: ({ query }) => (query.sent('request') ? violated({ expected: say`no request`, actual: bare.sent }) : pass()),
    },
    no_secrets: {
      title: 'URL opened by the browser contains no secret',
      problem: 'The URL that the browser opened contains a secret',
      clauses: ['RFC9700-4.3'],
      level: 'should',
      why: 'It ends up in the history of the browser and in logs.',
      hint: 'Send tokens, verifiers and attestations in headers and bodies only.',
      run: ({ query }) => {
        const leaked = secrets.filter((name) => query.sent(name))
        return leaked.length === 0 ? pass() : violated({ expected: say`none of them`, actual: leaked.map(quote) })
      },
    },
    user_agent: {
      title: 'Authorization endpoint is opened by a browser',
      problem: 'The authorization endpoint was not opened by a browser',
      clauses: ['RFC8252-8.12', 'RFC9700-2.1'],
      level: 'info',
      why: 'A wallet that embeds a browser can read what the user types.',
      hint: "Open the address in the system browser, not in the wallet's HTTP client.",
      run: ({ userAgent, sameClient }) => {
        if (sameClient === true)
          return violated({ expected: say`a browser`, actual: say`the HTTP client that pushed the request` })
        return userAgent !== null && /mozilla\/|opera\//i.test(userAgent)
          ? pass()
          : violated({ expected: say`a browser`, actual: shown(userAgent) })
      },
    },
  },
)

export const authorizeSession = area(
  'vci.authorize',
  { subject: of<SessionEvidence>() },
  {
    redirect_followed: {
      title: 'Wallet redeems the code soon after the browser returns',
      problem: 'The wallet took a long time to redeem the code after the browser returned',
      clauses: ['RFC6749-4.1.2'],
      level: 'info',
      impossibleIn: ['pre_authorized_code'],
      why: 'The code expires after a minute; a later request gets an error.',
      hint: 'Send the token request as soon as the wallet is opened with the code.',
      run: (evidence) => {
        const issued = evidence.events.findLast(({ type }) => type === 'authorization_code_issued')
        if (issued === undefined) return notObserved(say`No code was issued yet.`)
        const request = exchangesOf(evidence, 'requestToken').find(({ at }) => at >= issued.at)
        if (request === undefined) return notObserved(say`No token request followed yet.`)
        const seconds = Math.round((request.at - issued.at) / 1000)
        return decidedBy(
          request,
          seconds <= authorizationCodeTtlSeconds
            ? pass({ seconds })
            : violated({ expected: { seconds_at_most: authorizationCodeTtlSeconds }, actual: { seconds } }),
        )
      },
    },
  },
)

/** A scheme, and no character that a URI does not have. RFC 3986 */
const uriForm = /^[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i

/** Checks of the browser at the authorization endpoint, in order of refusal. */
export const authorizeChecks: readonly Check<AuthorizeReading>[] = [parUse.used, ...Object.values(authorize)]
