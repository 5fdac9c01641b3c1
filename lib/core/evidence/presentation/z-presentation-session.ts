import { z } from 'zod'
import type { JsonObject } from '../../json'
import { zAuthorizationRequest, zPresentationMode } from '../../oid4vp/session/z-session-created'
import type { ConformanceEntry, SummaryView } from '../session-view'
import { extension, jsonObject, typed, zSessionEvidence } from '../z-session-view'
import type { PresentationBooleans } from './presentation-booleans'
import type { PresentationObserved } from './presentation-observed'
import type { PresentationStatus } from './presentation-status'

const zClaimsPath = z
  .array(z.union([z.string(), z.int()]))
  .meta({ id: 'ClaimsPath', description: 'OpenID4VP section 7' })

const zObservedPresentation = z
  .looseObject({
    query_id: z.string(),
    index: z.int(),
    format: z.string(),
    disclosed_paths: z
      .array(zClaimsPath)
      .meta({ description: 'Paths of the claims that the wallet chose to reveal, never their values.' }),
    unrequested_paths: z
      .array(zClaimsPath)
      .nullable()
      .meta({ description: 'Those of them that the query neither asks for nor needs; null without a known query.' }),
  })
  .meta({ id: 'ObservedPresentation' })

const zObserved = z.looseObject({ presentations: z.array(zObservedPresentation).meta(extension) })

type PresentationChecks = PresentationBooleans & {
  readonly summary: SummaryView
  readonly conformance: readonly ConformanceEntry[]
}

/** The read-back of a presentation session, `GET /openid4vp/sessions/{sessionId}`. Everything in it is redacted. */
export const zPresentationSession = z
  .looseObject({
    session_id: z.uuid(),
    status: typed<PresentationStatus>(z.string()),
    authorization_request: typed<JsonObject>(zAuthorizationRequest),
    observed: typed<PresentationObserved>(zObserved),
    checks: typed<PresentationChecks>(z.looseObject({})),
    ...zSessionEvidence,
    request_delivery: zPresentationMode.request_delivery.meta(extension),
    request_uri_method: zPresentationMode.request_uri_method.meta(extension),
    response_mode: zPresentationMode.response_mode.meta(extension),
    scheme: zPresentationMode.scheme.meta(extension),
    response_type: z.enum(['vp_token', 'vp_token id_token', 'code']).meta(extension),
    request_uri: z.url().meta(extension),
    response_uri: z.url().meta(extension),
    deeplink: z.string().meta(extension),
    request_conformant: z
      .boolean()
      .meta({ ...extension, description: 'False: the request breaks the specification, as the tester wanted it.' }),
    request_problems: z.array(jsonObject).meta(extension),
    warnings: z
      .array(z.string())
      .meta({ ...extension, description: 'One sentence each: what may keep a wallet from answering.' }),
    attempts: z.int().nonnegative().meta(extension),
  })
  .meta({ id: 'PresentationSession' })
