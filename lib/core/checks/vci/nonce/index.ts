import type { ProofsReading } from '../../../oid4vci/proof/proofs-reading'
import type { Check } from '../../check'
import { alive } from './alive'
import { known } from './known'
import { notReused } from './not-reused'
import { source } from './source'

/** About the nonce that a proof carries; in the order of answers after everything else about the proof. */
export const proofNonceChecks: readonly Check<ProofsReading>[] = [known, notReused, alive, source]
