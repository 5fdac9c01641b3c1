import { z } from 'zod'
import { fromIso } from '../../time/time'
import { loteVersion } from './profiles'

/**
 * A list of trusted entities (LoTE) in JSON, as far as this service writes or reads one. Names follow the JSON schema
 * of ETSI TS 119 602, cited as in the EU libraries.
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
  /** Changes with the format of the list. */
  readonly LoTEVersionIdentifier: number
  /** Increases with each release. @see E602-6.3.2 */
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
  /** UTC in whole seconds, with `Z`: when the next release is due. @see E602-6.3.15 */
  readonly NextUpdate: string
  readonly DistributionPoints: readonly string[]
}

/** Address, type and signer of another list. @see E602-6.3.13 */
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
    /** The registered identifier comes first: some wallets use it to find a provider. */
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

/** Maximum length of a name or address in a list. */
const textMax = 2000

const zText = z.string().max(textMax)

const zLangTexts = z.array(z.looseObject({ lang: zText, value: zText })).min(1)

/** Other identity forms, e.g. bare keys, are legal but useless for certificate chains. */
const zIdentity = z.looseObject({
  X509Certificates: z.array(z.looseObject({ val: z.string() })).optional(),
})

/** UTC with `Z`. E602-6.1 has no fractions of a second, but they are harmless. */
const zInstant = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
  .transform((text, context) => {
    const instant = fromIso(text)
    if (instant !== null) return instant
    context.addIssue({ code: 'custom', message: 'There is no such instant.' })
    return z.NEVER
  })

/** List members that a reader depends on; others may be absent and are ignored. */
type Names = keyof ListAndSchemeInformation

const information = {
  LoTEVersionIdentifier: z.literal(loteVersion),
  LoTESequenceNumber: z.int().min(0),
  LoTEType: zText.optional(),
  SchemeOperatorName: zLangTexts,
  SchemeTerritory: zText,
  ListIssueDateTime: zInstant,
  NextUpdate: zInstant,
  PointersToOtherLoTE: z
    .array(
      z.looseObject({
        LoTELocation: zText,
        ServiceDigitalIdentities: z.array(zIdentity),
        LoTEQualifiers: z.array(z.looseObject({ LoTEType: zText })),
      }),
    )
    .optional(),
} satisfies Partial<Record<Names, z.ZodType>>

const zService = z.looseObject({
  ServiceInformation: z.looseObject({
    ServiceName: zLangTexts,
    ServiceDigitalIdentity: zIdentity,
    ServiceTypeIdentifier: zText.optional(),
    ServiceStatus: zText.optional(),
    StatusStartingTime: zInstant.optional(),
  }),
})

/** A list of trusted entities, as far as it is read here. @see E602-6 */
export const zLote = z.looseObject({
  LoTE: z.looseObject({
    ListAndSchemeInformation: z.looseObject(information),
    // Optional in a list of lists.
    TrustedEntitiesList: z
      .array(
        z.looseObject({
          TrustedEntityInformation: z.looseObject({ TEName: zLangTexts }),
          TrustedEntityServices: z.array(zService),
        }),
      )
      .optional(),
  }),
} satisfies Record<keyof LoteDocument, z.ZodType>)
