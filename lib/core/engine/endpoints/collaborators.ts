import type { CredentialConfiguration } from '../../shared/formats/credential-format'
import type { Exchange, Reply } from '../../shared/http/exchange'
import type { Level } from '../../shared/ports/finding'
import type { CampaignId, IssuerConfigurationId, SessionId } from '../../shared/ports/ids'
import type { Asker } from '../../shared/ports/places'
import type { FetchedDocument, Ports, Sha256, Signer } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import type { IssuanceSession, PresentationSession, Session } from '../../shared/ports/store-types'
import type { EpochMillis } from '../../shared/time/time'
import type { CatalogueVersion } from '../checks/check-contract'
import type { Evidence } from '../evidence/load-evidence'
import type { FoldInput } from '../evidence/session-kind'
import type { WrongTrustOf } from '../sessions/session-trust'

/** A type whose metadata this service hosts. */
interface HostedType {
  readonly type: CredentialConfiguration
  /** Certificates that sign credentials of its issuer, leaf first. */
  readonly x5c: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/**
 * What one part of the service needs from the others. Issuer and verifier import neither each other nor anything that
 * leads through both, so the functions are injected: `lib/core/service/collaborators.ts` provides them.
 */
export interface Collaborators {
  /** The version of the whole catalogue; changes when a check is added or its level, profile or error changes. */
  readonly catalogue: (sha256: Sha256) => CatalogueVersion
  /** The configurations of our own issuers; `ports.issuerKeys` has their keys. */
  readonly issuerConfigurationIds: readonly IssuerConfigurationId[]
  /**
   * The type of the credential that an issuance issues, with its deviation applied; `null` if the configuration is
   * unknown.
   */
  readonly issuedType: (session: IssuanceSession) => CredentialConfiguration | null
  /** Whether an issuance serves wrong metadata of its type on purpose, with which no payment is confirmed. TS12-3.2 */
  readonly servesWrongType: (session: IssuanceSession) => boolean
  /**
   * Key and root of an issuer that belongs to a session, by its identifier; `null` for any other, including our shared
   * ones.
   */
  readonly ownLaboratory: (
    identifier: string,
    context: Pick<Installation, 'settings'> & { readonly ports: Ports },
  ) => Promise<OwnIssuer | null>
  /**
   * The type whose metadata this service hosts at an address, with the certificates of its issuer, and the metadata as
   * served, deviations included, `null` where the address answers otherwise. `null` for any other address.
   */
  readonly hostedType: (
    address: string,
    context: { readonly ports: Ports; readonly settings: Pick<ProtocolSettings, 'baseUrl'> },
  ) => Promise<HostedType | null>
  /** A status list of our issuers, as served; `null` for an address that is not ours. */
  readonly ownStatusList: (
    uri: string,
    context: { readonly at: EpochMillis; readonly ports: Ports; readonly baseUrl: string },
  ) => Promise<{ readonly sessionId: SessionId | null; readonly document: FetchedDocument } | null>
  /** Deliberate errors in the trust resources of a session. */
  readonly wrongTrust: WrongTrustOf
  /**
   * True if only a later presentation shows whether the wallet kept the issued credential, because it is wrong or can
   * be revoked.
   */
  readonly showsLater: (session: IssuanceSession) => boolean
  /** Reads the preset and campaign of a session request. Throws ProtocolError, see readPlace. */
  readonly readPlace: (
    kind: Session['kind'],
    request: Readonly<Record<string, unknown>>,
    context: Installation & { readonly exchange: Exchange; readonly asker: Asker },
    made?: Made,
  ) => Promise<Place>
  /** The ids of the official cases that a finding of this session helps to decide, and the edition that they are of. */
  readonly officialCases: (
    evidence: Pick<Evidence<PresentationSession>, 'session' | 'events'>,
    context: Installation,
  ) => Required<Pick<FoldInput<PresentationSession>, 'officialCases' | 'casesEdition'>>
  /** The report of a session in every form as one signed archive. Throws ProtocolError. */
  readonly sessionBundle: (
    session: Session,
    failOn: Level,
    context: Installation & { readonly exchange: Exchange; readonly asker: Asker },
  ) => Promise<Reply>
}

/** The key of one of our SD-JWT VC issuers. */
export interface OwnIssuer {
  readonly identifier: string
  readonly key: Pick<Signer, 'kid' | 'publicJwk'>
  /** Its own root, base64 DER; `null` if it is the installation's. */
  readonly root: string | null
}

/** Installation-wide inputs of every request. */
interface Installation {
  readonly ports: Ports
  readonly settings: ProtocolSettings
}

/** What the caller of a session request knows about the session, if it is no tester. */
export interface Made {
  /** Number of sessions in its campaign. */
  readonly campaignSessions?: number
  /** Digest of its workbench. */
  readonly workbench?: string
  readonly startedBy?: string
  /** The verifier in its link, if that is older: its certificate signs while it is valid. */
  readonly clientId?: string
}

/** The preset, campaign and workbench of a session; empty for a stand-alone one. */
export interface Place {
  readonly preset?: string
  readonly campaignId?: CampaignId
  /** Digest of the workbench. */
  readonly workbench?: string
  readonly startedBy?: string
}
