import { contractEntry, type OperationId } from '@/lib/contract/contract'
import { type ContractEntry, takesNoForeignOrigin } from '@/lib/contract/contract-entry'
import { pipelinesContract } from '@/lib/contract/pipelines'
import { bind, evaluate, evaluateInSteps } from '@/lib/core/engine/checks/evaluate'
import type { Decision, FirstRequests, JudgedEndpoint, PlainEndpoint } from '@/lib/core/engine/endpoints/endpoint'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { refusePrivateKeysInSteps } from '@/lib/core/engine/sessions/refused-member'
import { transportChecks } from '@/lib/core/issuer/checks/transport'
import { findIssuer, hasMadeRoom } from '@/lib/core/issuer/configurations/find-issuer'
import { hasEndpoint, type IssuerInPlay } from '@/lib/core/issuer/configurations/issuer-in-play'
import { namedSession } from '@/lib/core/issuer/read/oauth/named-session'
import type { ScoreboardContext } from '@/lib/core/scoreboard/endpoints/scoreboard-endpoint'
import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { collaborators } from '@/lib/core/service/collaborators'
import { rejectionEvent, unmatched } from '@/lib/core/service/unmatched'
import { type Exchange, type HeaderField, headerValue, type Reply } from '@/lib/core/shared/http/exchange'
import { readJsonBody } from '@/lib/core/shared/http/read-json'
import { abandon, membersOf } from '@/lib/core/shared/http/reply'
import { isProtocolError, isStoreUnavailable, ProtocolError, StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import type { Asker, Seeker } from '@/lib/core/shared/ports/places'
import type { AssumingReads } from '@/lib/core/shared/ports/store'
import type { Commit, CommitOutcome, Session } from '@/lib/core/shared/ports/store-types'
import { inspectorUri } from '@/lib/core/shared/ports/uris'
import { sessionExchangesMax, sessionTtlSeconds } from '@/lib/core/shared/time/durations'
import { atOnce, inTurns } from '@/lib/core/shared/time/pausable-work'
import { adminRefusal } from '../guard/admin-key'
import { networkOf, sharingNetworksOf } from '../guard/client-networks'
import { foreignOriginRefusal } from '../guard/foreign-origin'
import { comesWithKey, madeWithKey, madeWithToken, opensWithKey, withOpenedSecrets } from '../guard/made-with-key'
import { opensToAll } from '../guard/open-sessions'
import { holdsOperatorToken, hostRefusal, operatorRefusal, seekerAt } from '../guard/operator'
import { createRestraint } from '../guard/restrain'
import { errorReply, operatorErrorReply, recordsErrorReply, toOperatorReply } from '../http/error-reply'
import { isEvidencePath, laboratoryNamedIn } from '../http/evidence-path'
import { type Found, type FoundOperation, type Miss, nowhere } from '../http/found'
import { type HttpError, httpErrorReply } from '../http/http-error'
import { largeBodyBytes } from '../http/limits'
import type { Container } from '../wiring/container'
import { type BuiltCommit, buildCommit } from './record'

/**
 * How often a request is retried after losing a race for a one-time value, or after a wrong assumption. Of many wrong responses
 * at once, five take a number each before the others are refused.
 */
const attemptsMax = 8

/**
 * Takes each API request through all steps: read, check, decide, commit, answer. Returns `null` for a page. The answer
 * to a recorded request is sent only after its evidence is on disk.
 */
export async function serve(
  exchange: Exchange,
  container: Container,
  { found: routed, httpError = null }: ServeOptions,
): Promise<Reply | null> {
  if (routed.kind === 'page') return null
  const cors = isReadableAnywhere(exchange, routed)
  const started = container.monotonicMillis()
  let found = routed
  try {
    const issuer = await issuerAt(exchange, routed.params, container)
    if (issuer !== null) container.laboratoryPlaces.touched(issuer.id, exchange.at)
    const isMissing = issuer !== null && routed.operation !== null && !hasEndpoint(issuer, routed.operation)
    if (isMissing) found = nowhere('interface')
    const recording: Recording = {
      container,
      context: toContext(withOpenedSecrets(exchange, routed.operation, container), routed.params, issuer, container),
      operation: found.kind === 'operation' ? found.operation : null,
      recorded:
        found.kind === 'operation' && !httpError
          ? contractEntry(found.operation).recorded
          : isEvidence(exchange, found),
      seeker: seekerAt(found, exchange, container),
      elapsed: () => container.monotonicMillis() - started,
    }
    if (httpError) return withCommonHeaders(await serveHttpError(recording, found, httpError), cors)
    if (exchange.method === 'OPTIONS' && found.kind === 'miss' && found.allow.length > 0)
      return await servePreflight(recording, found, cors)
    if (found.kind === 'miss') return withCommonHeaders(await serveMiss(recording, found), cors)
    return withCommonHeaders(await serveOperation(recording, found), cors)
  } catch (error) {
    if (!isProtocolError(error)) {
      const operation = found.kind === 'operation' ? found.operation : null
      const facts = { error: nameOf(error), path: exchange.path, exchange_id: exchange.id, operation }
      // Nothing broke where Temporal is not there yet, or restarts: the answer says so, and everything else works.
      if (isSchedulerUnavailable(error)) container.log.warn({ ...facts, cause: causeOf(error) }, 'request refused')
      else container.log.error(facts, 'request failed')
    }
    return withCommonHeaders(refuse(error, exchange, found), cors)
  } finally {
    container.laboratoryPlaces.end(exchange.id)
  }
}

interface ServeOptions {
  /** What answers this method and path. */
  readonly found: Found
  /** Why the request is not valid HTTP; absent if it is. */
  readonly httpError?: HttpError | null
}

function refuse(error: unknown, exchange: Exchange, found: Found): Reply {
  if (found.kind !== 'operation') return errorReply(error)
  const { auth, path } = contractEntry(found.operation)
  if (auth === 'admin')
    return operatorErrorReply(error, exchange, found.operation in pipelinesContract ? 'pipelines' : 'aggregations')
  return path.startsWith('/api/') ? recordsErrorReply(error) : errorReply(error)
}

async function serveOperation(recording: Recording, found: FoundOperation): Promise<Reply> {
  const { container, context, recorded } = recording
  const { exchange } = context
  const entry = contractEntry(found.operation)
  const early = await earlyRefusal(found.operation, context, container)
  if (early) return recorded ? commitDecision(recording, plainDecision(early)) : early
  const tooLarge = sizeRefusal(exchange, entry)
  if (tooLarge) {
    if (!recorded) return refuse(tooLarge, exchange, found)
    return recordRefusal(recording, errorReply(tooLarge), 'body_too_large')
  }
  const { endpoint } = found
  // Operators' bodies are refused where they are read: they may be packed, or parts of a form.
  if (endpoint.kind === 'plain' && !recorded && entry.auth !== 'admin') {
    const body = readJsonBody(exchange)
    if (body.ok) await inTurns(refusePrivateKeysInSteps(body.value), context.ports.turn)
  }
  return endpoint.kind === 'plain' ? servePlain(endpoint, recording) : serveJudged(endpoint, recording)
}

const issuerAt = (
  { at, path }: Exchange,
  params: RequestContext['params'],
  { protocolSettings: { baseUrl }, ports }: Container,
): Promise<IssuerInPlay | null> =>
  findIssuer({ labId: laboratoryNamedIn(path), ...params }, { at, baseUrl, path, ports })

const toContext = (
  exchange: Exchange,
  params: RequestContext['params'],
  issuer: IssuerInPlay | null,
  container: Container,
): ScoreboardContext => ({
  exchange,
  params,
  issuer,
  ports: {
    ...container.ports,
    trustAnchors: container.trustAnchorsByExchange(),
    refuseCreation: () => refuseCreation(exchange, container),
  },
  settings: container.protocolSettings,
  asker: askerOf(exchange, container),
  collaborators,
  client: clientOf(exchange, container),
  holdsAdminKey: () => mayAsAdmin(exchange, container),
  clientHidden: !container.trustsProxy && proxyHeaders.some((name) => headerValue(exchange, name) !== null),
})

/**
 * Fingerprints of the client's network, and of its address with its user agent. The ledger shares its space by network,
 * because a client can change its user agent, or its address within the network, with every request.
 */
const clientOf = (exchange: Exchange, { fingerprint }: Container): string =>
  [networkOf(exchange.remoteAddress), `${exchange.remoteAddress}|${headerValue(exchange, 'user-agent') ?? ''}`]
    .map(fingerprint)
    .join('.')

const askerOf = (exchange: Exchange, { operatorToken }: Container): Asker => {
  if (operatorToken === null) return 'anybody'
  return holdsOperatorToken(exchange, operatorToken) ? 'operator' : 'stranger'
}

/** Refusals of whoever sent no key at all, which is nothing wrong where the key is optional. */
const withoutKey: readonly string[] = ['api_key_required', 'auth_not_configured', 'insufficient_api_key_scope']

function mayAsAdmin(exchange: Exchange, container: Container): boolean {
  const refusal = adminRefusal(exchange, container)
  if (refusal !== null && !withoutKey.includes(refusal.code)) throw refusal
  return refusal === null
}

/** Headers in which a proxy names its client. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** Whoever has the admin key creates as much as there is room for: the limit per address is for strangers. */
const refuseCreation = (exchange: Exchange, container: Container): Promise<ProtocolError | null> =>
  container.storageBounds.refuseCreation(exchange.remoteAddress, exchange.at, comesWithKey(exchange, container))

/** Refusals before an endpoint sees the request, in the documented order. */
async function earlyRefusal(
  operation: OperationId,
  { exchange, issuer, params }: RequestContext,
  container: Container,
): Promise<Reply | null> {
  const entry = contractEntry(operation)
  if (entry.underIssuer && issuer === null) {
    return errorReply(new ProtocolError('issuer_not_found', await missingIssuer(params.labId, exchange, container)))
  }
  if (!entry.anyHost) {
    const refusal = hostRefusal(exchange, container)
    if (refusal) return entry.auth === 'admin' ? operatorErrorReply(refusal, exchange) : errorReply(refusal)
  }
  if (takesNoForeignOrigin(entry)) {
    const refusal = foreignOriginRefusal(exchange, container)
    if (refusal) return errorReply(refusal)
  }
  // A client that sends a token when it creates a session claims to be the operator. If a wrong token passed here,
  // anybody could try tokens without limit, because the operator's campaigns would reveal the right one.
  const isToken = entry.startsSession === true && headerValue(exchange, 'authorization') !== null
  if (entry.auth === 'operator' || isToken) {
    const refusal = operatorRefusal(exchange, container)
    const isOpen =
      refusal === null ||
      (await opensWithKey(exchange, params, container)) ||
      (entry.auth === 'operator' && (await opensToAll(operation, params, container)))
    if (!isOpen) return errorReply(refusal)
  }
  if (entry.auth === 'admin') {
    const refusal = adminRefusal(exchange, container)
    if (refusal) return operatorErrorReply(refusal, exchange)
  }
  if (entry.startsSession) {
    const refusal = await refuseCreation(exchange, container)
    if (refusal) return errorReply(refusal)
  }
  return null
}

async function missingIssuer(labId: string | undefined, { at }: Exchange, { ports }: Container): Promise<string> {
  if (labId === undefined) return 'No issuer configuration has this id: GET /issuers lists them.'
  return (await hasMadeRoom(labId, { at, ports }))
    ? 'This laboratory made room for another one, because all places were taken and no request had touched it for a day: create a session with a new one.'
    : 'No laboratory has this id, or it has ended: create a session with one.'
}

/** The refusal of a body that is too large: checked last, after authentication. */
function sizeRefusal(exchange: Exchange, entry: ContractEntry): ProtocolError | null {
  if (!exchange.bodyOverflow || entry.bodyBytesMax === 0) return null
  const code = entry.auth === 'admin' ? 'body_too_large' : 'payload_too_large'
  return new ProtocolError(code, `The body must not be longer than ${entry.bodyBytesMax} bytes.`)
}

interface Recording {
  readonly container: Container
  readonly context: RequestContext
  readonly operation: string | null
  readonly recorded: boolean
  /** Whose place it takes while its evidence is written. */
  readonly seeker: Seeker
  readonly elapsed: () => number
}

/** Writes a commit, and counts its bytes for the address that caused it. */
async function write(commit: Commit, { container, context: { exchange }, seeker }: Recording): Promise<CommitOutcome> {
  const leave = container.commitPlaces.take(seeker, 'places for requests whose evidence is being written')
  if (typeof leave !== 'function')
    throw new ProtocolError('temporarily_unavailable', `${leave.because} Ask again in a second.`, {}, [
      ['Retry-After', '1'],
    ])
  try {
    const outcome = await container.ports.store.commit(commit)
    if (outcome.status === 'committed')
      container.storageBounds.written(exchange.remoteAddress, outcome.bytes, exchange.at)
    return outcome
  } finally {
    leave()
  }
}

/** Thrown if another request created the value first. */
class LostRace extends StoreUnavailable {}

async function servePlain(endpoint: PlainEndpoint, recording: Recording): Promise<Reply> {
  const { exchange } = recording.context
  try {
    for (let attempt = 1; ; attempt++) {
      const { reply, campaign, entered, declaration, session, ...answer } = await endpoint.answer(recording.context)
      // The decision may hold megabytes, which are serialised as JSON next.
      await recording.container.shortTurn()
      const { sessionId = null, events = [] } = answer
      const keyed = (campaign ?? session) !== undefined && comesWithKey(exchange, recording.container)
      const mark = [
        ...(keyed ? madeWithKey({ campaign, session }, exchange, recording.container) : []),
        ...(session !== undefined && recording.context.asker === 'operator'
          ? madeWithToken(session, exchange, recording.container)
          : []),
      ]
      const effects = [...(answer.effects ?? []), ...mark]
      const isMade = campaign ?? entered ?? declaration ?? session
      if (!recording.recorded && !isMade && events.length + effects.length === 0) return reply
      const made = {
        ...(campaign ? { campaign } : {}),
        ...(entered ? { entered } : {}),
        ...(declaration ? { declaration } : {}),
        ...(session ? { session } : {}),
      }
      try {
        return await commitDecision(recording, { reply, sessionId, events, effects, ...made })
      } catch (error) {
        await abandon(reply)
        // Another request consumed a one-time value first: answer again, from the new state.
        if (!(error instanceof LostRace) || attempt === attemptsMax) throw error
      }
    }
  } catch (error) {
    if (isStoreUnavailable(error) || !recording.recorded) throw error
    if (isProtocolError(error)) return commitDecision(recording, plainDecision(errorReply(error)))
    return recordFailure(recording, error)
  }
}

async function serveJudged(endpoint: JudgedEndpoint<never>, recording: Recording): Promise<Reply> {
  const { container, context } = recording
  const restrain = createRestraint(context.exchange, container)
  let isAmongFirst: boolean | null = null
  for (let attempt = 1; ; attempt++) {
    let findings: JudgedFinding[] = []
    let decision: Decision
    // After a wrong assumption, the value is read from storage.
    const assuming = attempt === 1 ? container.ports.store.assuming() : null
    const readContext = assuming === null ? context : withReads(context, assuming)
    try {
      const reading = await endpoint.read(readContext)
      const steps = evaluateInSteps(endpoint.checks(reading, readContext), reading)
      const isLarge = context.exchange.body.length > largeBodyBytes
      findings = isLarge ? await inTurns(steps, context.ports.turn) : atOnce(steps)
      findings.push(...transportFindings(context.exchange))
      if (isLarge) await context.ports.turn()
      decision = await restrain(await endpoint.decide(reading, findings, readContext))
      const full = await isFull(decision, container)
      const { firstRequests } = decision
      if (firstRequests !== undefined) {
        isAmongFirst ??= !full && container.requestPlaces.take(firstRequests)
        if (!isAmongFirst) {
          // No commit verifies what was assumed: then it is read.
          if (assuming?.assumptions()) continue
          if (!(await commitBeyond(recording, decision, firstRequests)) && attempt < attemptsMax) continue
          return firstRequests.refusal ?? container.applyDeviation(decision, recording.operation).reply
        }
      } else if (full) decision = plainDecision(sessionFull)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      return recordFailure(recording, error, findings)
    }
    const built = await buildCommit({ ...recording, findings, decision })
    const { commit, reply, holdSeconds } = built
    const assumes = assuming?.assumptions()
    const outcome = await write(assumes ? { ...commit, assumes } : commit, recording)
    if (outcome.status === 'committed') {
      noteMade(built, recording)
      if (holdSeconds > 0) await container.hold(holdSeconds)
      return reply
    }
    // Another request consumed a one-time value first: read again, so that this request is answered and recorded as the
    // one that lost.
    if (attempt === attemptsMax)
      throw new StoreUnavailable('A request lost the race for a one-time value again and again.')
  }
}

/**
 * Writes what remains of a request that is not recorded: its effects, and now and then how many such requests there were.
 * False if another request was first; then it is to be decided again.
 */
async function commitBeyond(recording: Recording, decision: Decision, first: FirstRequests): Promise<boolean> {
  const { beyond } = first
  const count = beyond === undefined ? 0 : recording.container.requestPlaces.countBeyond(first)
  const events = beyond === undefined || (count & (count - 1)) !== 0 ? [] : [beyond(count)]
  if (events.length + decision.effects.length === 0) return true
  const { commit } = await buildCommit({
    ...recording,
    recorded: false,
    findings: [],
    decision: { ...decision, events },
  })
  return (await write(commit, recording)).status === 'committed'
}

const withReads = (context: RequestContext, { session, events, oneTimeValue }: AssumingReads): RequestContext => ({
  ...context,
  ports: { ...context.ports, store: { ...context.ports.store, session, events, oneTimeValue } },
})

/** Records an internal failure with the findings so far, and answers 500. */
async function recordFailure(
  recording: Recording,
  error: unknown,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { operation } = recording
  recording.container.log.error(
    { error: nameOf(error), exchange_id: recording.context.exchange.id, operation },
    'endpoint failed',
  )
  return recordRefusal(recording, errorReply(error), 'server_error', findings)
}

/**
 * Records a refusal that no check decided, in the session that the request identifies. Its `error_uri` links to the
 * session, because there is no check to link to.
 */
async function recordRefusal(
  recording: Recording,
  refusal: Reply,
  reason: string,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { context } = recording
  const session = await findNamed(context).catch((error: unknown) => {
    // This may fail again; the exchange is recorded anyway.
    if (isStoreUnavailable(error)) throw error
    return null
  })
  const { error, ...members } = membersOf(refusal)
  const uri = session === null ? {} : { error_uri: inspectorUri(context.settings.baseUrl, session) }
  const reply: Reply = { ...refusal, body: { kind: 'json', value: { error, ...members, ...uri } } }
  const event = rejectionEvent(recording.operation, context.exchange, {
    status: refusal.status,
    error: String(error),
    reason,
  })
  const decision = { ...plainDecision(reply), sessionId: session?.sessionId ?? null, events: [event] }
  return commitDecision(recording, decision, findings)
}

async function findNamed(context: RequestContext): Promise<Session | null> {
  const id = await namedSession(context)
  return id === null ? null : context.ports.store.session(id)
}

/**
 * Findings about the connection itself; none if it was not observed, so that sessions do not list them for every
 * request.
 */
const transportFindings = ({ tlsVersion }: Exchange): JudgedFinding[] =>
  tlsVersion === undefined
    ? []
    : evaluate(
        bind(transportChecks, () => ({ tlsVersion })),
        null,
      )

const isFull = async ({ sessionId, session }: Decision, container: Container): Promise<boolean> =>
  sessionId !== null && session === undefined && container.isSessionFull(sessionId)

/** No wallet needs this many requests for a credential, and every reader of the session waits for all of them. */
const sessionFull = errorReply(
  new ProtocolError(
    'too_many_requests',
    `This session has reached its limit of ${sessionExchangesMax} requests: create another one.`,
    {},
    [['Retry-After', String(sessionTtlSeconds)]],
  ),
)

/**
 * Commits a decision that no check can change, then returns its answer. If the session is full, the commit names no
 * session.
 */
async function commitDecision(
  recording: Recording,
  decided: Decision,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { container } = recording
  const decision = (await isFull(decided, container)) ? { ...decided, sessionId: null, events: [] } : decided
  const built = await buildCommit({ ...recording, findings, decision })
  const outcome = await write(built.commit, recording)
  if (outcome.status === 'lost') throw new LostRace('A fresh value was already taken.')
  noteMade(built, recording)
  return built.reply
}

async function serveMiss(recording: Recording, miss: Miss): Promise<Reply> {
  const { context, recorded } = recording
  const endpoint = unmatched(miss)
  if (endpoint.kind !== 'judged') return errorReply(null)
  if (recorded) return serveJudged(endpoint, recording)
  const reading = await endpoint.read(context)
  return (await endpoint.decide(reading, [], context)).reply
}

/** True for evidence: requests to recorded endpoints by any method, and anything that looks like a protocol request. */
const isEvidence = (exchange: Exchange, { operation }: FoundOperation | Miss): boolean =>
  isEvidencePath(exchange.path) || (operation !== null && contractEntry(operation).recorded)

/** True if any web page may read the response: at wallet endpoints and similar paths. */
const isReadableAnywhere = (exchange: Exchange, { operation }: FoundOperation | Miss): boolean =>
  operation === null ? isEvidencePath(exchange.path) : contractEntry(operation).cors

/** Answers an incomplete or malformed HTTP request. Its path still decides whether it is evidence. */
async function serveHttpError(
  recording: Recording,
  { operation }: FoundOperation | Miss,
  httpError: HttpError,
): Promise<Reply> {
  const { exchange } = recording.context
  const isAdmins = operation !== null && contractEntry(operation).auth === 'admin'
  const reply = isAdmins ? toOperatorReply(httpErrorReply(httpError), exchange) : httpErrorReply(httpError)
  return recording.recorded ? recordRefusal(recording, reply, httpError.reason) : reply
}

/** Answers a CORS preflight; at a recorded path it is recorded too. */
async function servePreflight(recording: Recording, miss: Miss, cors: boolean): Promise<Reply> {
  const reply = preflight(miss, cors)
  return recording.recorded ? commitDecision(recording, plainDecision(reply)) : reply
}

/** Remembers what is secret from now on, because a commit made it. */
function noteMade({ commit, handedOut }: BuiltCommit, { container, context }: Recording): void {
  const { madeSecrets, sessionSecrets } = container
  madeSecrets.note(handedOut, sharingNetworksOf(context.exchange.remoteAddress)?.around)
  if (commit.session !== undefined) sessionSecrets.made(commit.session)
  // A later offer, which has a transaction code of its own.
  else
    for (const effect of commit.effects)
      if (effect.type === 'grant' && effect.value.kind === 'pre_authorized_code' && effect.value.sessionId !== null)
        sessionSecrets.forget(effect.value.sessionId)
}

const plainDecision = (reply: Reply): Decision => ({ reply, sessionId: null, events: [], effects: [] })

/** Headers that a wallet in a web page must be able to read: RFC 9449 sections 7.1 and 8. */
const corsHeaders = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'DPoP-Nonce, WWW-Authenticate, OAuth-Client-Attestation-Challenge, Retry-After'],
] as const

/** Adds the headers of every API response; `cors` if pages of any origin may read it. */
export const withCommonHeaders = (reply: Reply, cors: boolean): Reply => ({
  ...reply,
  headers: [...reply.headers, ...(cors ? corsHeaders : []), ['X-Content-Type-Options', 'nosniff']],
})

const preflight = ({ allow }: Miss, cors: boolean): Reply => ({
  status: 204,
  headers: [['Allow', [...allow, 'OPTIONS'].join(', ')], ...(cors ? preflightHeaders(allow) : [])],
  body: null,
})

const preflightHeaders = (allow: readonly string[]): HeaderField[] => [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Methods', [...allow, 'OPTIONS'].join(', ')],
  [
    'Access-Control-Allow-Headers',
    // The asterisk covers the headers of tracing libraries; it never covers Authorization.
    'Accept, Authorization, Content-Type, DPoP, OAuth-Client-Attestation, OAuth-Client-Attestation-PoP, *',
  ],
  ['Access-Control-Max-Age', '600'],
]

const causeOf = (error: unknown): string => nameOf(error instanceof Error ? error.cause : undefined)

/** Name and first line only: a library's message may contain data from a wallet. */
const nameOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message.split('\n')[0]} ${error.stack?.split('\n')[1]?.trim() ?? ''}`
    : 'unknown'
