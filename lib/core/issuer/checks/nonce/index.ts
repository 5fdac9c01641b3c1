import type { Check } from '../../../engine/checks/check'
import type { NonceReading } from '../../read/nonce-reading'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { nonceAlive } from './alive'
import { nonceBodyEmpty } from './body-empty'
import { nonceKnown } from './known'
import { nonceNoAccessToken } from './no-access-token'
import { nonceNotReused } from './not-reused'
import { nonceSource } from './source'

/** Checks of a request to the nonce endpoint; none of them refuses the request. */
export const nonceEndpointChecks: readonly Check<NonceReading>[] = [nonceBodyEmpty, nonceNoAccessToken]

/** Checks of the nonce in a proof; in the order of responses they follow everything else about the proof. */
export const proofNonceChecks: readonly Check<ProofsReading>[] = [nonceKnown, nonceNotReused, nonceAlive, nonceSource]
