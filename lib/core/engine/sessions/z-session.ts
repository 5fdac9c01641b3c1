import { z } from 'zod'

const link = z
  .url()
  .optional()
  .meta({ 'x-extension': true, description: 'Given with "links": true or Prefer: return=representation.' })

/** Members of the creation response that appear only on request. */
export const createdLinks = { inspector_url: link, session_url: link, report_url: link } as const

/** Body of `POST /sessions/find`. */
export const zFindSession = z
  .looseObject({ deeplink: z.string().min(1).meta({ description: 'The link of a QR code of this service.' }) })
  .meta({ id: 'FindSession' })

const extension = { 'x-extension': true }

/**
 * Rejects control characters, which a terminal obeys, and characters that reverse the text around them. UAX #9 section
 * 2
 */
export const displayable = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u

/** Maximum length of what started a session, in characters. */
const startedByMax = 40

/**
 * What started a session, by the User-Agent of its request: `person` for a browser and for a form of our pages, which
 * has none, otherwise the name of the program.
 */
export function startedByOf(userAgent: string | null): string {
  const program = /^[A-Za-z][\w.-]*/.exec(userAgent ?? '')?.[0].slice(0, startedByMax) ?? 'person'
  return program === 'Mozilla' ? 'person' : program
}

/** Members of a session request that say what the session belongs to. */
export const askedPlace = {
  preset: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: 'Id of the preset that the body is made from. The body must have every member of the preset.',
      ...extension,
    }),
  campaign_id: z
    .uuid()
    .optional()
    .meta({ description: 'The campaign that the session belongs to: one that has this preset.', ...extension }),
  workbench: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Id of the workbench whose list the session joins.', ...extension }),
  started_by: z
    .string()
    .trim()
    .min(1)
    .max(startedByMax)
    .regex(displayable)
    .optional()
    .meta({
      description: `What starts the session, at most ${startedByMax} characters, e.g. CI #1182. By default the name of the program that asks.`,
      ...extension,
    }),
} as const

/** The same members in a read-back. */
export const shownPlace = {
  preset: z
    .string()
    .nullable()
    .meta({ ...extension, description: 'Id of the preset that the session was made from; null without one.' }),
  campaign_id: z
    .uuid()
    .nullable()
    .meta({ ...extension, description: 'The campaign that the session belongs to; null without one.' }),
  workbench: z
    .object({
      mark: z.string().meta({ description: 'Four characters by which evidence names the workbench.' }),
      number: z.int().meta({ description: 'Number of the session there, from 1 on.' }),
    })
    .nullable()
    .meta({ ...extension, description: 'The workbench in whose list the session is; null without one.' }),
  started_by: z
    .string()
    .nullable()
    .meta({
      ...extension,
      description:
        'What started it: scan, person, reference, campaign, pipeline, the name of a program, or what the request said; null for older sessions.',
    }),
} as const
