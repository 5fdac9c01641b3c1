import { purposeWords } from '../../engine/deviations/deviation'
import { issuerDeviation } from '.'

/** What an issuance deliberately gets wrong or does unusually, for its title; `null` for an ordinary one. */
export const deviationTitleOf = ({ options }: { readonly options: { readonly fault?: unknown } }): string | null =>
  issuerDeviation(options.fault)?.title.replace(/\.$/, '') ?? null

/** Header label for what an issuance deliberately gets wrong or does unusually; `null` for an ordinary one. */
export function purposeOf({ options }: { readonly options: { readonly fault?: unknown } }): string | null {
  const deviation = issuerDeviation(options.fault)
  return deviation && purposeWords(deviation)
}
