import { purposeWords } from '@/lib/core/engine/deviations/deviation'
import { issuerDeviation } from '@/lib/core/issuer/deviations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** What an issuance gets wrong on purpose, as a label for its header; `null` for an ordinary one. */
export function purposeOf({ options }: Pick<IssuanceSessionView, 'options'>): string | null {
  const deviation = issuerDeviation(options.fault)
  return deviation && purposeWords(deviation)
}
