import { z } from 'zod'

const link = z
  .url()
  .optional()
  .meta({ 'x-extension': true, description: 'Given with "links": true or Prefer: return=representation.' })

/** Members of the creation response that appear only on request. */
export const createdLinks = { inspector_url: link, session_url: link, report_url: link } as const
