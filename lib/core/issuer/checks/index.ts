import type { Check } from '../../engine/checks/check'
import { authorizeChecks } from './authorize'
import { batchBodyChecks, batchNonceChecks, batchProofChecks } from './batch'
import { clientAuthenticationChecks, clientConsistencyChecks } from './client-auth'
import {
  credentialBodyChecks,
  credentialMediaTypeChecks,
  credentialTokenChecks,
  credentialTokenPlaceChecks,
} from './credential'
import { deferredBodyChecks, deferredEncryption, deferredTokenChecks, deferredTransactionChecks } from './deferred'
import { detailsChecks } from './details'
import { dpopChecks } from './dpop'
import { requestEncryptionChecks, responseEncryptionChecks } from './encryption'
import { linkingChecks, sessionChecks } from './flow'
import { identifiersChecks } from './identifiers'
import { keyAttestationChecks } from './key-attestation'
import { keyStorageStatus } from './key-attestation/unit-status'
import { metadataChecks, unmatchedChecks } from './metadata'
import { nonceEndpointChecks, proofNonceChecks } from './nonce'
import { notificationBodyChecks, notificationTokenChecks } from './notification'
import { offerChecks, offerGrant } from './offer'
import { parChecks } from './par'
import { pkceTokenChecks } from './pkce'
import { jwtProofChecks } from './proof-jwt'
import { refreshChecks } from './refresh'
import { statusListChecks } from './status'
import { tokenCodeChecks, tokenFormChecks, tokenGrantChecks, tokenRedirectChecks } from './token'
import { servedChecks, transportChecks } from './transport'
import { unitStatus } from './wallet-attestation/unit-status'

export const issuanceChecks: readonly Check<never>[] = [
  metadataChecks,
  unmatchedChecks,
  offerChecks,
  [offerGrant.grant_respected],
  parChecks,
  detailsChecks,
  clientAuthenticationChecks,
  [unitStatus.status_valid],
  clientConsistencyChecks,
  authorizeChecks,
  dpopChecks,
  tokenFormChecks,
  tokenRedirectChecks,
  tokenGrantChecks,
  tokenCodeChecks,
  pkceTokenChecks,
  refreshChecks,
  nonceEndpointChecks,
  proofNonceChecks,
  credentialTokenPlaceChecks,
  credentialTokenChecks,
  credentialMediaTypeChecks,
  requestEncryptionChecks,
  credentialBodyChecks,
  batchBodyChecks,
  batchProofChecks,
  batchNonceChecks,
  identifiersChecks,
  jwtProofChecks,
  keyAttestationChecks,
  [keyStorageStatus.status_valid],
  responseEncryptionChecks,
  deferredTokenChecks,
  deferredBodyChecks,
  [deferredEncryption.request_encrypted],
  deferredTransactionChecks,
  transportChecks,
  servedChecks,
  notificationTokenChecks,
  notificationBodyChecks,
  statusListChecks,
  sessionChecks,
  linkingChecks,
].flat()

const byId = new Map<string, Check<never>>(issuanceChecks.map((check) => [check.id, check]))

/** The issuance check with this id, or `null`. */
export const issuanceCheck = (id: string): Check<never> | null => byId.get(id) ?? null
