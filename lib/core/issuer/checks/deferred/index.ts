import type { Check } from '../../../engine/checks/check'
import type { DeferredReading } from '../../read/deferred/deferred-reading'
import { deferredInterval } from './interval'
import { deferredTokenValid } from './token-valid'
import { deferredTransactionKnown } from './transaction-known'
import { deferredWellformed } from './wellformed'

/** Judged with the scheme, before the DPoP proof. */
export const deferredTokenChecks: readonly Check<DeferredReading>[] = [deferredTokenValid]

/** Judged after decryption: the form of the request. */
export const deferredBodyChecks: readonly Check<DeferredReading>[] = [deferredWellformed]

/** Judged last: which transaction the wallet comes back for, and when. */
export const deferredTransactionChecks: readonly Check<DeferredReading>[] = [deferredTransactionKnown, deferredInterval]
