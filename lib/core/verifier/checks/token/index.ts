import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { vpTokenAllCredentials } from './all-credentials'
import { vpTokenArray } from './array'
import { vpTokenArrayNotEmpty } from './array-not-empty'
import { vpTokenCount } from './count'
import { vpTokenEntryType } from './entry-type'
import { vpTokenIdsKnown } from './ids-known'
import { vpTokenIsObject } from './is-object'
import { vpTokenNoDuplicates } from './no-duplicates'
import { vpTokenNoPartial } from './no-partial'
import { vpTokenNoSurplus } from './no-surplus'
import { vpTokenNotEmpty } from './not-empty'
import { vpTokenOptionChosen } from './option-chosen'
import { vpTokenOptionalAbsent } from './optional-absent'
import { vpTokenPresent } from './present'
import { vpTokenSetsSatisfied } from './sets-satisfied'
import { vpTokenUniqueKeys } from './unique-keys'

/** Checks of the VP Token as a whole. */
export const vpTokenChecks: readonly Check<ResponseReading>[] = [
  vpTokenPresent,
  vpTokenIsObject,
  vpTokenNotEmpty,
  vpTokenUniqueKeys,
  vpTokenIdsKnown,
  vpTokenArray,
  vpTokenArrayNotEmpty,
  vpTokenCount,
  vpTokenEntryType,
  vpTokenNoDuplicates,
  vpTokenOptionalAbsent,
  vpTokenSetsSatisfied,
  vpTokenAllCredentials,
  vpTokenNoPartial,
  vpTokenNoSurplus,
  vpTokenOptionChosen,
]
