import type { Check } from '../../../engine/checks/check'
import type { CredentialReading } from '../../read/credential-reading'
import type { ProofsReading } from '../../read/proof/proofs-reading'
import { batchKeysDistinct } from './keys-distinct'
import { batchKeysDistinctMdoc } from './keys-distinct-mdoc'
import { batchNonceEach } from './nonce-each'
import { batchOneAttestation } from './one-attestation'
import { batchPolicySize } from './policy-size'
import { batchSize } from './size'

/** Judged with the body: how many proofs there are. */
export const batchBodyChecks: readonly Check<CredentialReading>[] = [batchSize]

/** Judged with the proofs: what several of them have in common. */
export const batchProofChecks: readonly Check<CredentialReading>[] = [
  batchKeysDistinct,
  batchKeysDistinctMdoc,
  batchOneAttestation,
  batchPolicySize,
]

/** Judged after the nonce of the first proof. */
export const batchNonceChecks: readonly Check<ProofsReading>[] = [batchNonceEach]
