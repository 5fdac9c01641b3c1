import { z } from 'zod'
import type { ContractEntry } from './contract-entry'
import { error } from './z-common'

const zReport = z
  .looseObject({
    report_version: z.literal(1),
    kind: z.enum(['issuance', 'presentation']),
    title: z.string(),
    catalogue: z.object({ version: z.string(), checks: z.int() }),
    inspector_url: z.url(),
    summary: z.looseObject({}),
    checks: z.array(z.looseObject({ id: z.string(), status: z.string() })),
    session: z.looseObject({ session_id: z.uuid() }),
  })
  .meta({ id: 'SessionReport' })

/** HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/ */
const zArchive = z
  .object({
    log: z.looseObject({ version: z.literal('1.2'), creator: z.looseObject({}), entries: z.array(z.looseObject({})) }),
  })
  .meta({ id: 'HttpArchive', 'x-extension': true })

const link = z
  .url()
  .optional()
  .meta({ 'x-extension': true, description: 'Given with "links": true or Prefer: return=representation.' })

/** Members of a created-answer that a request has to ask for. */
export const createdLinks = { inspector_url: link, session_url: link, report_url: link } as const

/** Header field of such an answer. */
export const createdHeaders = {
  201: { 'Preference-Applied': 'return=representation, where the request preferred it. RFC 7240 section 3' },
} as const

/** Query of a read-back. */
export const readBackQuery = {
  exchanges_after: {
    extension: true,
    required: false,
    description: 'Id of the exchange behind which the read-back goes on.',
    schema: z.uuid(),
  },
} as const

/** What the report of every kind of session has in common. The same evidence always gives the same bytes. */
export const reportEntry = {
  extension: true,
  summary: 'Reads the report of a session as JSON, JUnit XML, Markdown, one HTML file or HTTP Archive',
  query: {
    format: {
      required: false,
      description: 'Form of the report. `har` is the exchanges alone, as an HTTP Archive 1.2 with secrets replaced.',
      schema: z.enum(['json', 'junit', 'md', 'html', 'har']).default('json'),
    },
    fail_on: {
      required: false,
      description: 'JUnit only: the lowest level whose violation fails a test case.',
      schema: z.enum(['must', 'should', 'info']).default('must'),
    },
  },
  replyHeaders: {
    200: {
      'Content-Disposition': 'A name for the file, should it be kept.',
      'Content-Security-Policy': 'HTML only: it loads and runs nothing.',
    },
  },
  replies: {
    200: {
      'application/json': z.union([zReport, zArchive]),
      'application/xml': z.string(),
      'text/markdown': z.string(),
      'text/html': z.string(),
    },
    400: error,
    401: error,
    404: error,
    503: error,
  },
} as const satisfies Partial<ContractEntry>
