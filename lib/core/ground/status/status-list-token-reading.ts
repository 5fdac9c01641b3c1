import type { StatusBits } from './status-bits'

/**
 * What makes a status list token unusable. `no_key`: nothing says who signed it. `untrusted`: its certificates lead to no
 * trust anchor. `compression`: the list is not in the ZLIB data format, or too large. TSL14-5, TSL14-8.3
 */
export type StatusListProblem =
  | 'unreadable'
  | 'typ'
  | 'no_key'
  | 'signature'
  | 'untrusted'
  | 'sub'
  | 'iat'
  | 'expired'
  | 'ttl'
  | 'list'
  | 'compression'

/** A status list token, as facts. */
export interface StatusListTokenReading {
  /** Everything that is wrong with it, in the order of the rules. */
  readonly problems: readonly StatusListProblem[]
  /** The list, where one could be read: even of a token that nobody may rely on. */
  readonly list: { readonly bits: StatusBits; readonly bytes: Uint8Array } | null
}
