import { area, of } from '../../engine/checks/area'
import { type Check, decidedBy, notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { exchangesOf, type IssuanceEvidence, isOver, responseError } from '../../engine/sessions/session-evidence'
import { isFinalError } from '../../shared/ports/errors'
import { issuerIdOf } from '../../shared/ports/laboratory'
import type { StoredExchange } from '../../shared/ports/store-types'
import { bare, quote, say } from '../../shared/values/wording'
import { deviationOf, expectsRefusal, isReported } from '../deviations'
import { firstIssued } from '../judgements/proofs'
import { authorizeSession } from './authorize'
import { batchSession } from './batch'
import { credentialSession } from './credential'
import { deferredSession } from './deferred'
import { fault } from './fault'
import { identifiersSession } from './identifiers'
import { metadataSession } from './metadata'
import { nonceSession } from './nonce'
import { notificationSession } from './notification'
import { offerSession } from './offer'
import { pid } from './pid'
import { refreshSession } from './refresh'
import { statusSession } from './status'
import { tokenSession } from './token'
import { transportSession } from './transport'
import { trustSession } from './trust'
import { walletUnitSession } from './wallet-unit'

/** In flow order, without the nonce, which may be fetched at any time. */
const steps = ['getCredentialOffer', 'pushAuthorizationRequest', 'authorize', 'requestToken', 'requestCredential']

const requests = ['par_received', 'token_received', 'credential_request_received']

/** More identical requests are a loop. */
const equalRequestsMax = 5

const isFinal = (exchange: StoredExchange): boolean => {
  const error = responseError(exchange)
  return error !== null && isFinalError(error)
}

const pictureOf = ({ method, path, query, body }: StoredExchange): string => JSON.stringify([method, path, query, body])

const freshSeconds = 60

/** Whether a request had keys attested that got a credential before, which is blamed there. */
const attestsAgain = ({ findings }: StoredExchange): boolean =>
  findings.some(({ id, status }) => id === 'vci.key_attestation.used_once' && status === 'fail')

const flow = area(
  'vci.flow',
  { subject: of<IssuanceEvidence>() },
  {
    order: {
      title: 'Wallet takes the steps of the flow in order',
      problem: 'The wallet took the steps of the flow out of order',
      clauses: ['OID4VCI-1FINAL-3.4', 'OID4VCI-1FINAL-3.5'],
      level: 'must',
      why: 'Each step uses the result of the one before it, so a step out of order relies on guesses.',
      hint: 'Fetch the offer, push the request, open the browser, then request the token, and finally the credential.',
      run: ({ exchanges }) => {
        const own = exchanges.filter(({ correlation, origin }) => correlation === 'exact' && origin !== 'operator')
        const firsts = steps.flatMap((step) => own.find(({ operation }) => operation === step) ?? [])
        if (firsts.length < 2) return notObserved(say`Fewer than two steps were seen.`)
        const early = firsts.find((step, index) => index > 0 && step.at < (firsts[index - 1]?.at ?? step.at))
        const expected = firsts.map(({ operation }) => quote(operation))
        return early
          ? decidedBy(early, violated({ expected, actual: say`${early.operation} came too early` }))
          : pass(expected)
      },
    },
    issuer_isolation: {
      title: 'Wallet stays with the issuer of the offer',
      problem: 'The wallet went to another issuer than that of the offer',
      clauses: ['OID4VCI-1FINAL-12.2.1'],
      level: 'must',
      why: 'A code or token of one issuer is useless at another, and sending it there leaks it.',
      hint: 'Take every address from the metadata of the issuer named in the offer.',
      explains: ['vci.transport.served'],
      run: ({ session, exchanges }) => {
        const elsewhere = deviationOf(session)?.changes.hostedElsewhere ?? false
        const own = exchanges.filter(
          ({ correlation, origin, operation }) =>
            correlation === 'exact' && origin !== 'operator' && !(elsewhere && operation === 'getCredentialOffer'),
        )
        if (own.length === 0) return notObserved(say`No request of this session has been seen yet.`)
        const issuer = issuerIdOf(session)
        const astray = own.find(({ issuerId }) => issuerId !== null && issuerId !== issuer)
        return astray
          ? decidedBy(astray, violated({ expected: quote(issuer), actual: quote(astray.issuerId) }))
          : pass(quote(issuer))
      },
    },
    no_parallel_use: {
      title: 'One wallet uses the offer',
      problem: 'More than one wallet used the offer',
      clauses: ['OID4VCI-1FINAL-13.6.1'],
      level: 'should',
      why: 'A second wallet using the same offer looks like a stolen link.',
      hint: 'Use each offer with one wallet only, and create a new one for the next.',
      run: ({ events, exchanges }) => {
        const clients = new Map(exchanges.map(({ id, client }) => [id, client]))
        const seen = events
          .filter(({ type }) => requests.includes(type))
          .map(({ detail, exchangeId }) => ({
            exchangeId,
            clientId: detail.client_id ?? null,
            jkt: detail.jkt ?? null,
            client: exchangeId === null ? null : clients.get(exchangeId),
          }))
        const [first] = seen
        if (first === undefined) return notObserved(say`No wallet request has been seen yet.`)
        // A wallet may restart with a new key; a different client with a different key is another wallet.
        const other = seen.find(
          ({ clientId, jkt, client }) =>
            (clientId !== null && first.clientId !== null && clientId !== first.clientId) ||
            (jkt !== null && first.jkt !== null && jkt !== first.jkt && client !== first.client),
        )
        return other ? violated({ expected: say`one client with one key`, actual: bare.aSecondOne }) : pass()
      },
    },
    completes: {
      title: 'Wallet completes the flow',
      problem: 'The wallet did not complete the flow',
      clauses: ['OID4VCI-1FINAL-3.5'],
      level: 'info',
      why: 'A flow that stops leaves the user without a credential.',
      hint: 'Find out why the wallet stopped after the response to its last request.',
      run: (evidence) => {
        const issued = firstIssued(evidence)
        if (issued) return decidedBy(issued, pass())
        if (expectsRefusal(evidence.session))
          return notApplicable(say`A response is wrong on purpose, so a correct wallet stops.`)
        if (isReported(evidence.session))
          return notApplicable(say`A response is unusual on purpose, and no text says whether a wallet continues.`)
        if (!isOver(evidence)) return notObserved(say`The session is still open.`)
        const last = evidence.exchanges.findLast(({ origin }) => origin === 'wallet')
        if (last === undefined) return notObserved(say`No wallet ever reached this session.`)
        // The checks of that request report what was wrong; each cause is blamed once.
        const lastSent = evidence.exchanges.findLast(({ origin }) => origin === 'wallet' || origin === 'user_agent')
        if (lastSent !== undefined && responseError(lastSent) !== null)
          return notObserved(say`The wallet's last request was refused.`)
        return decidedBy(
          last,
          violated({ expected: say`a credential`, actual: say`stopped after ${last.operation ?? last.path}` }),
        )
      },
    },
    no_requests_after_error: {
      title: 'Wallet does not repeat a refused request over and over',
      problem: 'The wallet repeated a refused request over and over',
      clauses: ['OID4VCI-1FINAL-8.3.1.2'],
      level: 'should',
      why: 'A wallet that loops on an error drains the battery and looks like an attack.',
      hint: 'Stop after an error that a retry cannot fix, and tell the user what went wrong.',
      run: ({ exchanges }) => {
        const refused = exchanges.filter((exchange) => exchange.correlation === 'exact' && isFinal(exchange))
        const counts = new Map<string, number>()
        for (const exchange of refused) {
          if (exchange.contentOmitted) continue
          const count = (counts.get(pictureOf(exchange)) ?? 0) + 1
          counts.set(pictureOf(exchange), count)
          if (count > equalRequestsMax) {
            const expected = say`at most ${equalRequestsMax} equal requests`
            return decidedBy(exchange, violated({ expected, actual: say`the same refused request again and again` }))
          }
        }
        const last = refused.at(-1)
        return last ? decidedBy(last, pass()) : notObserved(say`No request got a response that ends the flow.`)
      },
    },
    nonce_request_fresh: {
      title: 'Nonce is fetched right before it is used',
      problem: 'The nonce was fetched long before it was used',
      clauses: ['OID4VCI-1FINAL-7.2'],
      level: 'info',
      impossibleIn: ['no_nonce_endpoint'],
      why: 'A nonce fetched early may have expired by the time the user is done.',
      hint: 'Fetch the nonce when the rest of the credential request is ready.',
      run: (evidence) => {
        const nonces = exchangesOf(evidence, 'requestNonce').filter(({ correlation }) => correlation === 'exact')
        const [request] = exchangesOf(evidence, 'requestCredential').filter(({ at }) =>
          nonces.some((nonce) => nonce.at <= at),
        )
        const nonce = request && nonces.findLast(({ at }) => at <= request.at)
        if (request === undefined || nonce === undefined)
          return notObserved(say`No credential request with a nonce of the endpoint was seen.`)
        const seconds = Math.round((request.at - nonce.at) / 1000)
        return decidedBy(
          request,
          seconds <= freshSeconds
            ? pass(seconds)
            : violated({ expected: { seconds_at_most: freshSeconds }, actual: { seconds } }),
        )
      },
    },
    key_per_credential: {
      title: 'Each credential has its own holder key',
      problem: 'Several credentials are bound to one holder key',
      clauses: ['OID4VCI-1FINAL-3.3.2', 'OID4VCI-1FINAL-15.4.1'],
      level: 'should',
      why: 'Two credentials bound to one key can be linked to the same user.',
      hint: 'Make a new holder key for every requested credential.',
      run: ({ events, exchanges }) => {
        const issued = events.flatMap(({ type, detail }) =>
          type === 'credential_issued' && Array.isArray(detail.holder_thumbprints) ? [detail.holder_thumbprints] : [],
        )
        const keys = issued.flat()
        if (keys.length < 2) return notObserved(say`Fewer than two credentials were issued.`)
        const distinct = new Set(keys).size
        const isDistinctInEach = issued.every((each) => new Set(each).size === each.length)
        if (distinct < keys.length && isDistinctInEach && exchanges.some(attestsAgain))
          return notApplicable(say`Keys were attested twice; see vci.key_attestation.used_once.`)
        return distinct === keys.length
          ? pass({ keys: distinct })
          : violated({ expected: { keys: keys.length }, actual: { keys: distinct } })
      },
    },
    user_agent_isolated: {
      title: 'Browser is not the HTTP client of the wallet',
      problem: 'The wallet followed the browser redirects with its own HTTP client',
      clauses: ['RFC8252-8.12'],
      level: 'info',
      impossibleIn: ['pre_authorized_code'],
      why: 'A wallet that loads the pages itself can see what the user types.',
      hint: 'Open the authorization page in the system browser.',
      run: ({ exchanges }) => {
        const exact = exchanges.filter(({ correlation }) => correlation === 'exact')
        const wallet = new Set(exact.filter(({ origin }) => origin === 'wallet').map(({ client }) => client))
        const browser = exact.find(({ origin }) => origin === 'user_agent')
        if (browser === undefined || wallet.size === 0) return notObserved(say`They have not both been seen yet.`)
        const shared = exact.find(({ origin, client }) => origin === 'user_agent' && wallet.has(client))
        return shared
          ? decidedBy(
              shared,
              violated({ expected: say`a separate browser`, actual: say`the HTTP client of the wallet` }),
            )
          : decidedBy(browser, pass())
      },
    },
  },
)

/** Checks of a whole session, computed from the record on every read; they refuse nothing. */
export const sessionChecks: readonly Check<IssuanceEvidence>[] = [
  ...Object.values(offerSession),
  ...Object.values(metadataSession),
  authorizeSession.redirect_followed,
  ...Object.values(tokenSession),
  ...Object.values(nonceSession),
  ...Object.values(credentialSession),
  batchSession.used,
  refreshSession.in_time,
  identifiersSession.each,
  ...Object.values(deferredSession),
  transportSession.header_size,
  notificationSession.sent,
  ...Object.values(flow),
  ...Object.values(fault),
  pid.device_bound,
  ...Object.values(statusSession),
  ...Object.values(walletUnitSession),
  ...Object.values(trustSession),
]

/** Which sessions the values of a request belong to. */
export interface LinkingSubject {
  readonly ofOthers: boolean
}

/** Checks of the values that link a request to its session; they refuse nothing. */
export const linkingChecks = Object.values(
  area(
    'vci.flow',
    { subject: of<LinkingSubject>() },
    {
      one_session: {
        title: 'Request carries values of one session only',
        problem: 'The request carries values of two sessions',
        clauses: ['OID4VCI-1FINAL-4.1.1'],
        level: 'info',
        why: 'A wallet that mixes two offers sends a code or token of one where that of the other is due. The request then counts in the session whose value grants something.',
        hint: 'Keep codes, tokens and issuer_state of each offer apart, and send only those of the offer at hand.',
        run: ({ ofOthers }) =>
          ofOthers ? violated({ expected: say`values of one session`, actual: say`values of two sessions` }) : pass(),
      },
    },
  ),
)
