import { redirectUriDigest } from '../../../engine/endpoints/one-time'
import { mayBeTwoWallets } from '../../../engine/sessions/door'
import { loadSession } from '../../../engine/sessions/load-session'
import { type FormReading, readForm } from '../../../shared/http/read-form'
import { digestOf } from '../../../shared/ports/digests'
import type { IssuanceSession, OneTimeValue, StoredEvent } from '../../../shared/ports/store-types'
import { toBase64url } from '../../../shared/values/base64url'
import type { IssuerContext, IssuerInPlay } from '../../configurations/issuer-in-play'
import { preAuthorizedGrant } from '../credential-offer'
import { asOffered } from '../later-offer'
import { lostWithRestart } from '../lost-with-restart'
import { codeId, factsOf } from '../oauth/authorization'
import { readAuthorizationDetails } from '../oauth/authorization-details'
import { readClientAuthentication, readCombinedMode } from '../oauth/client-authentication/read-client-authentication'
import type { DpopHistory } from '../oauth/dpop/dpop-reading'
import { readDpop, readDpopHistory } from '../oauth/dpop/read-dpop'
import { namedSession } from '../oauth/named-session'
import { readTxCode } from './read-tx-code'
import { findRefreshToken, readRefresh } from './refresh'
import type { AuthorizationReading, CodeReading, TokenReading } from './token-reading'

/** Reads a token request as far as possible; never throws on bad input. OID4VCI-1FINAL-6.1 */
export async function readTokenRequest(context: IssuerContext): Promise<TokenReading> {
  const { exchange, issuer, ports, settings } = context
  const form = readForm(exchange)
  const grant = grantOf(form, issuer.options)
  const found = await readGrantCode(form, grant, context)
  const refreshToken = grant === 'refresh_token' ? await findRefreshToken(form, context) : null
  // The redeemed code or token determines the session. A code in the wrong place, or for another grant type, still
  // identifies its session.
  const redeemed = refreshToken ?? found
  const bound = 'value' in redeemed ? redeemed.value.sessionId : await namedSession(context)
  const [loaded, events] =
    bound === null ? [null, []] : await Promise.all([loadSession('issuance', bound, ports), ports.store.events(bound)])
  const session = loaded && 'value' in redeemed ? asOffered(loaded, redeemed.value) : loaded
  const authorization = readAuthorization(form, grant, found, context)
  const txCode = await readTxCode(form, { session, code: found, events }, context)
  const lost = lostWithRestart(events, ports)
  const identified = await readClientAuthentication(context, form, 'token', {
    sessionId: bound,
    lost,
    pushed: authorization?.facts ?? null,
  })
  const proven = await readDpop({
    exchange,
    endpointUrl: issuer.urls.token,
    role: 'as',
    accessToken: null,
    boundThumbprint: authorization?.facts.jkt ?? null,
    issuerId: issuer.id,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    sessionId: bound,
    history: withoutKeys(readDpopHistory(events, 'token', ports), grant),
  })
  const { client, dpop } = await readCombinedMode({ client: identified, dpop: proven }, lost, context)
  return {
    now: exchange.at,
    issuerId: issuer.id,
    form,
    grant,
    clientId: form.body.get('client_id'),
    client,
    dpop,
    code: found.state === 'used' ? usedCode(found.value, { events, session: loaded }, ports) : found,
    session,
    authorization,
    txCode,
    refresh: refreshToken === null ? null : readRefresh(refreshToken, form, { client, events }, context),
    readsDetails: issuer.readsAuthorizationDetails,
    details: readAuthorizationDetails(form, {
      issuer,
      offered: session?.credentialConfigurationId ?? null,
      request: 'token',
    }),
  }
}

/** An authenticated client may refresh with a new key; for any other, vci.refresh.same_key compares. RFC9449-5 */
const withoutKeys = (history: DpopHistory, grant: TokenReading['grant']): DpopHistory =>
  grant === 'refresh_token' ? { ...history, thumbprints: [] } : history

function grantOf(form: FormReading, { refresh }: IssuerInPlay['options']): TokenReading['grant'] {
  const grant = form.body.get('grant_type')
  if (grant === null) return 'absent'
  if (grant === preAuthorizedGrant) return 'pre_authorized_code'
  if (grant === 'refresh_token' && refresh !== null) return 'refresh_token'
  return grant === 'authorization_code' ? 'authorization_code' : 'other'
}

/** The code for the named grant type. */
const readGrantCode = async ({ body }: FormReading, grant: TokenReading['grant'], context: IssuerContext) =>
  grant === 'refresh_token'
    ? ({ state: 'absent' } satisfies CodeReading)
    : grant === 'authorization_code'
      ? readCode('authorization_code', body.get('code'), context)
      : readCode('pre_authorized_code', body.get('pre-authorized_code'), context)

/** Looks a code up and classifies it. */
async function readCode(
  kind: 'authorization_code' | 'pre_authorized_code',
  code: string | null,
  { exchange, issuer, ports }: IssuerContext,
): Promise<CodeReading> {
  if (code === null) return { state: 'absent' }
  const value = await ports.store.oneTimeValue(kind, digestOf(code, ports.sha256))
  if (value === null) return { state: 'unknown' }
  if (value.issuerId !== issuer.id) return { state: 'other_issuer', value }
  if (value.consumedAt !== null) return { state: 'used', value }
  return { state: value.expiresAt <= exchange.at ? 'expired' : 'alive', value }
}

/** A code spent only by refused requests yielded nothing to revoke. */
function usedCode(
  value: OneTimeValue,
  { events, session }: { readonly events: readonly StoredEvent[]; readonly session: IssuanceSession | null },
  ports: Parameters<typeof lostWithRestart>[1],
): CodeReading {
  const issued = events.find(({ type, detail }) => type === 'token_issued' && detail.code_id === codeId(value))
  if (issued === undefined) return { state: 'dead', value }
  const lost = lostWithRestart(events, ports)
  return {
    state: 'used',
    value,
    ...(lost !== null && lost === issued.exchangeId ? { tokenLost: true } : {}),
    ...(session !== null && mayBeTwoWallets(session, events) ? { ofTwoWallets: true } : {}),
  }
}

function readAuthorization(
  { body }: FormReading,
  grant: TokenReading['grant'],
  code: CodeReading,
  context: IssuerContext,
): AuthorizationReading | null {
  // An invalid code may belong to someone else: reveal nothing about it.
  if (grant !== 'authorization_code' || code.state !== 'alive') return null
  const facts = factsOf(code.value)
  const redirectUri = body.get('redirect_uri')
  const codeVerifier = body.get('code_verifier')
  const challengeOfVerifier = codeVerifier === null ? null : toBase64url(context.ports.sha256(codeVerifier))
  return {
    facts,
    redirectUri:
      redirectUri === null
        ? 'absent'
        : redirectUriDigest(redirectUri, context) === facts.redirectUriDigest
          ? 'same'
          : 'different',
    codeVerifier,
    challengeOfVerifier,
    verifierMatches: challengeOfVerifier === facts.codeChallenge,
  }
}
