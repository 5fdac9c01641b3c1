import { issuanceFault } from '@/lib/core/issuer/deviations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** What is wrong on purpose in a session, as a label for its header; `null` for an ordinary one. */
export function faultWords({ options }: Pick<IssuanceSessionView, 'options'>): string | null {
  const fault = issuanceFault(typeof options.fault === 'string' ? options.fault : undefined)
  if (fault === null) return null
  const kind = fault.expects === 'refusal' ? 'Wrong on purpose' : 'Unusual on purpose'
  return `${kind}: ${fault.title} ${fault.must}`
}
