import type { Check } from '../../../engine/checks/check'
import type { TokenReading } from '../../read/token/token-reading'
import { pkceVerifierMatches } from './verifier-matches'
import { pkceVerifierPresent } from './verifier-present'
import { pkceVerifierWellformed } from './verifier-wellformed'

/** PKCE at the token endpoint: judged with the code. */
export const pkceTokenChecks: readonly Check<TokenReading>[] = [
  pkceVerifierPresent,
  pkceVerifierWellformed,
  pkceVerifierMatches,
]
