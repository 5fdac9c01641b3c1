import { z } from 'zod'
import type { Json, JsonObject } from '../json'

/** JSON that the interface does not describe any further. */
const json = z.unknown() as z.ZodType as z.ZodType<Json>
const jsonObject = z.looseObject({}) as z.ZodType as z.ZodType<JsonObject>

/** An event of a session, as each read-back lists it. */
export const zEvent = z.object({ at: z.iso.datetime(), type: z.string(), detail: jsonObject }).meta({ id: 'Event' })

/** How much of a session is on record, where a read-back cannot hold all of it. */
export const zRecorded = z
  .object({
    exchanges: z.int().nonnegative(),
    exchanges_without_content: z
      .int()
      .nonnegative()
      .meta({ description: 'Kept without header fields, parameters and bodies: the session had its bound of them.' }),
    next: z.url().nullable().meta({ description: 'The read-back with the exchanges that come behind these.' }),
    events_left_out: z.int().nonnegative(),
    findings_left_out: z.int().nonnegative(),
    inferred_left_out: z
      .int()
      .nonnegative()
      .meta({ description: 'Requests of the same client that name no session, beyond the first that are listed.' }),
  })
  .meta({
    'x-extension': true,
    description: 'What is on record, for a read-back is at most 2 MB. Summary and verdict count all findings.',
  })

/** A record of the ledger, `GET /oid4vci/requests`: exactly these ten members. */
export const zLedgerRecord = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    method: z.string(),
    path: z.string(),
    session_id: z.string().nullable(),
    issuer_configuration_id: z.string().nullable(),
    headers: jsonObject,
    query: json,
    body: json,
    response: z.object({ status: z.int().nullable(), content_type: z.string().nullable() }),
  })
  .meta({ id: 'RequestCaptureRecord' })
