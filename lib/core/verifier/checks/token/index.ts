import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { tokenAllCredentials } from './all-credentials'
import { tokenArray } from './array'
import { tokenArrayNotEmpty } from './array-not-empty'
import { tokenCount } from './count'
import { tokenEmptyWhenOptional } from './empty-when-optional'
import { tokenEntryType } from './entry-type'
import { tokenIdsKnown } from './ids-known'
import { tokenIsObject } from './is-object'
import { tokenMultipleHonoured } from './multiple-honoured'
import { tokenNoDuplicates } from './no-duplicates'
import { tokenNoPartial } from './no-partial'
import { tokenNoSurplus } from './no-surplus'
import { tokenNotEmpty } from './not-empty'
import { tokenOptionChosen } from './option-chosen'
import { tokenOptionalAbsent } from './optional-absent'
import { tokenPresent } from './present'
import { tokenSetsSatisfied } from './sets-satisfied'
import { tokenUniqueKeys } from './unique-keys'

/** Checks of the VP Token as a whole. */
export const vpTokenChecks: readonly Check<ResponseReading>[] = [
  tokenPresent,
  tokenIsObject,
  tokenNotEmpty,
  tokenUniqueKeys,
  tokenIdsKnown,
  tokenArray,
  tokenArrayNotEmpty,
  tokenCount,
  tokenEntryType,
  tokenNoDuplicates,
  tokenOptionalAbsent,
  tokenSetsSatisfied,
  tokenAllCredentials,
  tokenNoPartial,
  tokenNoSurplus,
  tokenOptionChosen,
  tokenMultipleHonoured,
  tokenEmptyWhenOptional,
]
