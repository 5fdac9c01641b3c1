import { contractEntry } from '@/lib/contract/contract'
import { needsApiKey } from '@/lib/contract/contract-entry'
import { entitiesContract } from '@/lib/contract/entities'
import { pipelinesContract } from '@/lib/contract/pipelines'
import { withDoorMark, withoutDoorId } from '@/lib/core/engine/endpoints/door/door-path'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { refusePrivateKeysInSteps } from '@/lib/core/engine/sessions/refused-member'
import { findIssuer } from '@/lib/core/issuer/configurations/find-issuer'
import { hasEndpoint, type IssuerInPlay } from '@/lib/core/issuer/configurations/issuer-in-play'
import { recheckUnit } from '@/lib/core/issuer/endpoints/recheck-unit'
import type { ScoreboardContext } from '@/lib/core/scoreboard/endpoints/scoreboard-endpoint'
import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import { collaborators } from '@/lib/core/service/collaborators'
import { carriesHandle } from '@/lib/core/service/linking'
import { unmatched } from '@/lib/core/service/unmatched'
import { type Exchange, type HeaderField, headerValue, type Reply } from '@/lib/core/shared/http/exchange'
import { readJsonBody } from '@/lib/core/shared/http/read-json'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { isProtocolError, isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { Asker } from '@/lib/core/shared/ports/places'
import { inTurns } from '@/lib/core/shared/time/pausable-work'
import { receivesAt } from '@/lib/core/verifier/read/response/response-address'
import { withCommonHeaders } from '../basics/common-headers'
import { errorReply, nameOf, operatorErrorReply, recordsErrorReply, toOperatorReply } from '../basics/error-reply'
import { isEvidencePath, laboratoryNamedIn } from '../basics/evidence-path'
import { type Found, type FoundOperation, type Miss, nowhere } from '../basics/found'
import { type HttpError, httpErrorReply } from '../basics/http-error'
import type { Container } from '../container'
import { optionalAsking } from '../guard/asking'
import { auditedNetworkOf, networkOf } from '../guard/client-networks'
import { mayShowEvidence, withOpenedSecrets } from '../guard/made-with-key'
import { holdsOperatorToken, seekerAt } from '../guard/operator'
import { commitDecision, plainDecision, recordRefusal } from './commit'
import { refuseCreation, refusedAtDoor, sizeRefusal } from './doors'
import { linked } from './link'
import type { Recording } from './recording'
import { serveJudged, servePlain } from './run-endpoint'

/**
 * Takes each API request through all steps: read, check, decide, commit, answer. Returns `null` for a page. The answer
 * to a recorded request is sent only after its evidence is on disk.
 */
export async function serve(
  received: Exchange,
  container: Container,
  { found: asked, httpError = null }: ServeOptions,
): Promise<Reply | null> {
  if (asked.kind === 'page') return null
  let exchange = withoutDoorId(received)
  const cors = isReadableAnywhere(exchange, asked)
  const started = container.monotonicMillis()
  let found = asked
  try {
    exchange = await withDoorMark(received, container.ports)
    const routed = (await isElsewhere(exchange, asked, container)) ? nowhere('interface') : asked
    found = routed
    const issuer = await issuerAt(exchange, routed.params, container)
    if (issuer !== null) container.laboratoryPlaces.touched(issuer.id, exchange.at)
    if (issuer !== null && issuer.session !== null)
      await recheckUnit(issuer.session, exchange.at, { ...container, settings: container.protocolSettings })
    const isMissing =
      routed.operation !== null &&
      (issuer === null ? isWithSlash(exchange) : !hasEndpoint(issuer, routed.operation, exchange.path))
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

/** Whether a path with a slash at its end is none that its session gave its wallet. */
const isElsewhere = async (
  { path }: Exchange,
  found: FoundOperation | Miss,
  { protocolSettings: { baseUrl }, ports }: Container,
): Promise<boolean> =>
  found.kind === 'operation' &&
  found.slashed === true &&
  !(await receivesAt(path, String(found.params.sessionId), { baseUrl, ports }))

interface ServeOptions {
  /** What answers this method and path. */
  readonly found: Found
  /** Why the request is not valid HTTP; absent if it is. */
  readonly httpError?: HttpError | null
}

function refuse(error: unknown, exchange: Exchange, found: Found): Reply {
  if (found.kind !== 'operation') return errorReply(error)
  const entry = contractEntry(found.operation)
  if (needsApiKey(entry))
    return operatorErrorReply(
      error,
      exchange,
      found.operation in pipelinesContract || found.operation in entitiesContract ? 'pipelines' : 'aggregations',
    )
  return entry.path.startsWith('/api/') ? recordsErrorReply(error) : errorReply(error)
}

async function serveOperation(recording: Recording, found: FoundOperation): Promise<Reply> {
  const { container, context, recorded } = recording
  const { exchange } = context
  const entry = contractEntry(found.operation)
  const early = await refusedAtDoor({ operation: found.operation, entry, context }, container)
  if (early) {
    if (!recorded) return early
    const { decision, findings } = await linked({ decision: plainDecision(early), findings: [] }, recording)
    return commitDecision(recording, decision, findings)
  }
  const tooLarge = sizeRefusal(exchange, entry)
  if (tooLarge) {
    if (!recorded) return refuse(tooLarge, exchange, found)
    return recordRefusal(recording, errorReply(tooLarge), 'body_too_large')
  }
  const { endpoint } = found
  // Operators' bodies are refused where they are read: they may be packed, or parts of a form. A bundle is our own.
  if (endpoint.kind === 'plain' && !recorded && !needsApiKey(entry) && entry.auth !== 'publisher') {
    const body = readJsonBody(exchange)
    if (body.ok) await inTurns(refusePrivateKeysInSteps(body.value), context.ports.turn)
  }
  if (endpoint.kind === 'plain') return servePlain(endpoint, recording)
  const reply = await serveJudged(endpoint, recording)
  const { doorId } = recording.context.params
  if (doorId !== undefined && (reply.status === 429 || reply.status === 507))
    container.refusedScans.count(digestOf(doorId, container.ports.sha256))
  return reply
}

/** A metadata address that only an issuer whose identifier ends in a slash has. */
const isWithSlash = ({ path }: Exchange): boolean => /^\/\.well-known\/.*\/$/.test(path)

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
  asking: () => optionalAsking(exchange, container),
  mayShowEvidence: (by, sessionId) => mayShowEvidence(by, sessionId, { exchange, container }),
  network: auditedNetworkOf(exchange.remoteAddress),
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

/** Headers in which a proxy names its client. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

async function serveMiss(recording: Recording, miss: Miss): Promise<Reply> {
  const { context, recorded } = recording
  const endpoint = unmatched(miss)
  if (endpoint.kind !== 'judged') return errorReply(null)
  if (recorded) return serveJudged(endpoint, recording)
  const decision = await endpoint.decide(await endpoint.read(context), [], context)
  // Where nothing is, the answer needs no storage; while that is away, nobody can say whose the request is.
  const carries = await carriesHandle(context, decision.sessionId).catch((error: unknown) => {
    if (isStoreUnavailable(error)) return false
    throw error
  })
  if (!carries) return decision.reply
  // The answer is that of a request without one: only the session shows what was found.
  const evidence = { ...recording, recorded: true }
  const { decision: placed, findings } = await linked({ decision, findings: [] }, evidence)
  return commitDecision(evidence, placed, findings)
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
  const isKeyed = operation !== null && needsApiKey(contractEntry(operation))
  const reply = isKeyed ? toOperatorReply(httpErrorReply(httpError), exchange) : httpErrorReply(httpError)
  return recording.recorded ? recordRefusal(recording, reply, httpError.reason) : reply
}

/** Answers a CORS preflight; at a recorded path it is recorded too. */
async function servePreflight(recording: Recording, miss: Miss, cors: boolean): Promise<Reply> {
  const reply = preflight(miss, cors)
  return recording.recorded ? commitDecision(recording, plainDecision(reply)) : reply
}

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
