import { toBase64url } from '../base64url'
import { digestOf } from '../digest-of'
import type { SessionId } from '../ids'
import type { JsonObject } from '../json'
import type { RequestContext } from '../request-context'
import type { OneTimeKind, OneTimeValue } from '../store-types'
import { addSeconds } from '../time'

/** A fresh random value of 32 bytes, base64url. */
export const randomValue = ({ ports }: RequestContext): string => toBase64url(ports.random(32))

/** The row that is kept of a handle for as long as it lives; the handle itself is not stored. */
export const oneTimeRow = (
  { exchange, params, ports }: RequestContext,
  input: {
    readonly kind: OneTimeKind
    readonly value: string
    readonly sessionId: SessionId | null
    readonly ttlSeconds: number
    readonly parent?: string
    readonly data?: JsonObject
  },
): OneTimeValue => ({
  kind: input.kind,
  digest: digestOf(input.value, ports.sha256),
  issuerConfigurationId: params.issuerConfigurationId ?? null,
  sessionId: input.sessionId,
  exchangeId: exchange.id,
  parent: input.parent ?? null,
  expiresAt: addSeconds(exchange.at, input.ttlSeconds),
  consumedAt: null,
  revokedAt: null,
  data: input.data ?? {},
})

/** Digest of a redirect URI that its holder cannot be guessed from. */
export const redirectUriDigest = (redirectUri: string, { ports }: RequestContext): string =>
  toBase64url(ports.keyedHash('redirect-uri', redirectUri))
