import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { HandedOut } from '../../engine/endpoints/endpoint'
import { digestRow } from '../../engine/endpoints/one-time'
import { digestOf } from '../../shared/ports/digests'
import type { ExchangeId, SessionId } from '../../shared/ports/ids'
import type { Sha256 } from '../../shared/ports/ports'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { fromBase64url, fromUtf8, toBase64url } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { quoteStart } from '../../shared/values/wording'
import type { IssuerContext } from '../configurations/issuer-in-play'
import type { CredentialReading } from '../read/credential-request'
import { encryptionFacts } from '../read/encryption/encrypted-body'
import { eachProof, type HolderKey, type ProofsReading } from '../read/proof/proofs-reading'

/** Events of every credential request, granted or refused, and of the holder keys in it. */
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
      // A proof may name its key by `kid` alone, which does not show the key.
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
 * Links the exchanges that handed out the nonces to the session that now uses them, since the nonce endpoint knows no
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

/**
 * Strings that only the holder of these credentials may know: the signed part of an SD-JWT VC and each Disclosure with
 * its salt; an mdoc and the salt of each element.
 */
export const credentialSecrets = (credentials: readonly string[], expiresAt: EpochMillis): HandedOut[] =>
  credentials.flatMap((credential): HandedOut[] => {
    const [signed = '', ...disclosures] = credential.split('~')
    if (!signed.includes('.'))
      return [
        { secret: credential, expiresAt, kind: 'document' },
        ...saltsOf(credential).map((secret): HandedOut => ({ secret, expiresAt, kind: 'disclosure' })),
      ]
    return [
      { secret: signed, expiresAt },
      ...disclosures.flatMap((disclosure): HandedOut[] =>
        [disclosure, saltOf(disclosure)].flatMap((secret) =>
          secret === null || secret === '' ? [] : [{ secret, expiresAt, kind: 'disclosure' }],
        ),
      ),
    ]
  })

/** The salt, which comes first in our Disclosures. RFC9901-4.2.1 */
function saltOf(disclosure: string): string | null {
  const bytes = fromBase64url(disclosure)
  const text = bytes && fromUtf8(bytes)
  return /^\["([\w-]+)"/.exec(text ?? '')?.[1] ?? null
}

/**
 * CBOR of `random` and the head of 32 bytes, which precede the salt in our mdoc elements. ISO/IEC 18013-5 section
 * 9.1.2.5
 */
const beforeSalt = [0x66, 0x72, 0x61, 0x6e, 0x64, 0x6f, 0x6d, 0x58, 0x20]

const saltBytes = 32

/** Salts of an mdoc in base64url, at each possible byte offset. */
function saltsOf(document: string): string[] {
  const bytes = fromBase64url(document) ?? new Uint8Array()
  const salts: string[] = []
  for (let at = bytes.indexOf(0x66); at >= 0; at = bytes.indexOf(0x66, at + 1)) {
    if (!beforeSalt.every((byte, index) => bytes[at + index] === byte)) continue
    const start = at + beforeSalt.length
    // Groups of three bytes, so that the characters encode no neighbouring byte.
    for (let offset = 0; offset < 3; offset++)
      salts.push(toBase64url(bytes.subarray(start + offset, start + saltBytes - ((saltBytes - offset) % 3))))
  }
  return salts
}

/** How long a holder key is remembered, to detect its reuse in another session. */
const holderKeyMemorySeconds = 30 * 24 * 3600

/**
 * Effects of accepted proofs: spends their nonces, including that of a required key attestation, and remembers the
 * holder keys. Of two parallel uses of a nonce one loses the race and is decided again as a replay.
 */
export function proofEffects({
  reading,
  keys,
  issuerId,
  exchangeId,
  sessionId,
  now,
  sha256,
}: {
  readonly reading: ProofsReading
  /** Keys with a credential. */
  readonly keys: readonly HolderKey[]
  readonly issuerId: string
  readonly exchangeId: ExchangeId
  readonly sessionId: SessionId | null
  readonly now: EpochMillis
  readonly sha256: Sha256
}): DecidedEffect[] {
  const nonces = eachProof(reading).flatMap(({ nonce, keyAttestation }) => [
    nonce,
    keyAttestation?.conditions.demanded ? keyAttestation.jwt?.nonce : null,
  ])
  const digests = nonces.flatMap((nonce) => (nonce?.state === 'fresh' && nonce.digest !== null ? [nonce.digest] : []))
  return [
    ...[...new Set(digests)].map((digest): DecidedEffect => ({ type: 'consume', kind: 'c_nonce', digest })),
    ...keys.map(({ thumbprint }): DecidedEffect => {
      const digest = digestOf(thumbprint, sha256)
      const first = reading.holderKeys.find((key) => key.digest === digest)?.firstSession ?? null
      const isAgain = first !== null && sessionId !== null && first !== sessionId
      return {
        type: 'remember',
        value: {
          kind: 'holder_key',
          // A key of another session is remembered once more, so that it names neither of them.
          digest: isAgain ? digestOf(`${digest}.${sessionId}`, sha256) : digest,
          issuerId,
          sessionId,
          exchangeId,
          parent: isAgain ? digest : null,
          expiresAt: addSeconds(now, holderKeyMemorySeconds),
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      }
    }),
  ]
}

/**
 * Effects of key attestations in a granted request: remembers that they were used, and their keys. TS3-2.2.2.1
 */
export function attestationUseEffects(
  { proofs }: CredentialReading,
  sessionId: SessionId | null,
  context: IssuerContext,
): DecidedEffect[] {
  const used = new Map(
    eachProof(proofs).flatMap(({ keyAttestation }) => {
      const { use } = keyAttestation ?? {}
      if (use === undefined) return []
      return [
        [use.attestationDigest, 'key_attestation'] as const,
        ...use.keyDigests.map((digest) => [digest, 'attested_key'] as const),
      ]
    }),
  )
  const expiresAt = addSeconds(context.exchange.at, holderKeyMemorySeconds)
  return [...used].map(([digest, kind]) => ({
    type: 'remember',
    value: digestRow(context, { kind, digest, sessionId, expiresAt }),
  }))
}
