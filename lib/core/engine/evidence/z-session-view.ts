import { z } from 'zod'
import type { Json, JsonObject } from '../../ground/values/json'
import { shownPlace } from '../sessions/z-session-place'
import type { ViewOf } from './view-of'
import { type NextStep, type SessionCause, zCause, zNextStep } from './z-cause'
import { type SessionOutcome, zOutcome } from './z-outcome'

/** A schema with a more precise TypeScript type than the interface describes. */
export const typed = <Value>(schema: z.ZodType): z.ZodType<Value> => schema as z.ZodType<Value>

/** Marks our extension members in the OpenAPI document; the requirement allows them. */
export const extension = { 'x-extension': true } as const

/** JSON without further description in the interface. */
const json = typed<Json>(z.unknown())
export const jsonObject = typed<JsonObject>(z.looseObject({}))

/** An event of a session, as each read-back lists it. */
export const zEvent = z.object({ at: z.iso.datetime(), type: z.string(), detail: jsonObject }).meta({ id: 'Event' })

/** How much of a session is on record, if a read-back cannot contain all of it. */
export const zRecorded = z
  .object({
    exchanges: z.int().nonnegative(),
    exchanges_without_content: z.int().nonnegative().meta({
      description: 'Stored without header fields, parameters and bodies, because the session had reached its limit.',
    }),
    next: z.url().nullable().meta({ description: 'The read-back with the exchanges that follow these.' }),
    events_left_out: z.int().nonnegative(),
    findings_left_out: z.int().nonnegative(),
    inferred_left_out: z
      .int()
      .nonnegative()
      .meta({ description: 'Requests of the same client that name no session, beyond the first that are listed.' }),
  })
  .meta({
    'x-extension': true,
    description: 'What is on record; the read-back itself is at most 2 MB. Summary and verdict count all findings.',
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
    body: json.meta({
      description:
        'With the member content_omitted the content was not kept: it names the setting that bounds what is stored, ADDRESS_MIB_PER_DAY or DISK_FLOOR_MIB, and lengths gives the bytes as they came.',
    }),
    response: z.object({ status: z.int().nullable(), content_type: z.string().nullable() }),
  })
  .meta({ id: 'RequestCaptureRecord' })

/** An exchange inside a session: the members of the ledger and more detail. */
export const zExchange = z
  .looseObject({
    ...zLedgerRecord.shape,
    response: z.object({
      status: z.int().nullable(),
      content_type: z.string().nullable(),
      headers: jsonObject,
      body: json,
    }),
    origin: z.enum(['wallet', 'user_agent', 'internal', 'operator']),
    correlation: z.enum(['exact', 'inferred']),
    operation: z.string().nullable().meta({ description: 'Null for a request that reached no endpoint.' }),
    duration_ms: z.number(),
    decoded: z.array(jsonObject),
    content_omitted: z.literal(true).optional().meta({
      description:
        'Header fields, parameters, bodies and tokens are left out: the session has very many exchanges, or storage was short when the request came, which its body then says.',
    }),
    after_end: z.literal(true).optional().meta({
      description: 'The request came after the end of the session, or of its flow: its findings do not count.',
    }),
    carrier: z.enum(['browser', 'emulated']).optional().meta({
      description: 'What called for the page of a presentation: a browser on our page, or a program that plays one.',
    }),
    checks: z.array(z.string()).meta({ description: 'Ids of the checks that judged this exchange.' }),
  })
  .meta({ id: 'SessionExchange' })

/** Distinguishes a session that no wallet ever contacted from one that failed. */
export const zContact = z
  .object({
    reached: z.boolean(),
    first_request_at: z.iso.datetime().nullable(),
    what_to_check: z
      .array(z.string())
      .meta({ description: 'One sentence each, the likeliest reason first; empty once a wallet has come.' }),
  })
  .meta({ ...extension, description: 'Whether a wallet has sent anything, and what to check if none has.' })

/** What every read-back of a session contains, whatever its kind. */
export const zSessionEvidence = {
  outcome: typed<SessionOutcome>(zOutcome),
  cause: typed<SessionCause | null>(zCause.nullable().meta(extension)),
  next_step: typed<NextStep | null>(zNextStep.nullable().meta(extension)),
  events: z.array(zEvent),
  recorded: zRecorded,
  contact: typed<ViewOf<typeof zContact>>(zContact),
  options: jsonObject.meta(extension),
  exchanges: z.array(typed<ViewOf<typeof zExchange>>(zExchange)).meta(extension),
  raw: jsonObject.meta(extension),
  name: z
    .string()
    .nullable()
    .meta({ ...extension, description: 'The tester’s name for the session; null without one.' }),
  ...shownPlace,
  created_at: z.iso.datetime().meta(extension),
  expires_at: z.iso.datetime().meta(extension),
  open_until: z.iso
    .datetime()
    .nullable()
    .meta({
      ...extension,
      description:
        'Until when, as things stand, requests still count in the outcome; null once that is over. An issuance stays open until its offer and its access tokens have expired, also after a credential was issued.',
    }),
} as const
