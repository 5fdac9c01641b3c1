import { readJwt } from '../../../ground/jose/jwt'

/** Most statements of a chain that are looked at. */
const statementsMax = 20

/** The Trust Chain of OpenID Federation in the header of a proof, as far as it can be read; nothing in it is followed. */
export interface TrustChainReading {
  /** How many statements there are; `null` if it is not an array. */
  readonly length: number | null
  /** Place of the first element that is not a signed JWT, counted from zero; `null` without one. */
  readonly unreadable: number | null
  /** `alg` of each readable statement, as sent. */
  readonly algorithms: readonly unknown[]
}

/** Reads the header parameter `trust_chain`; `null` if there is none. Never throws. OID4VCI-1FINALA-F.1 */
export function readTrustChain(value: unknown): TrustChainReading | null {
  if (value === undefined) return null
  if (!Array.isArray(value)) return { length: null, unreadable: null, algorithms: [] }
  const read = value
    .slice(0, statementsMax)
    .map((statement: unknown) => (typeof statement === 'string' ? readJwt(statement) : null))
  const unreadable = read.findIndex((statement) => statement?.readable !== true)
  return {
    length: value.length,
    unreadable: unreadable === -1 ? null : unreadable,
    algorithms: read.flatMap((statement) => (statement?.readable ? [statement.header.alg] : [])),
  }
}
