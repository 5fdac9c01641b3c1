import type { Exchange } from '../../shared/http/exchange'
import type { Asker } from '../../shared/ports/places'
import type { Ports } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { Collaborators } from './collaborators'

/** The input of a protocol function for one request. */
export interface RequestContext {
  readonly exchange: Exchange
  /** Variables of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  /**
   * The issuer in the path, with its session if it belongs to one; `null` if the path names none. Issuer endpoints look
   * up more about it.
   */
  readonly issuer: {
    readonly id: string
    readonly session: Pick<IssuanceSession, 'sessionId' | 'laboratory'> | null
  } | null
  readonly ports: Ports
  readonly settings: ProtocolSettings
  readonly asker: Asker
  readonly collaborators: Collaborators
  /**
   * Keyed hashes of the client's network, and of its address and user agent, joined by a dot; they distinguish clients
   * without identifying them.
   */
  readonly client: string
  /** True if an untrusted proxy makes many clients look like one. */
  readonly clientHidden: boolean
}
