import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { issuanceFault } from '@/lib/core/oid4vci/faults'

/** True for a session that issues a credential which no wallet should keep, so that silence of the wallet says nothing. */
export const issuesWrongCredential = ({ options }: Pick<IssuanceSessionView, 'options'>): boolean =>
  typeof options.fault === 'string' && issuanceFault(options.fault)?.silence === 'says_nothing'
