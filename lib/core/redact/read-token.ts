import type { JsonObject } from '../json'

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
