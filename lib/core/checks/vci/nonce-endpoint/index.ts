import type { NonceReading } from '../../../oid4vci/nonce-reading'
import type { Check } from '../../check'
import { nonceBodyEmpty } from './body-empty'
import { nonceNoAccessToken } from './no-access-token'

/** Checks of a request to the nonce endpoint; none of them refuses it. */
export const nonceEndpointChecks: readonly Check<NonceReading>[] = [nonceBodyEmpty, nonceNoAccessToken]
