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
} as const
