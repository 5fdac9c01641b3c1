import { headerValues } from '../../../../shared/http/exchange'
import type { FormReading } from '../../../../shared/http/read-form'
import { readStrictJwt, verifyJwtSignature } from '../../../../shared/jose/jwt'
import { digestOf } from '../../../../shared/ports/digests'
import type { ExchangeId, SessionId } from '../../../../shared/ports/ids'
import type { IssuerContext } from '../../../configurations/issuer-in-play'
import { readUnitStatus } from '../../wallet-unit/unit-status'
import type { DpopProof, DpopReading } from '../dpop/dpop-reading'
import { asksForChallenge } from './attestation-challenge'
import { clientAuthenticationMethods, clientSigningAlgorithms } from './client-authentication-methods'
import {
  type ClientAssertionReading,
  type ClientAuthenticationReading,
  isAttested,
  type ObservedMethod,
  type PushedClient,
} from './client-authentication-reading'
import { readJtiHistory } from './read-jti-history'
import {
  attestationHeader,
  isCombinedMode,
  popHeader,
  readChallenge,
  readWalletAttestation,
} from './read-wallet-attestation'

/**
 * Reads a client assertion as far as possible and verifies it with its client's registered keys.
 * @param lost the exchange whose response may have been lost in a restart
 * @see RFC7523-3
 */
async function readClientAssertion(
  { exchange, issuer: { authorizationServer, urls }, ports, settings }: IssuerContext,
  { body }: FormReading,
  clientId: string | null,
  lost: ExchangeId | null,
): Promise<ClientAssertionReading> {
  const assertion = body.get('client_assertion')
  const jwt = assertion === null ? null : readStrictJwt(assertion)
  const claims = jwt?.readable ? jwt.claims : {}
  const named = clientId ?? claims.sub ?? claims.iss
  const client = settings.clients.find((entry) => entry.clientId === named) ?? null
  const listed = jwt?.readable === true && clientSigningAlgorithms.some((alg) => alg === jwt.header.alg)
  const valid =
    client !== null &&
    jwt?.readable === true &&
    listed &&
    (
      await Promise.all(
        client.keys.map((jwk) =>
          verifyJwtSignature({ jwt, jwk, algorithms: clientSigningAlgorithms, verifySignature: ports.verifySignature }),
        ),
      )
    ).some(Boolean)
  const { jti } = claims
  const jtiDigest =
    client !== null && typeof jti === 'string' && jti !== ''
      ? digestOf(`${client.clientId}.${jti}`, ports.sha256)
      : null
  return {
    now: exchange.at,
    type: body.get('client_assertion_type'),
    sent: assertion !== null,
    unreadable: jwt === null || jwt.readable ? null : jwt,
    jwt: jwt?.readable
      ? {
          header: jwt.header,
          claims: jwt.claims,
          signature: client !== null && listed ? (valid ? 'valid' : 'invalid') : 'unverifiable',
        }
      : null,
    client,
    clientId,
    algorithms: clientSigningAlgorithms,
    issuer: authorizationServer,
    endpoints: [urls.token, urls.pushedAuthorizationRequest],
    jtiDigest,
    jtiHistory: await readJtiHistory('client_assertion_jti', jtiDigest, lost, ports),
  }
}

/** Reads a request's client authentication; never throws on bad input. RFC6749-2.3 */
export async function readClientAuthentication(
  context: IssuerContext,
  form: FormReading,
  endpoint: ClientAuthenticationReading['endpoint'],
  {
    sessionId,
    lost,
    pushed = null,
  }: {
    readonly sessionId: SessionId | null
    /** The exchange whose response may have been lost in a restart. */
    readonly lost: ExchangeId | null
    readonly pushed?: PushedClient | null
  },
): Promise<ClientAuthenticationReading> {
  const methods = methodsOf(context, form)
  const clientId = form.body.get('client_id')
  const [attestation, assertion] = await Promise.all([
    methods.some((method) => isAttested(method)) ? readWalletAttestation(context, clientId, { sessionId, lost }) : null,
    methods.includes('private_key_jwt') ? readClientAssertion(context, form, clientId, lost) : null,
  ])
  const attested = attestation?.attestation
  const unitStatus = await readUnitStatus(context, {
    attestations: attested?.signature === 'valid' ? [{ list: 1, status: attested.claims.client_status }] : [],
    isAsked: endpoint === 'token',
  })
  const subject = attested?.claims.sub ?? assertion?.jwt?.claims.sub
  const claimedClientId = typeof subject === 'string' ? subject : clientId
  return {
    endpoint,
    methods,
    advertised: clientAuthenticationMethods(context.settings, context.issuer.options.client_attestation.drafts),
    clientId,
    claimedClientId,
    registered: context.settings.clients.some((client) => client.clientId === claimedClientId),
    attestation,
    assertion,
    pushed,
    unitStatus,
  }
}

function methodsOf(context: IssuerContext, { body }: FormReading): ObservedMethod[] {
  const { exchange } = context
  const attested = [attestationHeader, popHeader].some((name) => headerValues(exchange, name).length > 0)
  const asserted = body.sent('client_assertion') || body.sent('client_assertion_type')
  const basic = headerValues(exchange, 'authorization').some((value) => /^\s*basic\b/i.test(value))
  return [
    ...(attested
      ? [isCombinedMode(context) ? ('attest_jwt_client_auth_dpop' as const) : ('attest_jwt_client_auth' as const)]
      : []),
    ...(asserted ? (['private_key_jwt'] as const) : []),
    ...(body.sent('client_secret') ? (['client_secret_post'] as const) : []),
    ...(basic ? (['client_secret_basic'] as const) : []),
  ]
}

interface Proven {
  readonly client: ClientAuthenticationReading
  readonly dpop: DpopReading
}

/**
 * Tells the wallet attestation the key of the DPoP proof. For a proof that serves as PoP of the attestation,
 * cross-references both readings; an attestation challenge then replaces the DPoP nonce.
 * @param lost the exchange whose response may have been lost in a restart
 * @throws StoreUnavailable
 * @see ABCA10-5.2, ABCA10-7.3
 */
export async function readCombinedMode(
  { client, dpop }: Proven,
  lost: ExchangeId | null,
  context: IssuerContext,
): Promise<Proven> {
  if (client.attestation === null) return { client, dpop }
  const { proof } = dpop
  const attestation = { ...client.attestation, dpopThumbprint: proof?.thumbprint ?? null }
  if (attestation.combined === null) return { client: { ...client, attestation }, dpop }
  const combined = { signature: proof?.signature ?? null, thumbprint: proof?.thumbprint ?? null }
  return {
    client: {
      ...client,
      attestation: { ...attestation, combined, ...(await readChallenge(proof?.claims.nonce, lost, context)) },
    },
    dpop: asksForChallenge(context) ? { ...dpop, policy: 'off', proof: proof && answering(proof) } : dpop,
  }
}

const answering = (proof: DpopProof): DpopProof =>
  proof.nonce.state === 'absent' ? proof : { ...proof, nonce: { state: 'challenge' } }
