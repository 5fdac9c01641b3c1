import type { Check } from '../../../engine/checks/check'
import type { NonceReading } from '../../read/nonce-reading'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { alive } from './alive'
import { nonceBodyEmpty } from './body-empty'
import { known } from './known'
import { nonceNoAccessToken } from './no-access-token'
import { notReused } from './not-reused'
import { source } from './source'

/** Checks of a request to the nonce endpoint; none of them refuses the request. */
export const nonceEndpointChecks: readonly Check<NonceReading>[] = [nonceBodyEmpty, nonceNoAccessToken]

/** Checks of the nonce in a proof; in the order of responses they follow everything else about the proof. */
export const proofNonceChecks: readonly Check<ProofsReading>[] = [known, notReused, alive, source]
