import { purposeWords } from '../../engine/deviations/deviation'
import { issuerDeviation } from '.'

/** What an issuance gets wrong or does in an unusual way on purpose, as a label for its header; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: { readonly fault?: unknown } }): string | null {
  const deviation = issuerDeviation(options.fault)
  return deviation && purposeWords(deviation)
}
