import type { CredentialType } from '../../ground/formats/credential-configuration'
import type { CampaignId, IssuerConfigurationId } from '../../ground/ports/ids'
import type { Ports, Sha256 } from '../../ground/ports/ports'
import type { ProtocolSettings } from '../../ground/ports/settings'
import type { IssuanceSession, PresentationSession, Session } from '../../ground/ports/store-types'
import type { CatalogueVersion } from '../checks/check-contract'
import type { ConformanceEntry } from '../evidence/session-view'
import type { Asker } from './asker'

/**
 * What one part of the service asks of the others. Issuer and verifier import neither each other nor what leads through
 * both, so the answers are handed in: `lib/core/service/neighbours.ts` names who gives them.
 */
export interface Neighbours {
  /** Which checks there are, of both halves: `version` changes when one is added or its level, profile or error changes. */
  readonly catalogue: (sha256: Sha256) => CatalogueVersion
  /** The configurations of our own issuer, whose keys `ports.issuerKeys` holds. */
  readonly issuerConfigurationIds: readonly IssuerConfigurationId[]
  /** The type of the credential that an issuance hands out, also where it is wrong on purpose; `null` for none that we know. */
  readonly issuedType: (session: IssuanceSession) => CredentialType | null
  /** True where an issuance hands out a wrong credential, and only a later presentation shows whether the wallet kept it. */
  readonly showsLater: (session: IssuanceSession) => boolean
  /** What a session request says it is a part of. Throws ProtocolError, see readPlace. */
  readonly readPlace: (
    kind: Session['kind'],
    request: Readonly<Record<string, unknown>>,
    context: Installation & { readonly asker: Asker },
    sessions?: number,
  ) => Promise<Place>
  /** Gives the ids of the official cases that a finding of this session helps to decide. */
  readonly officialCases: (
    session: PresentationSession,
    context: Installation,
  ) => (finding: ConformanceEntry) => readonly string[]
}

/** What every request of an installation is answered with. */
interface Installation {
  readonly ports: Ports
  readonly settings: ProtocolSettings
}

/** What a session is a part of; empty for one that stands for itself. */
export interface Place {
  readonly preset?: string
  readonly campaignId?: CampaignId
}
