import type { DecidedEffect, EventDraft } from '../../engine/endpoints/endpoint'
import type { JsonObject } from '../../ground/values/json'
import { quoteStart } from '../../ground/values/wording'
import type { CredentialReading } from '../read/credential-reading'
import { encryptionFacts } from '../read/encryption/encryption-evidence'
import { eachProof } from '../read/proof/proofs-reading'

/** Events of every credential request, granted or refused: its arrival and the holder keys in it. */
export function credentialEvents(
  { proofs, proofHeaderKeys, dpop, body, responseEncryption }: CredentialReading,
  { refused = false }: { readonly refused?: boolean } = {},
): EventDraft[] {
  const sent = eachProof(proofs)
  const headerNames = sent.flatMap(({ jwt, keyAttestation }) =>
    Object.keys(jwt?.jwt?.header ?? keyAttestation?.jwt?.header ?? {}),
  )
  const received: EventDraft = {
    type: 'credential_request_received',
    detail: {
      credential_configuration_id:
        typeof body.configurationId === 'string' ? quoteStart(body.configurationId, 200) : null,
      proof_type: quoteStart(body.proofs.types[0], 64) ?? null,
      body_bytes: body.bytes,
      encrypted: body.encrypted !== null,
      encryption: encryptionFacts(body.encrypted, responseEncryption),
      key_count: proofs.holderKeys.length,
      jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
      // A proof may name its key by a kid, so that the proof alone does not show which key it is.
      proof_key_thumbprint: proofs.jwt?.jwt?.key?.jwk.thumbprint ?? null,
      ...(sent.length > 1
        ? { proof_key_thumbprints: sent.map(({ jwt }) => jwt?.jwt?.key?.jwk.thumbprint ?? null) }
        : {}),
      proof_header_fields: [...new Set(headerNames)].slice(0, 20).map((name) => quoteStart(name, 64)),
      proof_header_keys: proofHeaderKeys.map(({ jwk, kid }): JsonObject => (kid === null ? jwk : { ...jwk, kid })),
      proof_header_keys_source: proofHeaderKeys[0] ? `credential.body.${proofHeaderKeys[0].place}` : null,
    },
  }
  if (proofs.holderKeys.length === 0) return [received]
  const observed: EventDraft = {
    type: 'wallet_jwks_observed',
    detail: {
      source: `credential.body.proofs.${proofs.type ?? 'jwt'}${sent.length > 1 ? '' : '[0]'}`,
      thumbprints: proofs.holderKeys.map(({ thumbprint }) => thumbprint),
      ...(refused ? { refused } : {}),
      keys: proofs.holderKeys.map(({ jwk, kid }): JsonObject => ({ ...jwk, kid })),
    },
  }
  return [received, observed]
}

/**
 * Binds the exchanges that handed out the nonces to the session that now uses them; the nonce endpoint itself knows no
 * session.
 */
export function nonceBinding({ proofs, accessToken }: CredentialReading): {
  events: EventDraft[]
  effects: DecidedEffect[]
} {
  const sessionId = accessToken.value?.sessionId
  const nonces = new Map(
    eachProof(proofs).flatMap(({ nonce }) =>
      nonce?.state === 'fresh' && nonce.source === 'nonce_endpoint' && nonce.exchangeId
        ? [[nonce.exchangeId, nonce] as const]
        : [],
    ),
  )
  if (!sessionId) return { events: [], effects: [] }
  return {
    events: [...nonces].map(([exchangeId, { source, issuedAt }]) => ({
      type: 'nonce_issued',
      detail: { source },
      exchangeId,
      ...(issuedAt === undefined ? {} : { at: issuedAt }),
    })),
    effects: [...nonces.keys()].map((exchangeId) => ({ type: 'bind', exchangeId, sessionId })),
  }
}
