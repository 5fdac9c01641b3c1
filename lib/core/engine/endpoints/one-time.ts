import { digestOf } from '../../shared/ports/digests'
import type { SessionId } from '../../shared/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import type { RequestContext } from './request-context'

/** A fresh random value of 32 bytes, base64url. */
export const randomValue = ({ ports }: RequestContext): string => toBase64url(ports.random(32))

interface RowInput {
  readonly kind: OneTimeKind
  readonly sessionId: SessionId | null
  readonly parent?: string
  readonly data?: JsonObject
}

/** The row to store for a handle until it expires; the handle itself is not stored. */
export const oneTimeRow = (
  context: RequestContext,
  { value, ttlSeconds, ...input }: RowInput & { readonly value: string; readonly ttlSeconds: number },
): OneTimeValue =>
  digestRow(context, {
    ...input,
    digest: digestOf(value, context.ports.sha256),
    expiresAt: addSeconds(context.exchange.at, ttlSeconds),
  })

/** Like oneTimeRow, for a value of which only a digest is known, or with a given expiry. */
export const digestRow = (
  { exchange, issuer }: Pick<RequestContext, 'exchange' | 'issuer'>,
  input: RowInput & { readonly digest: string; readonly expiresAt: EpochMillis },
): OneTimeValue => ({
  kind: input.kind,
  digest: input.digest,
  issuerId: issuer?.id ?? null,
  sessionId: input.sessionId,
  exchangeId: exchange.id,
  parent: input.parent ?? null,
  expiresAt: input.expiresAt,
  consumedAt: null,
  revokedAt: null,
  data: input.data ?? {},
})

/**
 * Names the values that a refused request carried, for its event: the digest of each that is stored, `null` for one
 * that this issuer did not give. What became of them is read from storage later.
 */
export function carriedValues(values: Readonly<Record<string, Pick<OneTimeValue, 'digest'> | null | undefined>>): {
  readonly carried?: JsonObject
} {
  const known = Object.entries(values).flatMap(([kind, value]) =>
    value === undefined ? [] : [[kind, value?.digest ?? null] as const],
  )
  return known.length === 0 ? {} : { carried: Object.fromEntries(known) }
}

/** Keyed digest of a redirect URI, so that its owner cannot be guessed from it. */
export const redirectUriDigest = (redirectUri: string, { ports }: RequestContext): string =>
  toBase64url(ports.keyedHash('redirect-uri', redirectUri))
