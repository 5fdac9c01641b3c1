/**
 * A list of trusted entities (LoTE) in its JSON form, as far as this service makes or reads one. The names are those of
 * the JSON schema of ETSI TS 119 602, cited here after the EU libraries that name it.
 * @see E602-6
 */
export interface LoteDocument {
  readonly LoTE: {
    readonly ListAndSchemeInformation: ListAndSchemeInformation
    readonly TrustedEntitiesList: readonly TrustedEntity[]
  }
}

/** A text in one language. @see E602-6.1 */
export interface LangText {
  readonly lang: string
  readonly value: string
}

/** An address in one language. @see E602-6.1 */
export interface LangUri {
  readonly lang: string
  readonly uriValue: string
}

export interface PostalAddress {
  readonly lang: string
  readonly StreetAddress: string
  readonly Locality: string
  readonly PostalCode: string
  /** ISO 3166-1 alpha-2. */
  readonly Country: string
}

/** @see E602-6.3 */
export interface ListAndSchemeInformation {
  /** Grows when the way to read a list changes. */
  readonly LoTEVersionIdentifier: number
  /** Grows with each release of the list, and never falls. @see E602-6.3.2 */
  readonly LoTESequenceNumber: number
  readonly LoTEType: string
  readonly SchemeOperatorName: readonly LangText[]
  readonly SchemeOperatorAddress: {
    readonly SchemeOperatorPostalAddress: readonly PostalAddress[]
    readonly SchemeOperatorElectronicAddress: readonly LangUri[]
  }
  readonly SchemeName: readonly LangText[]
  readonly SchemeInformationURI: readonly LangUri[]
  readonly StatusDeterminationApproach: string
  readonly SchemeTypeCommunityRules: readonly LangUri[]
  readonly SchemeTerritory: string
  readonly PolicyOrLegalNotice: readonly { readonly LoTEPolicy: LangUri }[]
  readonly HistoricalInformationPeriod?: number
  readonly PointersToOtherLoTE?: readonly OtherLotePointer[]
  /** UTC in whole seconds, with `Z`. */
  readonly ListIssueDateTime: string
  /** The same; by then another release is served. @see E602-6.3.15 */
  readonly NextUpdate: string
  readonly DistributionPoints: readonly string[]
}

/** Where another list is, and by whom it is signed. @see E602-6.3.13 */
export interface OtherLotePointer {
  readonly LoTELocation: string
  readonly ServiceDigitalIdentities: readonly DigitalIdentity[]
  readonly LoTEQualifiers: readonly {
    readonly LoTEType: string
    readonly SchemeOperatorName: readonly LangText[]
    readonly SchemeTypeCommunityRules: readonly LangUri[]
    readonly SchemeTerritory: string
    readonly MimeType: string
  }[]
}

/** Certificates, each base64 of its DER. @see E602-6.6.3 */
interface DigitalIdentity {
  readonly X509Certificates: readonly { readonly val: string }[]
}

/** @see E602-6.5 */
export interface TrustedEntity {
  readonly TrustedEntityInformation: {
    readonly TEName: readonly LangText[]
    /** The registered identifier comes first: some wallets find a provider by it. */
    readonly TETradeName: readonly LangText[]
    readonly TEAddress: {
      readonly TEPostalAddress: readonly PostalAddress[]
      readonly TEElectronicAddress: readonly LangUri[]
    }
    readonly TEInformationURI: readonly LangUri[]
  }
  readonly TrustedEntityServices: readonly { readonly ServiceInformation: ServiceInformation }[]
}

/** @see E602-6.6 */
export interface ServiceInformation {
  readonly ServiceName: readonly LangText[]
  readonly ServiceDigitalIdentity: DigitalIdentity
  /** Absent for a service that anchors nothing. */
  readonly ServiceTypeIdentifier?: string
  readonly ServiceStatus?: string
  readonly StatusStartingTime?: string
  readonly ServiceSupplyPoints?: readonly { readonly ServiceType: string; readonly uriValue: string }[]
}
