import type { Exchange } from '../../shared/http/exchange'
import type { Asker } from '../../shared/ports/places'
import type { Ports } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import type { IssuanceSession, Session } from '../../shared/ports/store-types'
import type { Workbench } from '../../shared/ports/workbench'
import type { Collaborators } from './collaborators'
import type { DecidedEffect, EventDraft } from './decided'

/** The session that a wallet finds behind a code that stays, and what is written with it if this request made it. */
export interface AtDoor {
  readonly session: Session
  readonly made: { readonly events: readonly EventDraft[]; readonly effects: readonly DecidedEffect[] } | null
}

/** What a door asks of the campaigns, which know how sessions are made. */
interface CampaignDoor {
  /** The session that a running campaign of the workbench has for a wallet now; `null` if there is none for this code. */
  readonly campaignAtDoor: (
    kind: Session['kind'],
    workbench: Workbench,
    context: RequestContext,
  ) => Promise<AtDoor | null>
}

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
  readonly collaborators: Collaborators & CampaignDoor
  /**
   * Keyed hashes of the client's network, and of its address and user agent, joined by a dot; they distinguish clients
   * without identifying them.
   */
  readonly client: string
  /** True if an untrusted proxy makes many clients look like one. */
  readonly clientHidden: boolean
}
