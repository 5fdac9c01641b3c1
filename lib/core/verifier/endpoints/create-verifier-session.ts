import type { Made } from '../../engine/endpoints/collaborators'
import type { DecidedEffect } from '../../engine/endpoints/decided'
import { type PlainAnswer, plain } from '../../engine/endpoints/endpoint'
import { refuseMade, withSafeName } from '../../engine/endpoints/entered-text'
import { digestRow } from '../../engine/endpoints/one-time'
import { type OwnSigning, readOwnAccess } from '../../engine/endpoints/own-access'
import { prefers } from '../../engine/endpoints/preferences'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { sessionLinks } from '../../engine/endpoints/session-links'
import { ignoredHeader, refuseUnknown, unknownInMutations, unknownMembers } from '../../engine/sessions/ignored-members'
import { joinListAlias, requireOwnAlias } from '../../engine/sessions/list-alias'
import { requireMutationsAllowed } from '../../engine/sessions/mutations-allowed'
import { keptOptions } from '../../engine/sessions/session-option'
import { trustIdRow } from '../../engine/sessions/session-trust'
import { joinWorkbench } from '../../engine/sessions/workbench'
import { boundNames } from '../../shared/http/problem-words'
import { jsonReply } from '../../shared/http/reply'
import type { DcApi, DcApiSignature } from '../../shared/ports/dc-api'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import { type SessionId, sessionId } from '../../shared/ports/ids'
import type { Signer, WrongSigner } from '../../shared/ports/keys'
import type { Ports } from '../../shared/ports/ports'
import type { PresentationSession } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { trustAddress } from '../../shared/trust/trust-addresses'
import { toBase64url } from '../../shared/values/base64url'
import type { Json, JsonObject } from '../../shared/values/json'
import { verifierDeviation } from '../deviations'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import { keptPeer, peerEvents } from '../evidence/peer-view'
import { namesItsHost, x509HashOf } from '../identity/verifier-client-id'
import {
  dcApiRequestUri,
  dcApiResultUri,
  hasDnsName,
  ownOrigin,
  presentUri,
  requestUri,
  responseUri,
  verifierHost,
} from '../identity/verifier-uris'
import {
  isSigned,
  keyOfParameters,
  makeEntries,
  makeEntryKeys,
  splitBySignature,
  toBrowserRequest,
} from '../read/request/dc-api/entries'
import { withMutations } from '../read/request/mutated-session'
import { buildAuthorizationRequest, isInLink } from '../read/request/request-object'
import type { RequestProblem } from '../read/request/request-problem'
import { queryOfScope } from '../read/request/session-query'
import { trustedListUri, withTrustedList } from '../read/request/verifier-info'
import {
  presentationDeeplink,
  shownRequest,
  signByValue,
  signerOfClient,
  signWholeByValue,
} from '../read/request/verifier-link'
import { namedRedirect } from '../read/response/named-redirect'
import { responseAddress } from '../read/response/response-address'
import { protocolsOf } from '../read/session/dc-api-errors'
import { askedMode } from '../read/session/dc-api-options'
import { pointingAtAsker, pointingAtBehaviour, valueOfAsker } from '../read/session/read-mutations-asked'
import { hasNeeds, isByValue, type ReadSessionRequest, testedTransaction } from '../read/session/read-session-request'
import {
  anchorDer,
  derivedRefusal,
  responseModes,
  responseTypes,
  verifierOptionOrder,
  verifierOptions,
  zPresentationSessionRequest,
} from '../read/session/session-options'
import type { PresentationSessionCreated } from '../read/session/z-session-created'
import { problemsWithPostable, withPostableInstead } from './postable-instead'
import { readAsked } from './read-asked'
import { hasTrust, registerRequest, withKeyBoundInfo } from './register-request'
import { refuseNamelessHost, sessionIdentity } from './session-identity'

/** `POST /openid4vp/sessions`: creates a session with the request for its wallet; 201 once it is stored. */
export const createPresentationSession = plain((context) => startPresentation(context))

/** Creates the session described by the request body; throws ProtocolError. `known`: what the caller knows about it. */
export async function startPresentation(context: RequestContext, known?: Made): Promise<PlainAnswer> {
  const tryToMake = (other: RequestContext) => makeAsked(other, known)
  try {
    const made = await makeAsked(context, known)
    const requestProblems = await problemsWithPostable(made.session.requestProblems, context, tryToMake)
    return await answerOf({ ...made, session: { ...made.session, requestProblems } }, context)
  } catch (error) {
    throw await withPostableInstead(error, context, tryToMake)
  }
}

/** A session as asked for, not yet stored. */
interface MadeAsked {
  readonly asked: ReadSessionRequest
  readonly session: PresentationSession
  readonly fresh: Fresh
  /** Members of the body that are none of ours. */
  readonly unknown: readonly string[]
}

async function makeAsked(context: RequestContext, known: Made | undefined): Promise<MadeAsked> {
  const asked = await readAsked(context)
  const unknown = [
    ...unknownMembers(asked.named, zPresentationSessionRequest),
    ...unknownInMutations(asked.givenMutations),
  ]
  if (prefers(context.exchange, 'handling=strict')) refuseUnknown(unknown, zPresentationSessionRequest)
  requireMutationsAllowed(asked.mutations ?? undefined, context, asked.peer.pointers[0])
  requireMutationsAllowed(asked.peer.wrong ?? undefined, context, `/${asked.peer.wrong}`)
  refuseUnreadableAnchors(asked.body.trust_anchors, context)
  refuseNamelessHost(asked.body, context)
  const place = await context.collaborators.readPlace(
    'presentation',
    { ...asked.body, mutations: asked.mutations },
    context,
    known,
  )
  const fresh = createFresh(context.ports)
  await requireOwnAlias(asked.body.list_alias, context)
  return pointingAtBehaviour(asked.peer.behaviour, async () => {
    requireMakeable(asked.body.negative_test, context)
    const right = { ...(await makeSession(asked, fresh, known?.clientId, context)), ...place }
    const made = await keepSignature(mutated(right, asked, context), context)
    return { asked, session: withSafeName(made, context.ports), fresh, unknown }
  })
}

async function answerOf({ asked, session, fresh, unknown }: MadeAsked, context: RequestContext): Promise<PlainAnswer> {
  const { exchange, settings } = context
  const { nonce, state } = session.request
  const { trust } = session.options
  await refuseUsedValues(session, { fresh, asked }, context)
  await refuseMade(asked.body, context.ports, ['name'])
  const links = sessionLinks(session, { exchange, links: asked.body.links, baseUrl: settings.baseUrl })
  const created: PresentationSessionCreated = {
    session_id: session.sessionId,
    request_delivery: session.requestDelivery,
    request_uri: requestUri(settings.baseUrl, session.sessionId),
    request_uri_method: session.requestUriMethod,
    response_mode: session.responseMode,
    scheme: session.scheme,
    response_uri: responseAddress(session, settings.baseUrl),
    deeplink: presentationDeeplink(session, context),
    authorization_request: shownRequest(session),
    status: 'created',
    ...(session.dcApi === undefined ? {} : { dc_api: browserAddresses(session, session.dcApi, settings) }),
    ...(session.options.redirect_uri === undefined ? {} : { redirect_uri: namedRedirect(session, context) }),
    ...links.members,
  }
  return {
    reply: jsonReply(201, created, [...links.headers, ...ignoredHeader(unknown)]),
    session,
    sessionId: session.sessionId,
    events: [
      { type: 'vp_session_created', detail: sessionFacts(session, asked, unknown) },
      ...peerEvents(asked.peer.given),
    ],
    effects: [
      ...(typeof nonce === 'string' && !isOfMutations(nonce, session, fresh)
        ? [grantOf('vp_nonce', nonce, session, { ...context, isOurs: fresh.made(nonce) })]
        : []),
      ...(session.dcApi?.entries ?? [])
        .slice(1)
        .map((entry) => grantOf('vp_nonce', entry.nonce, session, { ...context, isOurs: true })),
      // Of two concurrent sessions with the same state, the second finds it taken. A state generated here is unique.
      ...(typeof state === 'string' && !fresh.made(state) ? [grantOf('vp_state', state, session, context)] : []),
      ...(trust === undefined ? [] : [grantTrustId(trust.trust_id, session, context)]),
      ...joinWorkbench(session, exchange.at),
      ...(await joinListAlias(session, { at: exchange.at, ports: context.ports, asker: context.asker })),
    ],
  }
}

/** The session with the changes that the tester asked for; the same without any. Throws ProtocolError. */
function mutated(right: PresentationSession, asked: ReadSessionRequest, context: RequestContext): PresentationSession {
  if (asked.mutations === null) return right
  const { list, ofForm, source } = asked.mutations
  const { expect } = asked.body
  const transaction = testedTransaction(asked.body, right.request)
  const possible = (test: VerifierDeviation): boolean => hasNeeds(test, asked.body, asked.effective)
  return pointingAtAsker(asked.peer.pointers, () =>
    withMutations(right, { mutations: list, ofForm, source, expect, transaction, possible }, context),
  )
}

async function makeSession(
  asked: ReadSessionRequest,
  fresh: Fresh,
  linked: string | undefined,
  context: RequestContext,
): Promise<PresentationSession> {
  const { exchange, settings, ports } = context
  const { body, effective } = asked
  const id: SessionId = sessionId(ports.uuid())
  const responseType = legal(effective.parameters.response_type, responseTypes) ?? body.response_type
  const responseMode = legal(askedMode(effective.parameters.response_mode), responseModes) ?? body.response_mode
  const isEncrypted = responseMode === 'direct_post.jwt'
  const protocols = body.presentation_channel === 'dc_api' ? protocolsOf(body) : null
  const entryKeys = protocols && (await makeEntryKeys(protocols, { isEncrypted, ...ports }))
  const responseKey = entryKeys
    ? keyOfParameters(protocols ?? [], entryKeys)
    : isEncrypted
      ? await ports.verifierKeys.createResponseKey()
      : null
  const changes = verifierDeviation(body.negative_test)?.changes ?? {}
  const rightAddress = responseUri(settings.baseUrl, id)
  const address = changes.responseUri?.(rightAddress) ?? rightAddress
  const keys = body.trust_framework === 'eu' ? await ports.trustKeys() : null
  const named = readOwnAccess(body, context)
  const trustId = named !== null || hasTrust(body) ? toBase64url(ports.random(16)) : null
  const minted =
    keys === null || trustId === null || changes.trust?.access === undefined
      ? null
      : await keys.mintAccess(changes.trust.access, { trustId })
  // A test of the access certificate uses one of ours.
  const ownAccess = minted === null ? named : null
  const own = signerOfClient(linked ?? '', context) ?? ports.verifierKeys.requestSigner
  const rightSigner = minted ?? ownAccess?.signer ?? keys?.accessVerifier ?? own
  const x5c = (await wrongX5c(changes.signer, context)) ?? rightSigner.x5c
  const { clientId, attestation, asSent } = await sessionIdentity(
    asked,
    {
      signer: { x5c, publicJwk: rightSigner.publicJwk },
      responseUri: address,
      isTrusted: keys !== null || ownAccess !== null,
    },
    context,
  )
  const linkRequest = asSent(
    buildAuthorizationRequest({
      effective,
      clientId,
      responseUri: address,
      responseKey,
      brief: isByValue(body),
      randomValue: () => fresh.next(isByValue(body) ? briefBytes : randomBytes),
    }),
  )
  const origins = [ownOrigin(settings.baseUrl), ...body.dc_api_extra_origins]
  const builtRequest =
    protocols === null ? linkRequest : toBrowserRequest(linkRequest, { state: effective.state, origins })
  const plainRequest =
    trustId === null || body.trusted_list === undefined
      ? builtRequest
      : withTrustedList(
          builtRequest,
          trustedListUri(body.trusted_list, trustAddress.sessionLists(settings.baseUrl, trustId)),
        )
  // An unsigned request cannot carry a certificate.
  const isUnsigned = protocols !== null && !protocols.some(isSigned)
  const registering = { asked: isUnsigned ? withoutRegistration(asked) : asked, x5c, trustId, ownAccess }
  const signatures = protocols?.includes('openid4vp-v1-multisigned')
    ? signaturesOf(
        { x5c, isWrong: changes.signer !== undefined, secondAccess: keys?.secondAccess ?? null },
        body,
        context,
      )
    : null
  const { request: registered, trust } = await registerRequest(plainRequest, registering, context)
  const [firstProtocol] = protocols ?? []
  const split =
    firstProtocol === undefined
      ? null
      : splitBySignature(registered, {
          first: firstProtocol,
          unsignedInfo: plainRequest.verifier_info,
          ...(signatures === null ? {} : { signatures }),
        })
  const right = split?.request ?? registered
  const tools = {
    randomValue: fresh.next,
    responseUri: address,
    transaction: testedTransaction(body, right),
  }
  const request = await withKeyBoundInfo(
    changes.parameters?.(right, tools) ?? right,
    body,
    changes.keyBoundInfo,
    rightSigner,
    context,
  )
  const scopeQuery = queryOfScope(request, settings)
  const beside = { ...body, responseType, refusalCause: effective.refusalCause }
  const { follows, ...options } = keptOptions(verifierOptions, body, { beside, order: verifierOptionOrder.kept })
  const refusalCause = derivedRefusal(body.expect, beside)
  const { redirect_uri: returnTo } = body
  const peer = keptPeer({ ...asked.peer.given, ...(returnTo === undefined ? {} : { redirect_uri: returnTo }) })
  return {
    kind: 'presentation',
    sessionId: id,
    requestDelivery: body.request_delivery,
    requestUriMethod: body.request_uri_method,
    responseType,
    responseMode,
    scheme: body.scheme,
    request,
    requestProblems: [...asked.problems, ...droppedAnchors(ownAccess)].map(
      ({ reason, ...problem }): JsonObject => (reason === undefined ? problem : { ...problem, reason }),
    ),
    sealedEncryptionKey: entryKeys === null ? (responseKey?.sealed ?? null) : null,
    encryptionKid: responseKey?.kid ?? null,
    requestSignerX5c: x5c,
    state: typeof request.state === 'string' ? request.state : '',
    options: {
      ...options,
      ...(request === right ? {} : { request_before_test: right }),
      ...(scopeQuery === null ? {} : { scope_query: scopeQuery }),
      ...(refusalCause === null ? {} : { expect_because: refusalCause }),
      ...(follows === undefined ? {} : { follows }),
      ...(attestation === null ? {} : { verifier_attestation: attestation }),
      ...(peer === null ? {} : { peer }),
      ...(trust === null ? {} : { trust }),
    },
    createdAt: exchange.at,
    expiresAt: addSeconds(exchange.at, body.expires_in),
    ...(ownAccess?.sealed == null ? {} : { sealedAccessKey: ownAccess.sealed }),
    ...(split === null || protocols === null || entryKeys === null
      ? {}
      : {
          dcApi: {
            entries: makeEntries(protocols, {
              keys: entryKeys,
              nonce: [request.nonce, right.nonce].find((one) => typeof one === 'string') ?? '',
              randomValue: fresh.next,
              digest: ports.digest,
            }),
            extraOrigins: body.dc_api_extra_origins,
            signed: split.signed,
            unsigned: split.unsigned,
            ...(signatures === null ? {} : { signatures }),
          },
          ...(entryKeys.some((key) => key !== null)
            ? { sealedEntryKeys: entryKeys.map((key) => key?.sealed ?? null) }
            : {}),
        }),
  }
}

/** The request without its registration certificate. */
const withoutRegistration = (asked: ReadSessionRequest): ReadSessionRequest => ({
  ...asked,
  body: { ...asked.body, registration_certificate: 'none' },
})

/**
 * Both signatures of a multi-signed request, each under a certificate hash; a wrong signer signs twice. Throws
 * ProtocolError if the second key has no certificate.
 * @see HAIP-5
 */
function signaturesOf(
  {
    x5c,
    isWrong,
    secondAccess,
  }: { readonly x5c: readonly string[]; readonly isWrong: boolean; readonly secondAccess: Signer | null },
  body: ReadSessionRequest['body'],
  { ports }: RequestContext,
): readonly DcApiSignature[] {
  const second = isWrong ? { x5c } : (secondAccess ?? ports.verifierKeys.secondSigner)
  if (second === null)
    throw new ProtocolError(
      'invalid_request',
      'A multi-signed request needs a second certificate of the test root, whose key this installation does not have.',
      { pointer: `/dc_api_protocols/${protocolsOf(body).indexOf('openid4vp-v1-multisigned')}` },
    )
  return [x5c, second.x5c].map((chain) => ({ clientId: x509HashOf(chain, ports.sha256), x5c: chain }))
}

/** URL of a session's page, and the URLs it calls. */
const browserAddresses = (
  { sessionId: id }: PresentationSession,
  { entries }: DcApi,
  { baseUrl }: RequestContext['settings'],
): NonNullable<PresentationSessionCreated['dc_api']> => ({
  origin: ownOrigin(baseUrl),
  page_url: presentUri(baseUrl, id),
  request_url: dcApiRequestUri(baseUrl, id),
  result_url: dcApiResultUri(baseUrl, id),
  protocols: entries.map(({ protocol }) => protocol),
})

/** Throws ProtocolError for a test that shows nothing at this installation's address. */
function requireMakeable(id: string | null, { settings, ports }: RequestContext): void {
  const { baseUrl } = settings
  const { needsHttps, needsHostName } = verifierDeviation(id) ?? {}
  const needed =
    needsHttps && !baseUrl.startsWith('https:')
      ? 'an https address of this service, see BASE_URL'
      : needsHostName && !hasDnsName(baseUrl)
        ? 'an address with a host name of this service, see BASE_URL'
        : needsHostName && !namesItsHost({ settings, ports })
          ? `a certificate of the verifier for ${verifierHost(baseUrl)}`
          : null
  if (needed === null) return
  throw new ProtocolError('invalid_request', `The test needs ${needed}.`, {
    pointer: '/negative_test',
  })
}

/** The test's certificates; `null` for the correct ones. Throws ProtocolError if they cannot be made here. */
async function wrongX5c(how: WrongSigner | undefined, { ports }: RequestContext): Promise<readonly string[] | null> {
  if (how === undefined) return null
  const signer = await ports.verifierKeys.wrongSigner(how)
  if (signer === null)
    throw new ProtocolError(
      'invalid_request',
      'The test needs a certificate of the test root, whose key this installation does not have.',
      { pointer: '/negative_test' },
    )
  return signer.x5c.length === 0 ? null : signer.x5c
}

/** Trust anchors in a tester's chain, which are not sent to wallets. */
const droppedAnchors = (ownAccess: OwnSigning | null): RequestProblem[] =>
  ownAccess === null
    ? []
    : ownAccess.dropped.map((place) => ({
        code: 'invalid_access_certificate',
        severity: 'note',
        pointer: ownAccess.identity === null ? '/access_certificate/chain' : '/trust_identity',
        message: `Certificate ${place + 1} of the chain signs itself: a trust anchor is not sent.`,
        clause: 'HAIP-6.1.1',
      }))

/** A request by value is signed once, now. */
async function keepSignature(session: PresentationSession, context: RequestContext): Promise<PresentationSession> {
  const { options, requestDelivery } = session
  if (requestDelivery !== 'by_value' || session.dcApi !== undefined || isInLink(session)) return session
  const signsElsewhere = options.trust_framework === 'eu' || options.trust?.own !== undefined
  if (!signsElsewhere || options.trust === undefined)
    return { ...session, options: { ...options, request_signature: await signByValue(session, context) } }
  const trust = { ...options.trust, request_object: await signWholeByValue(session, context) }
  return { ...session, options: { ...options, trust } }
}

const legal = <Value extends string>(value: Json | undefined, values: readonly Value[]): Value | null =>
  values.find((candidate) => candidate === value) ?? null

const sessionFacts = (
  session: PresentationSession,
  { effective, ignoredMembers, problemCount }: ReadSessionRequest,
  unknown: readonly string[],
): JsonObject => ({
  profile: session.options.profile,
  response_type: session.responseType,
  response_mode: session.responseMode,
  request_delivery: session.requestDelivery,
  request_uri_method: session.requestUriMethod,
  negative_test: session.options.negative_test,
  expect: session.options.expect ?? 'answer',
  overridden_members: [...effective.overriddenMembers],
  ignored_members: boundNames([...new Set([...ignoredMembers, ...unknown])]),
  request_problems: problemCount,
  ...(session.options.trust_framework === undefined ? {} : { trust_framework: session.options.trust_framework }),
  ...(session.dcApi === undefined
    ? {}
    : { presentation_channel: 'dc_api', dc_api_protocols: session.dcApi.entries.map(({ protocol }) => protocol) }),
})

const randomBytes = 32
/** Minimum length, for a link in a QR code that holds nonce and state. OID4VP-1FINAL-5.2 */
const briefBytes = 16

/** Random values for one request. */
interface Fresh {
  readonly next: (bytes?: number) => string
  /** Whether a value was generated here. */
  readonly made: (value: string) => boolean
}

function createFresh({ random }: Pick<Ports, 'random'>): Fresh {
  const values = new Set<string>()
  return {
    next(bytes = randomBytes) {
      const value = toBase64url(random(bytes))
      values.add(value)
      return value
    },
    made: (value) => values.has(value),
  }
}

/**
 * Refuses a tester's nonce or state that another session used, because a response could fit both. OID4VP-1FINAL-5.2 A
 * fresh value of 256 random bits is not looked up.
 */
async function refuseUsedValues(
  session: PresentationSession,
  { fresh: { made }, asked }: { readonly fresh: Fresh; readonly asked: ReadSessionRequest },
  { ports }: RequestContext,
): Promise<void> {
  const { request } = session
  const own = (value: Json | undefined): string | null => (typeof value === 'string' && !made(value) ? value : null)
  const [nonce, state] = [
    isOfMutations(request.nonce, session, { made }) ? null : own(request.nonce),
    own(request.state),
  ]
  if (nonce !== null && (await ports.store.oneTimeValue('vp_nonce', digestOf(nonce, ports.sha256))) !== null)
    throw inUse('nonce', asked)
  if (state !== null && (await isStateUsed(state, ports))) throw inUse('state', asked)
}

/** A nonce that mutations put there may be sent again and again, and finds no session. */
const isOfMutations = (
  nonce: Json | undefined,
  { options }: PresentationSession,
  { made }: Pick<Fresh, 'made'>,
): boolean => options.mutated !== undefined && !(typeof nonce === 'string' && made(nonce))

/** Whether a session used this state, or was just created with it. */
const isStateUsed = async (state: string, { store, sha256 }: Pick<Ports, 'store' | 'sha256'>): Promise<boolean> =>
  (await store.sessionByState(state)) !== null ||
  (await store.oneTimeValue('vp_state', digestOf(state, sha256))) !== null

function inUse(member: 'nonce' | 'state', { mutations, peer }: ReadSessionRequest): ProtocolError {
  const writing = mutations?.list.findLast((one) => one.target === 'request_object' && one.path === `/${member}`)
  return new ProtocolError(
    `${member}_in_use`,
    `Another session used this ${member}: leave it out, or choose a fresh one.`,
    {
      pointer: (writing && valueOfAsker(peer.pointers, writing.index)) ?? `/presentation_request/${member}`,
    },
  )
}

function refuseUnreadableAnchors(anchors: readonly string[], { ports }: RequestContext): void {
  const index = anchors.findIndex((anchor) => !isCertificate(anchorDer(anchor), ports))
  if (index === -1) return
  throw new ProtocolError('invalid_request', 'A trust anchor is a certificate, as PEM or as base64 of its DER.', {
    pointer: `/trust_anchors/${index}`,
  })
}

/** Reads the certificate like an `x5c` header. */
const isCertificate = (der: string, { trustAnchors }: Pick<Ports, 'trustAnchors'>): boolean =>
  trustAnchors('credential_issuer')([der]).readable

/** Lets requests to trust URLs be matched to their session while it is on record. */
const grantTrustId = (
  trustId: string,
  session: PresentationSession,
  { ports, settings: { retentionDays } }: RequestContext,
): DecidedEffect => ({ type: 'grant', secret: null, value: trustIdRow(trustId, session, { ports, retentionDays }) })

/** Remembers a request value while its session is kept, to find the session and to keep the value unique. */
const grantOf = (
  kind: 'vp_nonce' | 'vp_state',
  text: string,
  { sessionId, expiresAt }: PresentationSession,
  context: RequestContext & { readonly isOurs?: boolean },
): DecidedEffect => ({
  type: 'grant',
  value: {
    ...digestRow(context, { kind, digest: digestOf(text, context.ports.sha256), sessionId, expiresAt }),
    // Session creation is not recorded.
    exchangeId: null,
  },
  // A tester's value is no secret of ours; their next one may share a prefix or suffix.
  secret: context.isOurs === true ? text : null,
})
