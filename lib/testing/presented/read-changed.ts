import type { PresentationInput } from '@/lib/core/shared/formats/reading-of-presentation'
import { readPresentation } from '@/lib/core/shared/formats/sd-jwt-vc/read-presentation/read-presentation'
import type { SdJwtVcReading } from '@/lib/core/shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { knownIssuerInput, makePresentation, type PresentationChanges } from './make-presentation'

/** Reads a presentation with these changes, as a verifier that knows its issuer. */
export const readChanged = (
  changes: PresentationChanges = {},
  input: Partial<PresentationInput> = {},
): Promise<SdJwtVcReading> => readPresentation(makePresentation(changes), knownIssuerInput(input))
