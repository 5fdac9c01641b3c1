import type { RequestContext } from '../endpoint'
import { invariant } from '../errors'
import { credentialTtlSeconds } from '../formats/sd-jwt-vc/issue-sd-jwt-vc'
import { credentialIssuer } from '../identifiers'
import { issuerConfiguration } from '../issuers'
import { withHolderKeys } from '../oauth/dpop/dpop-reading'
import { readDpop } from '../oauth/dpop/read-dpop'
import { readDpopHistory } from '../oauth/dpop/read-dpop-history'
import { readAccessToken } from '../oauth/read-access-token'
import { addSeconds, toEpochSeconds } from '../time'
import type { CredentialReading } from './credential-reading'
import { readProofs } from './proof/read-proofs'
import { readCredentialBody } from './read-credential-body'

/** Reads a credential request as far as it goes; never throws because of what was sent. OID4VCI-1FINAL-8.2 */
export async function readCredentialRequest(context: RequestContext): Promise<CredentialReading> {
  const { exchange, params, ports, settings } = context
  const issuer = issuerConfiguration(params.issuerConfigurationId ?? '')
  invariant(issuer, 'The router lets only known issuer configurations through.')
  const identifier = credentialIssuer(settings.baseUrl, issuer.id)
  const body = readCredentialBody(exchange)
  const accessToken = await readAccessToken(context, body.json.ok ? body.json.value : null)
  const sessionId = accessToken.value?.sessionId ?? null
  const [session, events] =
    sessionId === null ? [null, []] : await Promise.all([ports.store.session(sessionId), ports.store.events(sessionId)])
  const [dpop, proofs] = await Promise.all([
    readDpop({
      exchange,
      endpointUrl: `${identifier}/credential`,
      role: 'rs',
      accessToken: accessToken.token,
      boundThumbprint: text(accessToken.value?.data.jkt),
      issuerConfigurationId: issuer.id,
      policy: session?.options.dpop_nonce ?? settings.dpopNonce,
      algorithms: settings.dpopSigningAlgs,
      ports,
      sessionId,
      history: readDpopHistory(events, 'credential'),
    }),
    readProofs({
      type: body.proofs.types[0] ?? null,
      element: body.proofs.elements[0],
      credentialIssuer: identifier,
      issuerConfigurationId: issuer.id,
      clientId: text(accessToken.value?.data.client_id),
      sessionId,
      algorithms: ['ES256'],
      attestationDemanded: issuer.keyAttestationsRequired,
      settings,
      credentialExpiresAt: toEpochSeconds(addSeconds(exchange.at, credentialTtlSeconds)),
      now: exchange.at,
      ports,
    }),
  ])
  return {
    now: exchange.at,
    issuer,
    accessToken,
    dpop: withHolderKeys(
      dpop,
      proofs.holderKeys.map(({ thumbprint }) => thumbprint),
    ),
    body,
    proofs,
    advertised: issuer.credentialConfigurations.map(({ id }) => id),
    proofTypes: issuer.proofTypes,
    session,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
