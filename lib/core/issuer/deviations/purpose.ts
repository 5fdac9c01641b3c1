import { purposeWords } from '../../engine/deviations/deviation'
import { issuerDeviation } from '.'

/** Header label for what an issuance deliberately gets wrong or does unusually; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: { readonly fault?: unknown } }): string | null {
  const deviation = issuerDeviation(options.fault)
  return deviation && purposeWords(deviation)
}
