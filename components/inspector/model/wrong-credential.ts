import { issuerDeviation } from '@/lib/core/issuer/deviations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** True for a session that issues a credential which no wallet should keep, so that silence says nothing. */
export const issuesWrongCredential = ({ options }: Pick<IssuanceSessionView, 'options'>): boolean =>
  issuerDeviation(options.fault)?.silence === 'says_nothing'
