import { digest, hmac, isPublicKey, verifySignature } from '@/lib/adapters/crypto/ports'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { createReadingBudget, type PresentationInput } from '@/lib/core/shared/formats/reading-of-presentation'
import { epochMillis } from '@/lib/core/shared/time/time'

/** The current time of the tests: 2026-11-20T12:00:00Z. */
export const now = epochMillis(1_795_176_000_000)
export const seconds = now / 1000

/** An input without known issuers; tests change what they need. */
export const presentationInput = (changes: Partial<PresentationInput> = {}): PresentationInput => ({
  budget: createReadingBudget(),
  now,
  clientId: 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk',
  nonce: 'n-0S6_WzA2Mj',
  responseUri: 'https://verifier.example/openid4vp/sessions/1/response',
  state: 'af0ifjsldkj',
  firstDeliveredAt: epochMillis(now - 30_000),
  digest,
  readCertificates: certificateReader([], { now: () => now }),
  issuerKeys: [],
  issuerMetadata: async () => null,
  algorithms: { issuer: ['ES256', 'ES384'], holder: ['ES256', 'ES384'] },
  coseAlgorithms: { issuer: [-7, -9], device: [-7, -9] },
  verifySignature,
  isPublicKey,
  hmac,
  responseKey: null,
  partyInfo: [],
  confusable: () => ({ walletNonce: null, requestUri: '', clientIds: [], keys: [] }),
  otherRequests: async () => [],
  ofAnotherSession: async () => null,
  otherKeys: () => [],
  otherForms: [],
  ...changes,
})
