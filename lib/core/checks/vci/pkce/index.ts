import type { TokenReading } from '../../../oid4vci/token/token-reading'
import type { Check } from '../../check'
import { pkceVerifierMatches } from './verifier-matches'
import { pkceVerifierPresent } from './verifier-present'
import { pkceVerifierWellformed } from './verifier-wellformed'

/** PKCE at the token endpoint: judged with the code. */
export const pkceTokenChecks: readonly Check<TokenReading>[] = [
  pkceVerifierPresent,
  pkceVerifierWellformed,
  pkceVerifierMatches,
]
