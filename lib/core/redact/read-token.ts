import type { JsonObject } from '../json'
import { readTokenPart } from './read-token-part'
import type { Redaction } from './redaction'

/** A compact token of the request, as its endpoint read and verified it. */
export interface ReadToken {
  /** `null` where it could not be read. */
  readonly header: JsonObject | null
  readonly claims: JsonObject | null
  readonly signature: 'valid' | 'invalid' | 'unchecked'
}

/** What an endpoint knows of a token; header and claims are what `JSON.parse` gave. */
interface TokenReading {
  readonly header: Readonly<Record<string, unknown>> | null
  readonly claims: Readonly<Record<string, unknown>> | null
  /** Anything but `valid` and `invalid` says that nothing was verified. */
  readonly signature: string
}

/** Collects tokens by their text as received, so that redaction reads none of them again. Leaves out what was not read. */
export const readTokens = (
  found: Iterable<readonly [token: unknown, reading: TokenReading | null | undefined]>,
): ReadonlyMap<string, ReadToken> =>
  new Map(
    [...found].flatMap(([token, reading]) => (typeof token === 'string' && reading ? [[token, toToken(reading)]] : [])),
  )

const toToken = ({ header, claims, signature }: TokenReading): ReadToken => ({
  header: header as JsonObject | null,
  claims: claims as JsonObject | null,
  signature: signature === 'valid' || signature === 'invalid' ? signature : 'unchecked',
})

/** The header of a compact token, as the endpoint read it or else read now; `null` when it is no JSON object. */
export const tokenHeader = (token: string, redaction: Redaction): JsonObject | null =>
  redaction.tokenOf(token)?.header ?? readTokenPart(token.split('.', 1)[0] ?? '')

/** The claims of a signed compact token, in the same way. */
export const tokenClaims = (token: string, redaction: Redaction): JsonObject | null =>
  redaction.tokenOf(token)?.claims ?? readTokenPart(token.split('.', 2)[1] ?? '')

/** What verification found of a token. */
export const tokenSignature = (token: string, redaction: Redaction): ReadToken['signature'] =>
  redaction.tokenOf(token)?.signature ?? 'unchecked'
