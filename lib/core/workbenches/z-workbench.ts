import { z } from 'zod'
import { zOutcome } from '../engine/evidence/z-session-view'
import { zName } from '../engine/sessions/run-options'
import type { JsonObject } from '../shared/values/json'

const zSettings = (kind: string, path: string) =>
  (z.looseObject({}) as z.ZodType as z.ZodType<JsonObject>).optional().meta({
    description: `Settings of the ${kind}: any body of POST ${path}, at most 64 KiB as JSON, but for what a code that stays cannot carry: the offer or request itself, and a request through the browser.`,
  })

const asked = {
  name: zName('Your name for the workbench.').optional(),
  wallet: z
    .object({ name: zName('Your name for the wallet.'), version: zName('Its version.') })
    .optional()
    .meta({ description: 'The wallet under test.' }),
  issuance: zSettings('issuance', '/sessions'),
  presentation: zSettings('presentation', '/openid4vp/sessions'),
} as const

/** Request body of `POST /workbenches`. */
export const zWorkbenchRequest = z.looseObject(asked).meta({ id: 'WorkbenchRequest' })

/** Request body of `PATCH /workbenches/{workbenchId}`. */
export const zWorkbenchChange = z
  .looseObject({
    ...asked,
    keep_code: z.boolean().default(false).meta({
      description:
        'True refuses settings that change one of the two codes with 409 code_would_change, and changes nothing.',
    }),
    new_view: z
      .boolean()
      .default(false)
      .meta({ description: 'True makes another view_url: the one before ends, for everybody who has it.' }),
  })
  .meta({ id: 'WorkbenchChange' })

const zFormer = z
  .array(z.looseObject({}) as z.ZodType as z.ZodType<JsonObject>)
  .meta({ description: 'Its settings before these, newest first: the last five, fewer if they are large.' })

const zMark = z.string().meta({ description: 'Four characters by which evidence names the workbench.' })

/** A workbench, as its interface returns it. */
export const zWorkbench = z
  .object({
    workbench_id: z.string().meta({ description: 'Holds all rights over the workbench: keep it secret.' }),
    mark: zMark,
    name: z.string().nullable(),
    wallet: z.object({ name: z.string(), version: z.string() }).nullable(),
    page_url: z.url(),
    view_url: z.url().meta({ description: 'Reads runs and their evidence, and nothing else.' }),
    issuance: z.object({
      deeplink: z.string(),
      credential_offer_uri: z.url(),
      settings: z.looseObject({}),
      former: zFormer,
    }),
    presentation: z.object({
      deeplink: z.string(),
      request_uri: z.url(),
      client_id: z.string(),
      code_ends_at: z.iso.datetime().nullable().meta({
        description:
          'When the code ends, told a week before: the certificate expires that client_id names. Read the workbench again then for the new code. null: no end in sight.',
      }),
      settings: z.looseObject({}),
      former: zFormer,
    }),
    last_number: z.int(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().meta({ description: 'When it ends unless it is scanned or visited before.' }),
  })
  .meta({ id: 'Workbench' })

/** A session of a workbench in its list. */
const zWorkbenchRow = z
  .object({
    number: z.int(),
    session_id: z.uuid(),
    kind: z.enum(['issuance', 'presentation']),
    outcome: zOutcome,
    cause: z
      .object({ id: z.string(), sentence: z.string() })
      .nullable()
      .meta({ description: 'What is to be fixed first: the check, and what was wrong.' }),
    wallet: z.string().nullable(),
    started_by: z.string().nullable(),
    at: z.iso.datetime(),
    duration_ms: z.number().nullable(),
    inspector_url: z.url(),
    report_url: z.url(),
  })
  .meta({ id: 'WorkbenchSession' })

export type WorkbenchRow = z.infer<typeof zWorkbenchRow>

/** Response of `GET /workbenches/{workbenchId}/sessions`. */
export const zWorkbenchSessions = z
  .object({ last_number: z.int(), sessions: z.array(zWorkbenchRow) })
  .meta({ id: 'WorkbenchSessions' })

/** Response of `GET /workbenches/{workbenchId}/report`. */
export const zWorkbenchReport = z
  .object({
    mark: zMark,
    name: z.string().nullable(),
    wallet: z.object({ name: z.string(), version: z.string() }).nullable(),
    last_number: z.int(),
    sessions: z.array(zWorkbenchRow),
  })
  .meta({ id: 'WorkbenchReport' })

export type WorkbenchReport = z.infer<typeof zWorkbenchReport>
