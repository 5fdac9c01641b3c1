import type { Check } from '../../../engine/checks/check'
import type { TokenReading } from '../../read/token/token-reading'
import { refreshChallenge } from './challenge'
import { refreshSameInstance } from './same-instance'
import { refreshSameKey } from './same-key'
import { refreshScope } from './scope'
import { refreshTokenKnown } from './token-known'

/** Judged in place of a code: the refresh token, what it is bound to, and what is asked for. */
export const refreshChecks: readonly Check<TokenReading>[] = [
  refreshTokenKnown,
  refreshSameInstance,
  refreshSameKey,
  refreshScope,
  refreshChallenge,
]
