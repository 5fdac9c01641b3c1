import type { EventDraft } from '../../../engine/endpoints/decided'
import { mayBelong } from '../../../engine/endpoints/may-belong'
import { loadSession } from '../../../engine/sessions/load-session'
import { type FormReading, readForm } from '../../../shared/http/read-form'
import { digestOf } from '../../../shared/ports/digests'
import { issuerIdOf } from '../../../shared/ports/laboratory'
import type { IssuanceSession, OneTimeValue, StoredEvent } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { toBase64url } from '../../../shared/values/base64url'
import { issuerToName } from '../../configurations/authorization-servers'
import type { IssuerConfiguration } from '../../configurations/issuer-configuration'
import type { IssuerContext, IssuerInPlay } from '../../configurations/issuer-in-play'
import { scopeOf, scopesOf } from '../../configurations/laboratory/scope-names'
import { asOffered } from '../later-offer'
import { lostWithRestart } from '../lost-with-restart'
import { type DetailsReading, readAuthorizationDetails } from './authorization-details'
import type { ClientAuthenticationReading } from './client-authentication/client-authentication-reading'
import { readClientAuthentication, readCombinedMode } from './client-authentication/read-client-authentication'
import type { DpopReading } from './dpop/dpop-reading'
import { readDpop, readDpopHistory } from './dpop/read-dpop'
import { handlesElsewhere } from './handles'
import { inferSessions, namedSession } from './named-session'
import { type RedirectUriFacts, readRedirectUri } from './redirect-uri'
import { type RequestObjectReading, readRequestObject } from './request-object'

/** Facts of a pushed authorization request. RFC9126-2.1 */
export interface PushedRequestReading {
  readonly now: EpochMillis
  readonly issuer: Omit<IssuerConfiguration, 'id'>
  /** Its parameters, those of a request object in their place. RFC9126-3 */
  readonly form: FormReading
  /** The form as it came. */
  readonly sent: FormReading
  readonly requestObject: RequestObjectReading
  readonly client: ClientAuthenticationReading
  /** Whether the named client is registered here and thus has to authenticate with its key. */
  readonly clientRegistered: boolean
  readonly dpop: DpopReading
  /** `null` if absent. */
  readonly redirectUri: (RedirectUriFacts & { readonly value: string; readonly registered: boolean | null }) | null
  readonly scope: PushedScope
  /** Whether the issuer supports `authorization_details`; what it read, or `null`. */
  readonly readsDetails: boolean
  readonly details: DetailsReading | null
  /** Allowed `resource`: the issuer identifier, if its metadata lists authorization servers; otherwise `null`. */
  readonly resource: string | null
  readonly pkce: PushedChallenge
  readonly issuerState: IssuerStateReading
  readonly state: PushedState
  /** `null` if it has to be created or is unknown. */
  readonly session: IssuanceSession | null
  /** `inferred`: found by client, since the request does not identify its session. */
  readonly correlation: 'exact' | 'inferred'
  /** What to tell the open sessions of this client if it may belong to several. */
  readonly mayBelong: readonly EventDraft[]
  /** Accepted pushed requests of this session since the last refusal. */
  readonly acceptedBefore: number
}

interface PushedScope {
  /** Whether the metadata has scopes. */
  readonly published: boolean
  /** As sent; `null` without the parameter. */
  readonly values: readonly string[] | null
  /** Scope of the offered credential configuration, and the id of that; `null` without an offer. */
  readonly offered: string | null
  readonly offeredConfiguration: string | null
  /** Scopes supported by this issuer. */
  readonly known: readonly string[]
  /** The offered scope, otherwise the first known one. */
  readonly granted: string | null
}

interface PushedChallenge {
  readonly challenge: string | null
  readonly method: string | null
  readonly digest: string | null
  /** Whether the challenge was sent before, in any session. */
  readonly seen: boolean
}

interface PushedState {
  readonly value: string | null
  readonly digest: string | null
  /** Whether another session used the value. */
  readonly seenElsewhere: boolean
}

type IssuerStateReading =
  | { readonly state: 'absent' | 'unknown' }
  | { readonly state: 'alive' | 'expired' | 'other_issuer'; readonly value: OneTimeValue }

/** Reads a pushed authorization request as far as possible; never throws on bad input. RFC9126-2.1 */
export async function readPushedRequest(context: IssuerContext): Promise<PushedRequestReading> {
  const { exchange, issuer, ports, settings } = context
  const sent = readForm(exchange)
  const { requestObject, form } = readRequestObject(sent, issuer.options)
  const issuerState = await readIssuerState(form.body.get('issuer_state'), context)
  const scopes =
    form.body
      .get('scope')
      ?.split(' ')
      .filter((value) => value !== '') ?? null
  const known = issuer.options.scopes ? knownScopes(scopes, issuer) : []
  const own = issuer.session
  // At an own issuer the address identifies the session, so another session's issuer_state is ignored. Its codes and
  // tokens still count in the session that got them, for vci.flow.issuer_isolation.
  const offerOf =
    'value' in issuerState && (own === null || issuerState.value.sessionId === own.sessionId) ? issuerState.value : null
  const named =
    offerOf !== null
      ? offerOf.sessionId
      : // Parameters outside a form are no request, but identify the session where the address does not.
        own !== null || (form.urlencoded && form.body.pairs.length > 0)
        ? null
        : await namedSession(context)
  const elsewhere =
    named === null && own === null && issuerState.state === 'absent' ? await underOtherName(context) : null
  const candidates =
    named === null && elsewhere === null && own === null && issuerState.state === 'absent'
      ? await inferSessions(context, known)
      : []
  const found = candidates.length === 1 ? (candidates[0] ?? null) : null
  const inferred = named !== null || elsewhere !== null ? null : (own ?? found)
  const loaded = named === null ? (elsewhere ?? inferred) : await loadSession('issuance', named, ports)
  const session = loaded !== null && offerOf !== null ? asOffered(loaded, offerOf) : loaded
  const events = session === null ? [] : await ports.store.events(session.sessionId)
  const lost = lostWithRestart(events, ports)
  const identified = await readClientAuthentication(context, form, 'par', {
    sessionId: session?.sessionId ?? null,
    lost,
  })
  const proven = await readDpop({
    exchange,
    endpointUrl: issuer.urls.pushedAuthorizationRequest,
    role: 'as',
    accessToken: null,
    boundThumbprint: null,
    issuerId: issuer.id,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    demanded: settings.parRequireDpop,
    sessionId: session?.sessionId ?? null,
    history: readDpopHistory(events, 'par', ports),
  })
  const { client, dpop } = await readCombinedMode({ client: identified, dpop: proven }, lost, context)
  const offeredTo = issuerState.state === 'alive' || inferred !== null ? session : null
  const details = readAuthorizationDetails(form, {
    issuer,
    offered: offeredTo?.credentialConfigurationId ?? null,
    request: 'authorization',
  })
  const redirectUri = form.body.get('redirect_uri')
  const registration = settings.clients.find(({ clientId }) => clientId === client.claimedClientId)
  const registered = registration?.redirectUris ?? []
  return {
    now: exchange.at,
    issuer: issuer.configuration,
    form,
    sent,
    requestObject,
    client,
    clientRegistered: registration !== undefined,
    dpop,
    redirectUri:
      redirectUri === null
        ? null
        : {
            ...readRedirectUri(redirectUri),
            value: redirectUri,
            registered: registered.length === 0 ? null : registered.includes(redirectUri),
          },
    scope: readScope({ values: scopes, known, details }, issuer, offeredTo),
    readsDetails: issuer.readsAuthorizationDetails,
    resource: issuerToName(issuer.identifier, issuer.options.authorization_servers),
    details,
    ...(await readRemembered(context, form, session)),
    issuerState,
    session,
    // At an own issuer nothing is inferred.
    correlation: inferred === null || own !== null ? 'exact' : 'inferred',
    mayBelong: await mayBelong(
      candidates.map(({ sessionId }) => sessionId),
      'pushAuthorizationRequest',
      context,
    ),
    acceptedBefore: acceptedInARow(events),
  }
}

/** The session of this issuer whose handle stands in a request under a name that carries none. */
async function underOtherName(context: IssuerContext): Promise<IssuanceSession | null> {
  const [handle] = await handlesElsewhere(context)
  const session = handle === undefined ? null : await loadSession('issuance', handle.sessionId, context.ports)
  return session !== null && issuerIdOf(session) === context.issuer.id ? session : null
}

async function readIssuerState(
  issuerState: string | null,
  { exchange, issuer, ports }: IssuerContext,
): Promise<IssuerStateReading> {
  if (issuerState === null) return { state: 'absent' }
  const value = await ports.store.oneTimeValue('issuer_state', digestOf(issuerState, ports.sha256))
  if (value === null) return { state: 'unknown' }
  if (value.issuerId !== issuer.id) return { state: 'other_issuer', value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', value }
}

function knownScopes(sent: readonly string[] | null, { options, configuration }: IssuerInPlay): string[] {
  const scopes = scopesOf(options, configuration)
  return [...new Set((sent ?? []).filter((scope) => scopes.includes(scope)))]
}

/** Authorization details name a configuration, and so ask for its scope, but not for others of that scope. */
function readScope(
  { values, known, details }: Pick<PushedScope, 'values' | 'known'> & { readonly details: DetailsReading | null },
  { options }: IssuerInPlay,
  session: IssuanceSession | null,
): PushedScope {
  const offeredConfiguration = session?.credentialConfigurationId ?? null
  const offered = offeredConfiguration === null ? null : scopeOf(options, offeredConfiguration)
  const named = details?.configurations ?? []
  const asked = [...new Set([...known, ...named.map((id) => scopeOf(options, id))])]
  const isOffered =
    offered !== null &&
    offeredConfiguration !== null &&
    (known.includes(offered) || named.includes(offeredConfiguration))
  const granted = offered === null ? (asked[0] ?? null) : isOffered ? offered : null
  return { published: options.scopes, values, offered, offeredConfiguration, known: asked, granted }
}

/** Reads challenge and `state`, and their earlier use. */
async function readRemembered(
  { ports }: IssuerContext,
  { body }: FormReading,
  session: IssuanceSession | null,
): Promise<Pick<PushedRequestReading, 'pkce' | 'state'>> {
  const [challenge, state] = [body.get('code_challenge'), body.get('state')]
  const challengeDigest = challenge && digestOf(challenge, ports.sha256)
  // A plain hash of a short `state` could be brute-forced.
  const stateDigest = state && toBase64url(ports.keyedHash('pushed-state', state))
  const [usedChallenge, usedState] = await Promise.all([
    challengeDigest && ports.store.oneTimeValue('pkce_challenge', challengeDigest),
    stateDigest && ports.store.oneTimeValue('pushed_state', stateDigest),
  ])
  return {
    pkce: {
      challenge,
      method: body.get('code_challenge_method'),
      digest: challengeDigest,
      seen: Boolean(usedChallenge),
    },
    state: {
      value: state,
      digest: stateDigest,
      seenElsewhere: Boolean(usedState) && usedState !== '' && usedState?.sessionId !== session?.sessionId,
    },
  }
}

/** Counts accepted requests since the last refusal, because a refused wallet has a reason to push again. */
function acceptedInARow(events: readonly StoredEvent[]): number {
  const answers = events.filter(({ type }) => /^(par_accepted|.*_rejected|authorization_error_returned)$/.test(type))
  const refusedAt = answers.findLastIndex(({ type }) => type !== 'par_accepted')
  return answers.length - 1 - refusedAt
}
