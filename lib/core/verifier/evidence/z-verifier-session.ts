import { z } from 'zod'
import { zChangedView } from '../../engine/evidence/changed-view'
import type { ConformanceEntry, SummaryView } from '../../engine/evidence/session-view'
import {
  extension,
  jsonObject,
  statusDescription,
  typed,
  zCasesEdition,
  zFinding,
  zSessionEvidence,
  zSummary,
} from '../../engine/evidence/z-session-view'
import type { JsonObject } from '../../shared/values/json'
import { carriers } from '../read/carrier'
import { responseTypes } from '../read/session/session-options'
import { zAuthorizationRequest, zPresentationMode } from '../read/session/z-session-created'
import { zDcApiView } from './browser-calls'
import { zPeerView } from './peer-view'
import { zClientRegistration, zTrustView } from './trust-view'
import type { PresentationBooleans } from './verifier-booleans'
import type { PresentationObserved } from './verifier-observed'
import type { PresentationStatus } from './verifier-status'

const truth = z.boolean().nullable()

/** An extension member that the specification of the interface does not require. */
const ours = <Schema extends z.ZodType>(schema: Schema, description?: string) =>
  schema.optional().meta(description === undefined ? extension : { ...extension, description })

const zClaimsPath = z
  .array(z.union([z.string(), z.int()]))
  .meta({ id: 'ClaimsPath', description: 'OpenID4VP section 7' })

/** A value, where it was first seen, and where else. */
const zSourced = z.object({ value: z.unknown(), source: z.string().nullable(), also_seen_in: z.array(z.string()) })

const hex = z.string().regex(/^[0-9a-f]*$/)

const zDeviceProof = z
  .object({
    client_id: z.string().optional(),
    nonce: z.string().optional(),
    jwk_thumbprint: hex.nullable().optional(),
    response_uri: z.string().optional(),
    origin: z
      .string()
      .optional()
      .meta({ description: 'In place of client_id and response_uri, where a browser asks.' }),
    encryption_info: z.string().optional().meta({ description: 'As sent, in the form of ISO/IEC 18013-7.' }),
    handover_info: hex,
    handover_info_hash: hex,
    session_transcript: hex,
    device_authentication: hex
      .nullable()
      .meta({ description: 'DeviceAuthenticationBytes; null where the device signed elements of its own.' }),
  })
  .meta({ description: 'mdoc: what the proof of the device is verified over, in hex. OpenID4VP appendix B.2.6.1' })

const zTransactions = z
  .object({
    algorithm: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'SD-JWT VC: that of the hashes; null for one that cannot be computed here.' }),
    entries: z.array(
      z.object({
        index: z.int().nonnegative().meta({ description: 'In transaction_data of the request.' }),
        type: z.string(),
        hash: z
          .string()
          .nullable()
          .optional()
          .meta({ description: 'The hash of the entry as it was sent, computed here.' }),
        wallet_hash: z.string().nullable().optional().meta({ description: 'What the wallet sent; null for nothing.' }),
        equal: truth.optional(),
      }),
    ),
    other_hashes: z.array(z.string()).optional().meta({ description: 'Hashes from the wallet that match no entry.' }),
    device_signed: z
      .array(z.object({ namespace: z.string(), element: z.string() }))
      .optional()
      .meta({
        description: 'mdoc: what the device signed. The type of an entry says which of it stands for the entry.',
      }),
  })
  .meta({
    description: 'How it represents the transaction data of the request: only there, and where an entry names it.',
  })

const zCertificate = z
  .object({
    subject: z.string(),
    issuer: z.string(),
    serial: z.string().meta({ description: 'In hex.' }),
    not_before: z.iso.datetime().nullable(),
    not_after: z.iso.datetime().nullable(),
    aki: z.string().nullable().meta({ description: 'Authority key identifier, base64url as in an `aki` query.' }),
    ski: z.string().nullable().meta({ description: 'Subject key identifier, base64url.' }),
    sha256: z.string().meta({ description: 'Of the DER, in hex.' }),
    san: z.array(z.string()),
    self_signed: z.boolean(),
  })
  .partial()
  .meta({ id: 'CertificateView' })

const zCertificateChain = z
  .object({
    count: z.int(),
    chained: z.boolean().meta({ description: 'Each certificate is signed by the next.' }),
    trust: z
      .enum(['trusted', 'untrusted'])
      .meta({ description: 'Whether it chains to a trust anchor of the installation or of this session.' }),
    leaf: zCertificate,
    issuers: z.array(zCertificate).meta({ description: 'The certificates behind the first one, in the order sent.' }),
  })
  .partial()

const zObservedPresentation = z
  .object({
    query_id: z.string(),
    index: z.int(),
    format: z.string(),
    read: z.boolean(),
    signature_valid: truth,
    holder_binding_verified: truth,
    issuer_trusted: truth,
    disclosed: z.int().nullable(),
    disclosed_paths: z
      .array(zClaimsPath)
      .meta({ description: 'Paths of the claims that the wallet chose to reveal, never their values.' }),
    unrequested_paths: z
      .array(zClaimsPath)
      .nullable()
      .meta({ description: 'Those of them that the query neither asks for nor needs; null without a known query.' }),
    holder_thumbprint: z
      .string()
      .nullable()
      .meta({ description: 'A keyed digest of the holder’s key: the same in issued credentials of this service.' }),
    issued_before: z.boolean().meta({
      description: 'Whether the followed session issued it: only there, and once it issued anything.',
    }),
    factors: z
      .array(z.string())
      .optional()
      .meta({ description: 'Categories of the factors that approved a payment. TS12 section 3.6' }),
    transaction_data: zTransactions,
    device_proof: zDeviceProof,
    vct: z.unknown(),
    doctype: z.unknown(),
    issuer: z.unknown(),
    issuer_chain: zCertificateChain.nullable().meta({ description: 'The certificates of the issuer, as facts.' }),
    decoded: jsonObject.nullable().meta({
      description:
        'The presentation, decoded and redacted. Each Disclosure has `digest` and `requested`, each element of an mdoc `digest_ok` and `requested`; null where nobody can tell.',
    }),
  })
  .partial()
  .required({ query_id: true, index: true, format: true })
  .meta({ id: 'ObservedPresentation' })

/** Observations about the wallet. Not seen yet is null or an empty list, never absent. */
const zObserved = z.object({
  request_uri_payload: ours(zSourced),
  wallet_response: ours(zSourced),
  request_fetches: ours(
    z.array(
      z.object({
        exchange_id: z.uuid(),
        at: z.iso.datetime(),
        method: z.string(),
        accept: z.unknown(),
        user_agent: z.unknown(),
      }),
    ),
  ),
  wallet_nonce: ours(z.unknown()),
  wallet_metadata: ours(z.unknown()),
  wallet_error: ours(jsonObject.nullable(), 'The error response of the wallet. OpenID4VP section 8.5'),
  response_jwe: ours(jsonObject.nullable(), 'The header of the encrypted response and what is known of it.'),
  presentations: ours(z.array(zObservedPresentation)),
  transactions: ours(
    z.array(
      z.object({
        type: z.string(),
        expected: z.enum(['answer', 'refusal']),
        confirmed_by: z.string().nullable(),
        amr: z.array(z.string()),
      }),
    ),
    'Where payments were asked for, or a confirmation by a PID: what confirmed each entry, and by which categories of factors. TS12 section 3.6',
  ),
  id_token: ours(jsonObject.nullable()),
  redirect: ours(
    z.object({ returned_at: z.iso.datetime(), followed_at: z.iso.datetime().nullable() }).nullable(),
    'When the wallet got the redirect_uri, and when a browser opened it.',
  ),
  user_agents: ours(z.array(z.string())),
  carrier: ours(z.enum(carriers).nullable(), 'presentation_channel dc_api: what carried the last answer.'),
})

const zChecks = z.object({
  presentation_valid: ours(truth),
  vp_token_format_valid: ours(z.boolean()),
  nonce_verified: ours(z.boolean()),
  holder_binding_verified: ours(z.boolean()),
  dcql_query_matched: ours(z.boolean()),
  signature_valid: ours(truth),
  issuer_trusted: ours(truth),
  state_verified: ours(truth),
  response_encrypted: ours(truth),
  data_minimised: ours(truth),
  transaction_data_verified: ours(truth),
  id_token_verified: ours(truth),
  request_object_fetched: ours(truth),
  redirect_followed: ours(truth),
  issued_credential_presented: ours(
    truth,
    'Whether every credential is one that the followed session issued; null without such a session.',
  ),
  errors: ours(z.array(z.string()), 'Check id and hint of everything that refused a response.'),
  summary: ours(zSummary),
  fcaf_edition: zCasesEdition.meta(extension).optional(),
  conformance: ours(z.array(zFinding)),
})

type PresentationChecks = PresentationBooleans & {
  readonly summary: SummaryView
  readonly fcaf_edition?: string | undefined
  readonly conformance: readonly ConformanceEntry[]
}

/** Response of `GET /openid4vp/sessions/{sessionId}`; fully redacted. */
export const zVerifierSession = z
  .looseObject({
    session_id: z.uuid(),
    status: typed<PresentationStatus>(z.string().meta({ description: statusDescription })),
    authorization_request: typed<JsonObject>(zAuthorizationRequest),
    observed: typed<PresentationObserved>(zObserved),
    checks: typed<PresentationChecks>(zChecks),
    ...zSessionEvidence,
    request_delivery: zPresentationMode.request_delivery.meta(extension),
    request_uri_method: zPresentationMode.request_uri_method.meta(extension),
    response_mode: zPresentationMode.response_mode.meta(extension),
    scheme: zPresentationMode.scheme.meta(extension),
    response_type: z.enum(responseTypes).meta(extension),
    request_uri: z.url().meta(extension),
    response_uri: z.url().meta(extension),
    deeplink: z.string().meta(extension),
    request_conformant: z.boolean().meta({
      ...extension,
      description:
        'False if what the tester wrote, mutations included, breaks the specification. What a negative_test changes does not count.',
    }),
    request_problems: z.array(jsonObject).meta({
      description:
        'Of what the tester wrote, as request_conformant. At most 500; if there are more, a final note problems_left_out says how many.',
      ...extension,
    }),
    warnings: z
      .array(z.string())
      .meta({ ...extension, description: 'One sentence each: what may keep a wallet from responding.' }),
    ...zPeerView,
    attempts: z.int().nonnegative().meta(extension),
    trust: zTrustView.optional().meta(extension),
    client_registration: zClientRegistration.optional().meta(extension),
    dc_api: zDcApiView.optional().meta(extension),
    mutations: zChangedView.optional(),
  })
  .meta({ id: 'PresentationSession' })
