import type { Check } from './check'
import { checkGroups } from './check'
import { authorizeChecks } from './vci/authorize'
import { clientAuthenticationChecks, clientConsistencyChecks } from './vci/client-auth'
import {
  credentialBodyChecks,
  credentialMediaTypeChecks,
  credentialTokenChecks,
  credentialTokenPlaceChecks,
} from './vci/credential'
import { dpopChecks } from './vci/dpop'
import { requestEncryptionChecks, responseEncryptionChecks } from './vci/encryption'
import { sessionChecks } from './vci/flow'
import { keyAttestationChecks } from './vci/key-attestation'
import { metadataChecks, misdirectedChecks } from './vci/metadata'
import { proofNonceChecks } from './vci/nonce'
import { nonceEndpointChecks } from './vci/nonce-endpoint'
import { notificationBodyChecks, notificationTokenChecks } from './vci/notification'
import { offerChecks } from './vci/offer'
import { offerGrantRespected } from './vci/offer/grant-respected'
import { parChecks } from './vci/par'
import { pkceTokenChecks } from './vci/pkce'
import { jwtProofChecks } from './vci/proof-jwt'
import { tokenCodeChecks, tokenFormChecks, tokenGrantChecks, tokenRedirectChecks } from './vci/token'
import { transportChecks } from './vci/transport'

const all: readonly Check<never>[] = [
  metadataChecks,
  misdirectedChecks,
  offerChecks,
  [offerGrantRespected],
  parChecks,
  clientAuthenticationChecks,
  clientConsistencyChecks,
  authorizeChecks,
  dpopChecks,
  tokenFormChecks,
  tokenRedirectChecks,
  tokenGrantChecks,
  tokenCodeChecks,
  pkceTokenChecks,
  nonceEndpointChecks,
  proofNonceChecks,
  credentialTokenPlaceChecks,
  credentialTokenChecks,
  credentialMediaTypeChecks,
  requestEncryptionChecks,
  credentialBodyChecks,
  jwtProofChecks,
  keyAttestationChecks,
  responseEncryptionChecks,
  transportChecks,
  notificationTokenChecks,
  notificationBodyChecks,
  sessionChecks,
].flat()

/** Every check there is, by group in the order of the catalogue. */
export const checkRegistry: readonly Check<never>[] = checkGroups.flatMap((group) =>
  all.filter((check) => check.group === group),
)

const byId = new Map(checkRegistry.map((check) => [check.id, check]))

/** The check with this id, or `null`. */
export const checkById = (id: string): Check<never> | null => byId.get(id) ?? null
