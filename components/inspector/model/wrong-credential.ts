import type { IssuanceSessionView } from '@/lib/core/engine/evidence/session-view'
import { issuanceFault } from '@/lib/core/issuer/deviations'

/** True for a session that issues a credential which no wallet should keep, so that silence of the wallet says nothing. */
export const issuesWrongCredential = ({ options }: Pick<IssuanceSessionView, 'options'>): boolean =>
  typeof options.fault === 'string' && issuanceFault(options.fault)?.silence === 'says_nothing'
