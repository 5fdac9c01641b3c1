import { z } from 'zod'
import { fromIso } from '../../../time/time'
import type { ListAndSchemeInformation, LoteDocument } from '../lote'
import { loteVersion } from '../profiles'

/** Characters of a name or an address that a list may have. */
const textMax = 2000

const zText = z.string().max(textMax)
const zLangTexts = z.array(z.looseObject({ lang: zText, value: zText })).min(1)
/** Other forms of identity, e.g. bare keys, are legal, and nothing that a chain of certificates could lead to. */
const zIdentity = z.looseObject({
  X509Certificates: z.array(z.looseObject({ val: z.string() })).optional(),
})

/** UTC with `Z`. Fractions of a second are none of E602-6.1, and harmless. */
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

/** The member of a list that a reader depends on; others may be absent, and are not looked into. */
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

/** A list of trusted entities as far as it is read here. @see E602-6 */
export const zLote = z.looseObject({
  LoTE: z.looseObject({
    ListAndSchemeInformation: z.looseObject(information),
    // A list of lists may leave it out.
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
