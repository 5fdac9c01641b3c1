import { z } from 'zod'
import { zCasesEdition, zReportedCheck, zSummary } from '@/lib/core/engine/evidence/z-session-view'
import type { ContractEntry } from './contract-entry'
import { error } from './z-common'

const zReport = z
  .looseObject({
    report_version: z.literal(1),
    kind: z.enum(['issuance', 'presentation']),
    title: z.string(),
    facts: z
      .array(z.tuple([z.string(), z.string()]))
      .meta({ description: 'How the session was made, in pairs of name and value.' }),
    catalogue: z.object({ version: z.string(), checks: z.int() }),
    inspector_url: z.url(),
    summary: zSummary,
    fcaf_edition: zCasesEdition.optional(),
    checks: z.array(zReportedCheck).meta({ description: 'One entry per check: its worst finding that counts.' }),
    not_counted: z
      .array(zReportedCheck)
      .meta({ description: 'Rules broken after the session was over: they do not count.' }),
    session: z.looseObject({ session_id: z.uuid() }),
  })
  .meta({ id: 'SessionReport' })

/** HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/ */
const zArchive = z
  .object({
    log: z.looseObject({ version: z.literal('1.2'), creator: z.looseObject({}), entries: z.array(z.looseObject({})) }),
  })
  .meta({ id: 'HttpArchive', 'x-extension': true })

const ignoredMembers =
  'Members of the request that this service does not have: a list of at most 16 strings, whose last one says with the parameter more how many are left out. Absent if there were none. RFC 9651'
const strictly = 'handling=strict, where an unknown member refused the request that preferred it. RFC 7240 section 4.4'

/** Header fields of the response to the creation of a session. */
export const createdHeaders = {
  201: {
    'Preference-Applied':
      'return=representation and handling=strict, if the request preferred them. RFC 7240 section 3',
    'Ignored-Members': ignoredMembers,
  },
  400: { 'Preference-Applied': strictly },
} as const

/** The same for a campaign. */
export const startedHeaders = {
  201: {
    'Preference-Applied': 'handling=strict, if the request preferred it. RFC 7240 section 3',
    'Ignored-Members': ignoredMembers,
  },
  400: { 'Preference-Applied': strictly },
} as const

/** Query parameters of reading a session. */
export const readBackQuery = {
  exchanges_after: {
    extension: true,
    required: false,
    description: 'Id of an exchange: the response continues after it.',
    schema: z.uuid(),
  },
} as const

/** Header fields of every report. */
export const reportHeaders = {
  200: {
    'Content-Disposition': 'A file name for saving the report.',
    'Content-Security-Policy': 'HTML only: it loads and runs nothing.',
  },
} as const

/** Query parameter of every report: the lowest level that fails a test case. */
export const failOn = {
  required: false,
  description: 'JUnit only: the lowest level at which a violation fails a test case.',
  schema: z.enum(['must', 'should', 'info']).default('must'),
} as const

/** Bodies of a report that are not JSON. */
export const reportTexts = {
  'application/xml': z.string(),
  'text/markdown': z.string(),
  'text/html': z.string(),
  'application/x-tar': z.string().meta({ format: 'binary' }),
} as const

/** The common part of reports for every kind of session. The same evidence always gives the same bytes. */
export const reportEntry = {
  extension: true,
  summary:
    'Reads the report of a session as JSON, JUnit XML, Markdown, one HTML file, HTTP Archive, or all of them as one signed archive',
  query: {
    format: {
      required: false,
      description:
        'Format of the report. `har` contains only the exchanges, as an HTTP Archive 1.2 with secrets replaced. `tar` is all of them in one signed archive.',
      schema: z.enum(['json', 'junit', 'md', 'html', 'har', 'tar']).default('json'),
    },
    fail_on: failOn,
  },
  replyHeaders: reportHeaders,
  replies: {
    200: {
      'application/json': z.union([zReport, zArchive]),
      ...reportTexts,
    },
    400: error,
    401: error,
    404: error,
    413: error,
    429: error,
    503: error,
    507: error,
  },
} as const satisfies Partial<ContractEntry>
