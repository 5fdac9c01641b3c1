import { bind } from '../../checks/evaluate'
import {
  credentialBodyChecks,
  credentialMediaTypeChecks,
  credentialTokenChecks,
  credentialTokenPlaceChecks,
} from '../../checks/vci/credential'
import { dpopProofChecks, dpopSchemeChecks } from '../../checks/vci/dpop'
import { requestEncryptionChecks, responseEncryptionChecks } from '../../checks/vci/encryption'
import { keyAttestationChecks } from '../../checks/vci/key-attestation'
import { credentialAddressChecks } from '../../checks/vci/metadata'
import { proofNonceChecks } from '../../checks/vci/nonce'
import { jwtProofChecks } from '../../checks/vci/proof/jwt'
import { invariant } from '../../errors'
import type { Finding } from '../../finding'
import { credentialFormat } from '../../formats'
import { headerValue, type Reply } from '../../http/exchange'
import { jsonReply, textReply } from '../../http/reply'
import { credentialConfiguration } from '../../issuers'
import { encryptJwe } from '../../jose/encrypt-jwe'
import type { JsonObject } from '../../json'
import { answeredRequest } from '../../misdirected-reading'
import type { CredentialReading } from '../../oid4vci/credential-reading'
import { notificationId } from '../../oid4vci/notification/notification-id'
import { credentialKeys } from '../../oid4vci/proof/holder-keys'
import { readCredentialRequest } from '../../oid4vci/read-credential-request'
import { testPid } from '../../pid/test-pid'
import { readTokens } from '../../redact/read-token'
import type { RequestContext } from '../../request-context'
import { credentialIssuer } from '../../uris'
import { type DecidedEffect, type Decision, judged } from '../endpoint'
import { dpopEffects } from '../oauth/dpop/dpop-effects'
import { dpopNonceHeaders } from '../oauth/dpop/dpop-headers'
import { refuseProtected } from '../oauth/refuse-protected'
import { failedChecks, type Refusal, refusalOf } from '../refusal'
import { credentialEvents, nonceBinding } from './credential-evidence'
import { proofEffects } from './proof-effects'

/** In the order of answers: the token and its proof, then the body, then the key proof, then its nonce. */
const checks = [
  ...bind(credentialAddressChecks, (_reading: CredentialReading) => answeredRequest('requestCredential', 'POST')),
  ...bind(credentialTokenPlaceChecks, (reading: CredentialReading) => reading),
  ...bind(dpopSchemeChecks, (reading: CredentialReading) => reading.dpop),
  ...bind(credentialTokenChecks, (reading: CredentialReading) => reading),
  ...bind(dpopProofChecks, (reading: CredentialReading) => reading.dpop),
  ...bind(credentialMediaTypeChecks, (reading: CredentialReading) => reading),
  ...bind(requestEncryptionChecks, (reading: CredentialReading) => reading),
  ...bind(credentialBodyChecks, (reading: CredentialReading) => reading),
  ...bind(jwtProofChecks, (reading: CredentialReading) => reading.proofs),
  ...bind(keyAttestationChecks, (reading: CredentialReading) => reading.proofs),
  ...bind(proofNonceChecks, (reading: CredentialReading) => reading.proofs),
  ...bind(responseEncryptionChecks, (reading: CredentialReading) => reading),
]

/**
 * `POST /issuers/{id}/credential`. Whatever is refused is judged whole, and holder keys that were shown are kept as
 * evidence even then. Only an issued credential spends the `c_nonce`.
 * @see OID4VCI-1FINAL-8, RFC9449-7
 */
export const credentialEndpoint = judged<CredentialReading>({
  read: readCredentialRequest,
  checks: () => checks,
  decide: (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    return refusal ? refuse(reading, findings, refusal, context) : issue(reading, findings, context)
  },
})

async function issue(
  reading: CredentialReading,
  findings: readonly Finding[],
  context: RequestContext,
): Promise<Decision> {
  const { issuer, body, proofs, now } = reading
  const { ports, settings, exchange } = context
  const configuration = credentialConfiguration(issuer, String(body.configurationId))
  const keys = credentialKeys(proofs)
  invariant(
    configuration && keys.length > 0,
    'A credential request that no check refuses has a configuration and a key.',
  )
  const identifier = credentialIssuer(settings.baseUrl, issuer.id)
  const format = credentialFormat(configuration.format)
  const credentials = await Promise.all(
    keys.map(async ({ jwk }) => ({
      credential: await format.issue({
        configuration,
        subject: testPid(identifier),
        holderJwk: jwk,
        signer: ports.issuerKeys(issuer.id)[format.signedWith],
        issuer: identifier,
        now,
        random: ports.random,
        sha256: ports.sha256,
      }),
    })),
  )
  const sessionId = reading.accessToken.value?.sessionId ?? null
  const binding = nonceBinding(reading)
  const notified = settings.notificationEndpoint
  return {
    reply: await answer(
      { credentials, ...(notified ? { notification_id: notificationId(exchange.id, ports.keyedHash) } : {}) },
      reading,
      context,
    ),
    ...decryptedBody(reading),
    sessionId,
    events: [
      ...binding.events,
      ...credentialEvents(reading),
      {
        type: 'credential_issued',
        detail: {
          format: configuration.format,
          credential_configuration_id: configuration.id,
          count: credentials.length,
          encrypted: reading.responseEncryption !== null,
          notification: notified,
          holder_thumbprints: keys.map(({ thumbprint }) => thumbprint),
          dpop_nonce: reading.dpop.policy === 'off' ? 'off' : 'offered',
        },
      },
    ],
    effects: [
      ...proofEffects({
        reading: proofs,
        keys,
        issuerConfigurationId: issuer.id,
        exchangeId: exchange.id,
        sessionId,
        now,
        sha256: ports.sha256,
      }),
      ...binding.effects,
      ...dpopProofEffects(reading, findings, context),
    ],
    tokens: tokensOf(reading, context),
  }
}

/** The answer, encrypted when the request asked for it; errors never are. OID4VCI-1FINAL-8.3, OID4VCI-1FINAL-10 */
async function answer(body: JsonObject, reading: CredentialReading, context: RequestContext): Promise<Reply> {
  const headers = nonceHeaders(reading, context)
  const { responseEncryption } = reading
  if (responseEncryption === null) return jsonReply(200, body, headers)
  const { jwk, enc } = responseEncryption
  invariant(jwk?.publicJwk && enc !== null, 'A request that no check refuses names a public key and an enc value.')
  const jwe = await encryptJwe({ plaintext: JSON.stringify(body), jwk: jwk.publicJwk, kid: jwk.kid, enc })
  return textReply(200, 'application/jwt', jwe, headers)
}

const decryptedBody = ({ body: { encrypted } }: CredentialReading): Pick<Decision, 'decryptedBody'> =>
  encrypted?.plaintext == null ? {} : { decryptedBody: encrypted.plaintext }

function refuse(
  reading: CredentialReading,
  findings: readonly Finding[],
  refusal: Refusal,
  context: RequestContext,
): Decision {
  const { accessToken, dpop } = reading
  const { reply, status } = refuseProtected({
    refusal,
    baseUrl: context.settings.baseUrl,
    accessToken,
    dpop,
    nonce: nonceHeaders(reading, context),
  })
  const binding = nonceBinding(reading)
  const jti = dpop.proof?.claims.jti
  const challenge =
    refusal.error === 'use_dpop_nonce'
      ? [
          {
            type: 'dpop_nonce_challenged' as const,
            detail: { endpoint: 'credential', jti: typeof jti === 'string' ? jti.slice(0, 200) : null },
          },
        ]
      : []
  return {
    ...decryptedBody(reading),
    reply,
    sessionId: accessToken.value?.sessionId ?? null,
    events: [
      ...binding.events,
      ...credentialEvents(reading),
      { type: 'credential_rejected', detail: { status, error: refusal.error, failed_checks: failedChecks(findings) } },
      ...challenge,
    ],
    effects: [...binding.effects, ...dpopProofEffects(reading, findings, context)],
    tokens: tokensOf(reading, context),
  }
}

const nonceHeaders = ({ dpop, issuer, now }: CredentialReading, { ports }: RequestContext) =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuer.id, role: 'rs', now, keyedHash: ports.keyedHash })

const dpopProofEffects = (
  reading: CredentialReading,
  findings: readonly Finding[],
  { exchange }: RequestContext,
): DecidedEffect[] =>
  dpopEffects({
    reading: reading.dpop,
    findings,
    issuerConfigurationId: reading.issuer.id,
    exchangeId: exchange.id,
    sessionId: reading.accessToken.value?.sessionId ?? null,
  })

/** The tokens as they were read, for the decoded views. */
function tokensOf({ body, dpop, proofs }: CredentialReading, { exchange }: RequestContext) {
  const [element] = body.proofs.elements
  const attestation = proofs.keyAttestation?.jwt
  return readTokens([
    [headerValue(exchange, 'dpop'), dpop.proof],
    [element, proofs.type === 'jwt' ? proofs.jwt?.jwt : attestation],
    [proofs.jwt?.jwt?.header.key_attestation, attestation],
  ])
}
