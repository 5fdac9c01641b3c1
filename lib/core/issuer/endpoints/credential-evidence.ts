import type { DecidedEffect, EventDraft } from '../../engine/endpoints/endpoint'
import type { JsonObject } from '../../ground/values/json'
import type { CredentialReading } from '../read/credential-reading'
import { encryptionFacts } from '../read/encryption/encryption-evidence'

/** Events of every credential request, granted or refused: its arrival and the holder keys in it. */
export function credentialEvents(
  { proofs, proofHeaderKeys, dpop, body, responseEncryption }: CredentialReading,
  { refused = false }: { readonly refused?: boolean } = {},
): EventDraft[] {
  const proofHeader = proofs.jwt?.jwt?.header ?? proofs.keyAttestation?.jwt?.header ?? {}
  const received: EventDraft = {
    type: 'credential_request_received',
    detail: {
      credential_configuration_id: typeof body.configurationId === 'string' ? body.configurationId.slice(0, 200) : null,
      proof_type: body.proofs.types[0] ?? null,
      body_bytes: body.bytes,
      encrypted: body.encrypted !== null,
      encryption: encryptionFacts(body.encrypted, responseEncryption),
      key_count: proofs.holderKeys.length,
      jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
      // A proof may name its key by a kid, so that the proof alone does not show which key it is.
      proof_key_thumbprint: proofs.jwt?.jwt?.key?.jwk.thumbprint ?? null,
      proof_header_fields: Object.keys(proofHeader)
        .map((name) => name.slice(0, 64))
        .slice(0, 20),
      proof_header_keys: proofHeaderKeys.map(({ jwk, kid }): JsonObject => (kid === null ? jwk : { ...jwk, kid })),
      proof_header_keys_source: proofHeaderKeys[0] ? `credential.body.${proofHeaderKeys[0].place}` : null,
    },
  }
  if (proofs.holderKeys.length === 0) return [received]
  const observed: EventDraft = {
    type: 'wallet_jwks_observed',
    detail: {
      source: proofs.type === 'jwt' ? 'credential.body.proofs.jwt[0]' : 'credential.body.proofs.attestation[0]',
      thumbprints: proofs.holderKeys.map(({ thumbprint }) => thumbprint),
      ...(refused ? { refused } : {}),
      keys: proofs.holderKeys.map(({ jwk, kid }): JsonObject => ({ ...jwk, kid })),
    },
  }
  return [received, observed]
}

/**
 * Binds the exchange that handed out the nonce to the session that now uses it; the nonce endpoint itself knows no
 * session.
 */
export function nonceBinding({ proofs, accessToken }: CredentialReading): {
  events: EventDraft[]
  effects: DecidedEffect[]
} {
  const nonce = proofs.nonce
  const sessionId = accessToken.value?.sessionId
  if (nonce?.state !== 'fresh' || nonce.source !== 'nonce_endpoint' || !nonce.exchangeId || !sessionId) {
    return { events: [], effects: [] }
  }
  const issued: EventDraft = {
    type: 'nonce_issued',
    detail: { source: nonce.source },
    exchangeId: nonce.exchangeId,
    ...(nonce.issuedAt === undefined ? {} : { at: nonce.issuedAt }),
  }
  return { events: [issued], effects: [{ type: 'bind', exchangeId: nonce.exchangeId, sessionId }] }
}
