import { z } from 'zod'
import { zChangedView } from '../../engine/evidence/changed-view'
import type { ChecksView } from '../../engine/evidence/session-view'
import { extension, statusDescription, typed, zSessionEvidence } from '../../engine/evidence/z-session-view'
import type { JsonObject } from '../../shared/values/json'
import { zLaboratoryView } from '../configurations/laboratory/laboratory-options'
import { zTransactionView } from '../read/deferred/transaction'
import { zFlow, zOfferMode } from '../read/session-options'
import type { ObservedView } from './observed-view'
import type { SessionStatus } from './project-status'
import { zIssuerTrustView } from './trust-view'

/** Response of `GET /sessions/{sessionId}`; fully redacted. */
export const zIssuerSession = z
  .looseObject({
    session_id: z.uuid(),
    issuer_configuration_id: z.string(),
    issuer_identifier: z.url(),
    authorization_server_identifier: z.url(),
    status: typed<SessionStatus>(z.string().meta({ description: statusDescription })),
    flow: zFlow,
    credential_offer_mode: zOfferMode,
    credential_configuration_id: z.string(),
    observed: typed<ObservedView>(z.looseObject({})),
    checks: typed<ChecksView>(z.looseObject({})),
    ...zSessionEvidence,
    laboratory: zLaboratoryView
      .extend({ transactions: z.array(zTransactionView) })
      .optional()
      .meta(extension),
    trust: zIssuerTrustView.optional().meta(extension),
    mutations: zChangedView.optional(),
    request_problems: z
      .array(typed<JsonObject>(z.looseObject({})))
      .optional()
      .meta({
        'x-extension': true,
        description:
          'With mutations: what they make wrong by the specification. target names the document, and pointer leads into it.',
      }),
    origin: z.enum(['offer', 'wallet_initiated']).meta(extension),
    offer_url: z.url().nullable().meta(extension),
    tx_code: z
      .string()
      .nullable()
      .meta({
        ...extension,
        description: 'What the user has to type; null without a code, and once the code of the offer is spent.',
      }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({
        ...extension,
        description:
          'Only where there is one: what was changed on purpose, that a changed offer no longer names its session, and members of the request that were ignored.',
      }),
    deeplink: z
      .string()
      .nullable()
      .meta({ ...extension, description: 'Null once its code was used or has expired.' }),
  })
  .meta({ id: 'IssuanceSession' })
