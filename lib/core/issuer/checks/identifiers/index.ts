import type { Check } from '../../../engine/checks/check'
import type { IdentifiersReading } from '../../read/credential-identifiers'
import { identifiersKnown } from './known'
import { identifiersUsed } from './used'

/** How a credential request names its dataset. */
export const identifiersChecks: readonly Check<IdentifiersReading>[] = [identifiersUsed, identifiersKnown]
