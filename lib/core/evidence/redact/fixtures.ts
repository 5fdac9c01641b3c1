import fc from 'fast-check'
import { toBase64url, utf8 } from '../../base64url'
import type { Exchange, HeaderField, Reply } from '../../http/exchange'
import { exchangeId } from '../../ids'
import type { Json } from '../../json'
import { epochMillis } from '../../time'
import type { RedactExchangeInput } from './redact-exchange'

/** Test data of the redaction tests. */

/** Stands in for the keyed hash: 16 hexadecimal digits, the same for the same value. */
export function fingerprint(value: string): string {
  let left = 0x811c9dc5
  let right = 0x9dc5811c
  for (let index = 0; index < value.length; index++) {
    left = Math.imul(left ^ value.charCodeAt(index), 0x01000193)
    right = Math.imul(right + value.charCodeAt(index), 0x85ebca6b) ^ left
  }
  return [left, right].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

export const publicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}

export const encode = (value: Json): string => toBase64url(utf8(JSON.stringify(value)))

/** 64 bytes that look like a signature. */
export const signature = toBase64url(Uint8Array.from({ length: 64 }, (_, index) => (index * 37 + 11) & 255))

/** A compact JWS whose signature is no real one. */
export const jws = (header: Json, claims: Json): string => `${encode(header)}.${encode(claims)}.${signature}`

/** Any string of UTF-16 units, lone surrogates and controls too. */
export const anyString = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})

interface Given {
  readonly headers?: readonly HeaderField[]
  readonly query?: string | null
  readonly body?: string | Uint8Array | Json
  readonly type?: string | null
  readonly reply?: Reply | null
  readonly bodyOverflow?: boolean
}

/** The input of redactExchange; a body that is no text becomes JSON. */
export function given({
  headers = [],
  query = null,
  body = '',
  type = null,
  reply = null,
  bodyOverflow = false,
}: Given): RedactExchangeInput {
  const bytes = body instanceof Uint8Array ? body : utf8(typeof body === 'string' ? body : JSON.stringify(body))
  const exchange: Exchange = {
    id: exchangeId('00000000-0000-4000-8000-000000000001'),
    at: epochMillis(1_700_000_000_000),
    method: 'POST',
    path: '/issuers/test/token',
    query,
    headers: type === null ? headers : [['Content-Type', type], ...headers],
    body: bytes,
    bodyOverflow,
    bodyBytes: bytes.length,
    remoteAddress: '192.0.2.7',
    verbatim: true,
  }
  return { exchange, reply, fingerprint }
}

export const formType = 'application/x-www-form-urlencoded'
export const jsonType = 'application/json'

/** A JSON answer. */
export const answer = (body: Json, headers: readonly HeaderField[] = []): Reply => ({
  status: 200,
  headers: [['Content-Type', jsonType], ...headers],
  body: JSON.stringify(body),
})
