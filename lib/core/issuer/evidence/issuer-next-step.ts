import {
  againAfter,
  type FlowSteps,
  nextStepFrom,
  type Survivor,
  type SurvivorKind,
  standingRefusal,
} from '../../engine/evidence/next-step'
import type { NextStep, SessionCause } from '../../engine/evidence/z-session-view'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { isBound } from '../../shared/formats/credential-format'
import { issuerIdOf } from '../../shared/ports/laboratory'
import type { IssuanceSession, StoredExchange } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import { usualServer } from '../configurations/authorization-servers'
import { behaviourOf, issuerUrls } from '../configurations/issuer-in-play'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { completeLaboratory } from '../configurations/laboratory/laboratory-options'
import { deviationOf } from '../deviations'
import { operationMeant } from '../deviations/next-step'
import { givesNone, isFollowedByRefusal, keptBack, needsNoNonce, unreachable } from './changed-steps'
import { survives } from './issuer-survives'

/** A request of the flow: what a step calls it, its name in a sentence, and the values that it needs. */
interface FlowRequest {
  readonly operation: string
  readonly what: string
  readonly needs: readonly SurvivorKind[]
}

const authorization: FlowRequest = { operation: 'authorize', what: 'authorization request', needs: ['request_uri'] }

/** The requests of the flow by operation. The browser's way through the chained server begins at `authorize`. */
const flowRequests: Readonly<Record<string, FlowRequest>> = {
  pushAuthorizationRequest: {
    operation: 'pushAuthorizationRequest',
    what: 'pushed authorization request',
    needs: ['offer'],
  },
  authorize: authorization,
  returnFromChained: authorization,
  authorizeChained: authorization,
  requestChainedToken: authorization,
  requestToken: { operation: 'requestToken', what: 'token request', needs: ['code'] },
  requestCredential: {
    operation: 'requestCredential',
    what: 'credential request',
    needs: ['access_token', 'c_nonce'],
  },
  requestDeferredCredential: {
    operation: 'requestDeferredCredential',
    what: 'deferred credential request',
    needs: ['access_token', 'transaction'],
  },
  sendNotification: {
    operation: 'sendNotification',
    what: 'notification',
    needs: ['access_token', 'notification_id'],
  },
}

/** Addresses end in these; a wrong method or prefix does not hide what a request was meant for. */
const ofPath: Readonly<Record<string, string>> = {
  par: 'pushAuthorizationRequest',
  authorize: 'authorize',
  redirect: 'returnFromChained',
  token: 'requestToken',
  credential: 'requestCredential',
  deferred: 'requestDeferredCredential',
  notification: 'sendNotification',
  nonce: 'requestNonce',
}

/** What a request was meant for, also at a wrong address or by a wrong method; `null` if nothing tells. */
const meantFor = (exchange: StoredExchange): string | null =>
  exchange.operation ??
  ofPath[exchange.path.split('/').findLast((part) => part !== '') ?? ''] ??
  operationMeant(exchange)

const flowRequestOf = (exchange: StoredExchange): FlowRequest | undefined => flowRequests[meantFor(exchange) ?? '']

const newOffer = 'Start a new session: it makes a new offer.'

const withoutChange = 'Start a new session without changes on purpose: it makes a new offer.'

/** Where a flow can be entered again, from the value nearest to its end. */
const flowSteps = (session: IssuanceSession, refused: FlowRequest | undefined): FlowSteps => ({
  from: [
    {
      kind: 'access_token',
      wanting: 'c_nonce',
      operation: 'requestNonce',
      do: 'Get a new c_nonce from the nonce endpoint, and send the request with a new proof that carries it.',
    },
    {
      kind: 'access_token',
      wanting: 'transaction',
      operation: 'requestNonce',
      do: 'Get a new c_nonce from the nonce endpoint, and send a new credential request.',
    },
    {
      kind: 'refresh_token',
      wanting: 'access_token',
      operation: 'requestToken',
      do: 'Get a new access token with the refresh token of the token response.',
    },
    {
      kind: 'code',
      operation: 'requestToken',
      do:
        session.flow === 'pre_authorized_code'
          ? 'Send a token request with the pre-authorized code of the offer.'
          : refused === authorization
            ? 'Send a token request: the code of the first response still works.'
            : 'Send a token request with the code of the authorization response.',
    },
    {
      kind: 'request_uri',
      operation: 'authorize',
      do: 'Open the authorization endpoint with the request_uri of the pushed authorization response.',
    },
    ...(session.flow === 'pre_authorized_code'
      ? []
      : [
          {
            kind: 'offer',
            operation: 'pushAuthorizationRequest',
            do: 'Start again with a new pushed authorization request: open the same offer once more, or start a new session.',
          } as const,
        ]),
  ],
  anew:
    session.origin === 'wallet_initiated' ? 'Start again in the wallet: its next request makes a session.' : newOffer,
})

/**
 * What a wallet can do after a refused request, from what lives in storage now; `null` unless the session stands at a
 * refusal.
 * @param cause what is told of the failure; its fix comes first if it is about the refused request
 */
export function issuerNextStep(
  evidence: IssuanceEvidence & { readonly settings: { readonly baseUrl: string } },
  cause: Pick<SessionCause, 'exchange_id' | 'fix' | 'acts'> | null,
  now: EpochMillis,
): NextStep | null {
  const { session, events, exchanges, mixedTraffic = false } = evidence
  const returned = new Set(
    events.flatMap(({ type, exchangeId }) =>
      type === 'authorization_error_returned' && exchangeId ? [exchangeId] : [],
    ),
  )
  const ofWallet = exchanges.filter(
    ({ origin, sessionId }) =>
      (origin === 'wallet' || origin === 'user_agent') && (sessionId !== null || !mixedTraffic),
  )
  const refused = standingRefusal(ofWallet, {
    isRefused: ({ id, response, sessionId, operation }) =>
      (response.status ?? 0) >= 400 ? sessionId !== null || operation !== null : returned.has(id),
    isOfFlow: (one) => flowRequestOf(one) !== undefined,
    hasEndpoint: ({ operation }) => operation !== null,
  })
  if (refused === null) return null
  const living = survives(evidence, refused, now)
  const early = isEarly(refused, evidence)
  const asked = early ? issuing(living, session) : requestOf(refused, living, evidence)
  // What was not sent yet goes to an address of the metadata.
  const isNext = asked !== null && ![flowRequestOf(refused)?.operation, meantFor(refused)].includes(asked.operation)
  const request = isNext && unreachable(evidence).includes(asked.operation) ? null : asked
  const flow = flowSteps(session, flowRequestOf(refused))
  const what = request?.what ?? 'request'
  const stopped = refusedForGood(refused, evidence)
  if (stopped !== null)
    return {
      ...nextStepFrom({ operation: null, what, needs: ['transaction'], again: '' }, living, { ...flow, from: [] }),
      ...stopped,
    }
  const needs = request?.needs ?? []
  const step = (from: FlowSteps['from']): NextStep =>
    nextStepFrom(
      {
        operation: request?.operation ?? null,
        what,
        needs,
        again: early ? firstOf(what, evidence) : againWith(what, refused, { evidence, cause }),
      },
      living,
      { ...flow, from },
    )
  const lost = lostByChange(asked?.needs ?? [], living, evidence)
  // Whatever the flow is entered with, the same response is changed again.
  const found = step(lost === null ? flow.from.filter((row) => leadsOn(row, evidence)) : [])
  if (found.operation !== null) return found
  return { ...found, ...(unreachable(evidence).length > 0 ? { do: withoutChange } : {}), ...lost }
}

/** How to send a refused request again, where it belongs. */
function againWith(
  what: string,
  refused: StoredExchange,
  {
    evidence,
    cause,
  }: {
    readonly evidence: Parameters<typeof issuerNextStep>[0]
    readonly cause: Parameters<typeof issuerNextStep>[1]
  },
): string {
  if (needsNoNonce(evidence) && refused.findings.some(({ id, rejected }) => id === 'vci.nonce.known' && rejected))
    return `Send the ${what} again with no nonce in its proofs: the metadata of this session asks for none.`
  const home = homeOf(refused, evidence)
  return home === null ? againAfter(what, refused, cause) : `Send the ${what} to ${home}.`
}

/** What comes before a notification. */
const firstOf = (what: string, evidence: IssuanceEvidence): string =>
  givesNone(evidence, 'notification_id')
    ? `Send the ${what}. This session changes its notification_id on purpose, so no notification is due.`
    : `Send the ${what} first: the response with the credential has the notification_id.`

/** False for a step whose request a wallet cannot address, or whose answer does not give what is wanting. */
const leadsOn = ({ operation, wanting }: FlowSteps['from'][number], evidence: IssuanceEvidence): boolean =>
  !leadsNowhere(evidence.session).includes(operation) &&
  !unreachable(evidence).includes(operation) &&
  !(wanting === 'access_token' && givesNone(evidence, 'access_token')) &&
  !(wanting === 'transaction' && givesNone(evidence, 'transaction_id'))

/** What is said where a request needs what a change kept from the wallet; `null` where none did. */
function lostByChange(
  needs: readonly SurvivorKind[],
  living: readonly Survivor[],
  evidence: IssuanceEvidence,
): Pick<NextStep, 'do' | 'because'> | null {
  const lost = keptBack(evidence)
  const kind = needs.find((one) => lost.has(one) && !living.some((value) => value.kind === one && value.lives))
  return kind === undefined
    ? null
    : {
        do: withoutChange,
        because: `The ${lost.get(kind)} was changed on purpose, so the wallet has none that works.`,
      }
}

/** Steps that lead nowhere in this session, because their answers are wrong on purpose, however often they are asked. */
function leadsNowhere(session: IssuanceSession): readonly string[] {
  const { nonce, redirect } = deviationOf(session)?.changes ?? {}
  return [
    ...(nonce?.instead !== undefined && nonce.once !== true ? ['requestNonce'] : []),
    ...(redirect !== undefined && !redirect(codeReturned).some(([name]) => name === 'code')
      ? ['authorize', 'pushAuthorizationRequest']
      : []),
  ]
}

/** An authorization response with a code, as a deviation may change it. */
const codeReturned = [
  ['code', 'code'],
  ['state', 'state'],
  ['iss', 'https://issuer.example'],
] as const

/**
 * Where to send a value of this session that was sent to another issuer, which refused it for that alone; `null` for a request at
 * its own issuer.
 */
function homeOf(
  refused: StoredExchange,
  { session, settings }: Pick<Parameters<typeof issuerNextStep>[0], 'session' | 'settings'>,
): string | null {
  const own = issuerIdOf(session)
  const address = addresses[flowRequestOf(refused)?.operation ?? '']
  if (refused.issuerId === null || refused.issuerId === own || address === undefined) return null
  return issuerUrls(settings.baseUrl, own, { name: usualServer(behaviourOf(session).authorization_servers) })[address]
}

/** The addresses of the requests of the flow. */
const addresses: Readonly<
  Record<string, 'pushedAuthorizationRequest' | 'authorize' | 'token' | 'credential' | 'deferred' | 'notification'>
> = {
  pushAuthorizationRequest: 'pushedAuthorizationRequest',
  authorize: 'authorize',
  requestToken: 'token',
  requestCredential: 'credential',
  requestDeferredCredential: 'deferred',
  sendNotification: 'notification',
}

/** A notification before there is a credential to tell of. OID4VCI-1FINAL-11.1 */
const isEarly = (refused: StoredExchange, { events }: IssuanceEvidence): boolean =>
  flowRequestOf(refused)?.operation === 'sendNotification' && !events.some(({ type }) => type === 'credential_issued')

/** The request that gives a wallet its credential, with what it needs. */
function issuing(living: readonly Survivor[], session: IssuanceSession): FlowRequest | null {
  const isDeferred = living.some(({ kind, lives }) => kind === 'transaction' && lives)
  const request = flowRequests[isDeferred ? 'requestDeferredCredential' : 'requestCredential'] ?? null
  return request === null || isDeferred || needsNonce(session) ? request : { ...request, needs: ['access_token'] }
}

/** The refused request with what it needs in this session; `null` if nothing tells what it was meant for. */
function requestOf(
  refused: StoredExchange,
  living: readonly Survivor[],
  { session, events }: IssuanceEvidence,
): FlowRequest | null {
  const has = (wanted: SurvivorKind) => living.some(({ kind, lives }) => kind === wanted && lives)
  const known = flowRequestOf(refused) ?? other(refused)
  // At an address that tells nothing, the wallet goes on where it can.
  const request = known ?? (has('access_token') ? issuing(living, session) : null)
  if (!request) return null
  if (request.operation === 'pushAuthorizationRequest' && session.origin === 'wallet_initiated')
    return { ...request, needs: [] }
  if (request.operation === 'requestToken') {
    const refreshes =
      living.some(({ kind, carried }) => kind === 'refresh_token' && carried) ||
      events.some(({ exchangeId, detail }) => exchangeId === refused.id && detail.grant_type === 'refresh_token') ||
      (!has('code') && has('refresh_token') && !living.some(({ kind, carried }) => kind === 'code' && carried))
    return refreshes ? { ...request, needs: ['refresh_token'] } : request
  }
  if (request.operation === 'requestCredential' && !needsNonce(session)) return { ...request, needs: ['access_token'] }
  return request
}

/** A request beside the flow needs nothing of the session. */
function other(refused: StoredExchange): FlowRequest | null {
  const operation = meantFor(refused)
  return operation === null
    ? null
    : { operation, what: operation === 'requestNonce' ? 'nonce request' : 'request', needs: [] }
}

/** False where the issuer has no nonce endpoint, and for a credential that is bound to no key. */
function needsNonce(session: IssuanceSession): boolean {
  if (needsNoNonce({ session })) return false
  if (session.laboratory !== undefined && completeLaboratory(session.laboratory.options).nonce === 'absent')
    return false
  const configuration = configurationOfSession(session)?.credentialConfigurations.find(
    ({ id }) => id === session.credentialConfigurationId,
  )
  return configuration === undefined || isBound(configuration)
}

/**
 * What is said of a refusal that no request mends: one that the session repeats on purpose, or of a credential that its
 * issuer denied. `null` for any other.
 */
function refusedForGood(
  refused: StoredExchange,
  { session, events }: IssuanceEvidence,
): Partial<Pick<NextStep, 'do' | 'because'>> | null {
  const { id, operation } = refused
  if (isFollowedByRefusal(refused, { session }))
    return {
      do: withoutChange,
      because: 'The request follows what this session changed on purpose, and the issuer cannot take it.',
    }
  const planned = deviationOf(session)?.changes.refusal
  const ofIt = events.filter(({ exchangeId }) => exchangeId === id)
  const isAltered = ofIt.some(({ type }) => type === 'answer_altered')
  const isRepeated = planned?.at === operation && planned?.once !== true
  if (isAltered && (isRepeated || leadsNowhere(session).includes(flowRequests[operation ?? '']?.operation ?? '')))
    return { because: 'This session refuses the request on purpose, however often it comes.' }
  return ofIt.some(({ type, detail }) => type === 'deferred_polled' && detail.result === 'denied') ? {} : null
}
