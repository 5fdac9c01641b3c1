import { randomBytes, randomUUID } from 'node:crypto'
import { completeLaboratory } from '@/lib/core/issuer/configurations/laboratory/laboratory-options'
import type { DcApi } from '@/lib/core/shared/ports/dc-api'
import { campaignId, exchangeId, sessionId } from '@/lib/core/shared/ports/ids'
import type { Laboratory } from '@/lib/core/shared/ports/laboratory'
import type {
  Campaign,
  Commit,
  Declaration,
  EnteredResult,
  IssuanceSession,
  OneTimeValue,
  PresentationSession,
  StoredEvent,
  StoredExchange,
} from '@/lib/core/shared/ports/store-types'
import type { Workbench } from '@/lib/core/shared/ports/workbench'
import { epochMillis } from '@/lib/core/shared/time/time'

/** The time of all samples. */
export const sampleStart = epochMillis(Date.UTC(2026, 10, 20, 12))

export const sampleSession = (changes: Partial<IssuanceSession> = {}): IssuanceSession => ({
  sessionId: sessionId(randomUUID()),
  kind: 'issuance',
  issuerConfigurationId: 'eu-pid-device-bound',
  flow: 'pre_authorized_code',
  credentialOfferMode: 'credential_offer_uri',
  credentialConfigurationId: 'eu.europa.ec.eudi.pid_vc_sd_jwt',
  credentialOfferId: randomUUID(),
  origin: 'offer',
  options: { scheme: 'openid-credential-offer://', dpop_nonce: 'offered' },
  createdAt: sampleStart,
  expiresAt: epochMillis(sampleStart + 900_000),
  ...changes,
})

/** An issuer that belongs to one session. */
export const sampleLaboratory = (): Laboratory => ({
  id: randomBytes(16).toString('base64url'),
  until: epochMillis(sampleStart + 86_400_000),
  options: completeLaboratory({}),
  certificates: { credential: ['bGVhZg=='], mdoc: ['bWRvYw=='] },
})

export const samplePresentation = (changes: Partial<PresentationSession> = {}): PresentationSession => {
  const state = randomBytes(32).toString('base64url')
  return {
    sessionId: sessionId(randomUUID()),
    kind: 'presentation',
    requestDelivery: 'by_reference',
    requestUriMethod: 'post',
    responseType: 'vp_token',
    responseMode: 'direct_post.jwt',
    scheme: 'openid4vp://',
    request: { state, nonce: 'n', dcql_query: { credentials: [{ id: 'a.b', format: 'mso_mdoc', meta: {} }] } },
    requestProblems: [{ pointer: '/dcql_query/credentials/0/meta', message: 'doctype_value is missing' }],
    options: {
      profile: 'haip',
      return_redirect_uri: true,
      negative_test: null,
      trust_anchors: ['MIIB'],
      require_trusted_issuer: false,
      check_status: false,
      reveal_claims: false,
      allow_nonconforming_request: true,
    },
    sealedEncryptionKey: 'a.b.c.d.e',
    encryptionKid: randomUUID(),
    requestSignerX5c: ['MIIC'],
    state,
    createdAt: sampleStart,
    expiresAt: epochMillis(sampleStart + 900_000),
    ...changes,
  }
}

/** Digital Credentials API state of a session. */
export const sampleDcApi = (): DcApi => ({
  entries: [
    {
      protocol: 'openid4vp-v1-signed',
      nonce: 'n',
      encryptionKid: randomUUID(),
      thumbprint: randomBytes(32).toString('base64url'),
      publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
    },
    { protocol: 'org-iso-mdoc', nonce: 'm', encryptionKid: null, thumbprint: null, encryptionInfo: 'gmVkY2FwaQ' },
  ],
  extraOrigins: ['https://other.example'],
  signed: { client_id: 'x509_hash:a' },
  unsigned: {},
  signatures: [{ clientId: 'x509_hash:a', x5c: ['MIIC'] }],
})

export const sampleCampaign = (changes: Partial<Campaign> = {}): Campaign => ({
  campaignId: campaignId(randomUUID()),
  builtIn: 'smoke',
  wallet: { name: 'Quillfern “beta” <1>', version: '2.4.1' },
  presets: ['sd_jwt_baseline', 'bad_signature'],
  silenceSeconds: 60,
  byOperator: false,
  createdAt: sampleStart,
  ...changes,
})

/** With digests of their own, unless the ones of another workbench are given. */
export const sampleWorkbench = (changes: Partial<Workbench> = {}): Workbench => {
  const digest = () => randomBytes(32).toString('base64url')
  return {
    digest: digest(),
    doorDigest: digest(),
    viewDigest: digest(),
    viewNumber: 0,
    version: 1,
    issuance: { credential_offer_mode: 'credential_offer_uri', name: 'a “name” <1>' },
    presentation: {},
    former: { issuance: [{ name: 'before' }], presentation: [] },
    code: {
      offerScheme: 'openid-credential-offer://',
      scheme: 'openid4vp://',
      clientId: 'x509_hash:a',
      requestUriMethod: 'post',
    },
    lastNumber: 0,
    createdAt: sampleStart,
    usedAt: sampleStart,
    expiresAt: epochMillis(sampleStart + 30 * 86_400_000),
    ...changes,
  }
}

export const sampleEntered = (changes: Partial<EnteredResult> = {}): EnteredResult => ({
  id: randomUUID(),
  wallet: { name: 'Quillfern “beta” <1>', version: '2.4.1' },
  caseId: 'WS_RP_IA_MainInteraction_013',
  result: 'passed',
  note: 'It lets the user leave out a claim.\n=1+1',
  byOperator: false,
  enteredAt: sampleStart,
  ...changes,
})

export const sampleDeclaration = (changes: Partial<Declaration> = {}): Declaration => ({
  id: randomUUID(),
  wallet: { name: 'Quillfern “beta” <1>', version: '2.4.1' },
  tester: { name: 'Ada “Quill”', organisation: null },
  items: { mdoc: false, sd_jwt_vc: true, digest_algs: ['sha-256'], transaction_types: [] },
  byOperator: false,
  declaredAt: sampleStart,
  ...changes,
})

export const sampleExchange = (changes: Partial<StoredExchange> = {}): StoredExchange => ({
  id: exchangeId(randomUUID()),
  at: sampleStart,
  durationMillis: 12.5,
  sessionId: null,
  issuerId: 'eu-pid-device-bound',
  origin: 'wallet',
  correlation: 'exact',
  operation: 'requestToken',
  method: 'POST',
  path: '/issuers/eu-pid-device-bound/token',
  headers: { accept: 'application/json', dpop: { redacted: true, present: true, length: 512 } },
  query: {},
  body: { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code' },
  response: { status: 200, contentType: 'application/json', headers: {}, body: { token_type: 'DPoP' } },
  decoded: [{ at: 'headers.dpop', header: { typ: 'dpop+jwt' } }],
  client: '0123456789abcdef',
  findings: [
    { id: 'vci.dpop.htu', status: 'pass', expected: 'POST', actual: 'POST', hint: null, error: null, rejected: false },
  ],
  ...changes,
})

export const sampleEvent = (
  changes: Partial<StoredEvent> & { readonly sessionId: StoredEvent['sessionId'] },
): StoredEvent => ({
  id: randomUUID(),
  exchangeId: null,
  at: sampleStart,
  type: 'token_issued',
  detail: { expires_in: 300 },
  ...changes,
})

export const sampleValue = (changes: Partial<OneTimeValue> = {}): OneTimeValue => ({
  kind: 'pre_authorized_code',
  digest: randomBytes(32).toString('base64url'),
  issuerId: 'eu-pid-device-bound',
  sessionId: null,
  exchangeId: null,
  parent: null,
  expiresAt: epochMillis(sampleStart + 900_000),
  consumedAt: null,
  revokedAt: null,
  data: { scope: 'pid' },
  ...changes,
})

/** A commit with only these parts. */
export const commitOf = (parts: Partial<Commit>): Commit => ({ events: [], effects: [], ...parts })
