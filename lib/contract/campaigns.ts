import { z } from 'zod'
import { zNameRequest } from '@/lib/core/campaigns/endpoints/campaigns'
import {
  zCoverage,
  zDeclarationRequest,
  zDeclared,
  zResultEntered,
  zResultEntry,
} from '@/lib/core/campaigns/official-cases/z-coverage'
import { personAnswers } from '@/lib/core/campaigns/person-answers'
import { zStatement } from '@/lib/core/campaigns/statement/z-statement'
import { zSummary } from '@/lib/core/campaigns/statement/z-summary'
import {
  zBuiltInCampaign,
  zCampaign,
  zCampaignAgain,
  zCampaignAnswer,
  zCampaignOutcome,
  zCampaignReport,
  zCampaignRequest,
  zNextSession,
} from '@/lib/core/campaigns/z-campaign'
import { zComparison } from '@/lib/core/campaigns/z-comparison'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import { reporters } from '@/lib/core/shared/ports/reporter'
import { contractGroup } from './contract-entry'
import { failOn, reportHeaders, reportTexts, startedHeaders } from './report-entry'
import { error, json, zEditionName } from './z-common'

/** Like the evidence of sessions: pages of other origins must not read it. */
const common = {
  extension: true,
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  cors: false,
} as const
const read = { ...common, method: 'GET', auth: 'operator', anyHost: false, bodyBytesMax: 0 } as const
const change = { ...read, method: 'POST', bodyBytesMax: bodyBytesMax.campaign } as const
const readReplies = { 401: error, 404: error, 503: error }
/** A request that prefers `text/html` and asks for no format is led to the page. */
const ledToPage = { 303: {} }
/** The wallet that a question about official cases concerns. */
const ofWallet = {
  wallet: {
    required: true,
    description: 'Name of the wallet in its campaigns.',
    schema: z.string().max(100),
  },
  version: { required: true, description: 'Its version.', schema: z.string().max(100) },
  edition: {
    required: false,
    description: 'Edition of the official cases: its id, or seven digits of its commit at least.',
    schema: zEditionName,
  },
} as const

export const campaignContract = contractGroup({
  listCampaigns: {
    ...common,
    method: 'GET',
    path: '/campaigns',
    summary: 'The built-in campaigns',
    auth: 'none',
    anyHost: true,
    bodyBytesMax: 0,
    replies: { 200: json(z.object({ campaigns: z.array(zBuiltInCampaign) })) },
  },
  createCampaign: {
    ...common,
    method: 'POST',
    path: '/campaigns',
    summary: 'Starts a campaign: many sessions for one wallet, one after the other',
    startsSession: true,
    auth: 'none',
    anyHost: false,
    bodyBytesMax: bodyBytesMax.campaign,
    request: json(zCampaignRequest),
    replyHeaders: startedHeaders,
    replies: { 201: json(zCampaign), 400: error, 401: error, 413: error, 429: error, 503: error, 507: error },
  },
  getCampaign: {
    ...read,
    path: '/campaigns/{campaignId}',
    summary: 'Reads a campaign with the result of each of its sessions',
    replies: { 200: json(zCampaign), ...readReplies },
  },
  getNextSession: {
    ...read,
    head: false,
    path: '/campaigns/{campaignId}/next',
    summary: 'Returns the session that waits for the wallet; creates one if there is none',
    query: {
      wait: {
        required: false,
        description:
          'How many seconds to wait for the session in after to end, from 0 to 30. If too many requests are already waiting, the response is 429 with Retry-After.',
        schema: z.int().min(0).max(30).default(0),
      },
      after: {
        required: false,
        description: 'Id of the session that the wallet already has: the response waits for the next one.',
        schema: z.uuid(),
      },
    },
    replies: { 200: json(zNextSession), 400: error, 429: error, 507: error, ...readReplies },
  },
  getCampaignReport: {
    ...read,
    path: '/campaigns/{campaignId}/report',
    summary:
      'Reads the report of a campaign as JSON, JUnit XML, Markdown, one HTML file, or as a signed archive with its sessions',
    query: {
      format: {
        required: false,
        description:
          'Format of the report. `tar` is all of them with those of each session and its exchanges, in one signed archive.',
        schema: z.enum(['json', 'junit', 'md', 'html', 'tar']).default('json'),
      },
      fail_on: failOn,
    },
    replyHeaders: reportHeaders,
    replies: {
      200: {
        'application/json': zCampaignReport,
        ...reportTexts,
      },
      400: error,
      413: error,
      429: error,
      507: error,
      ...readReplies,
    },
  },
  getCoverage: {
    ...read,
    path: '/coverage',
    summary: 'Reads which official test cases the campaigns of one wallet decide, and how',
    query: {
      ...ofWallet,
      compare: {
        required: false,
        description: 'Another edition: the response says, case by case, what changed since.',
        schema: zEditionName,
      },
      format: {
        required: false,
        description: 'Format of the response.',
        schema: z.enum(['json', 'csv']).default('json'),
      },
    },
    replyHeaders: { 200: { 'Content-Disposition': 'A file name for saving the response.' } },
    replies: {
      200: { 'application/json': zCoverage, 'text/csv': z.string() },
      ...ledToPage,
      400: error,
      ...readReplies,
    },
  },
  getStatement: {
    ...read,
    path: '/coverage/ics',
    summary: 'Reads the conformance statement of one wallet: a self-assessment, no certificate',
    query: {
      ...ofWallet,
      format: {
        required: false,
        description: 'Format of the response.',
        schema: z.enum(['json', 'html', 'csv']).default('json'),
      },
    },
    replyHeaders: {
      200: {
        'Content-Disposition': 'A file name for saving the statement.',
        'Content-Security-Policy': 'HTML only: it loads and runs nothing.',
      },
    },
    replies: {
      200: { 'application/json': zStatement, 'text/html': z.string(), 'text/csv': z.string() },
      400: error,
      ...readReplies,
    },
  },
  getSummary: {
    ...read,
    path: '/coverage/summary',
    summary: 'Reads one page for a manager about one wallet: a self-assessment, no conformity decision',
    query: {
      ...ofWallet,
      format: {
        required: false,
        description: 'Format of the response.',
        schema: z.enum(['html', 'json', 'pdf']).default('html'),
      },
    },
    replyHeaders: {
      200: {
        'Content-Disposition': 'A file name for saving the page.',
        'Content-Security-Policy': 'HTML only: it loads and runs nothing.',
      },
    },
    replies: {
      200: { 'application/json': zSummary, 'text/html': z.string(), 'application/pdf': z.string() },
      400: error,
      ...readReplies,
    },
  },
  getBundle: {
    ...read,
    path: '/coverage/bundle',
    summary: 'Exports the conformance statement of one wallet with its evidence as one signed archive',
    query: {
      ...ofWallet,
    },
    replyHeaders: { 200: { 'Content-Disposition': 'A file name for saving the bundle.' } },
    replies: {
      200: { 'application/x-tar': z.string().meta({ format: 'binary' }) },
      400: error,
      413: error,
      429: error,
      507: error,
      ...readReplies,
    },
  },
  enterResult: {
    ...change,
    path: '/coverage/results',
    bodyBytesMax: bodyBytesMax.enteredResult,
    summary: 'Enters or withdraws a result for an official case that no session decides',
    request: json(zResultEntry),
    replies: { 201: json(zResultEntered), 400: error, 413: error, 429: error, 507: error, ...readReplies },
  },
  declareWallet: {
    ...change,
    path: '/coverage/declarations',
    bodyBytesMax: bodyBytesMax.enteredResult,
    summary: 'Declares what a wallet supports: the newest declaration counts, as a whole',
    request: json(zDeclarationRequest),
    replies: { 201: json(zDeclared), 400: error, 413: error, 429: error, 507: error, ...readReplies },
  },
  judgeCampaign: {
    ...change,
    path: '/campaigns/{campaignId}/report',
    summary: 'Compares a campaign with the failures that are expected of the wallet: only a change is a failure',
    request: {
      'text/plain': z.string().meta({
        description:
          'Expected failures, one per line: the id of a preset (* for all) and the id of a check, or no_verdict. # begins a comment.',
      }),
    },
    bodyOptional: true,
    query: {
      format: {
        required: false,
        description: 'Format of the response: JSON, JUnit XML, or Markdown for the summary of a CI job.',
        schema: z.enum(['json', 'junit', 'md']).default('json'),
      },
      fail_on: {
        ...failOn,
        description: 'The lowest level at which a broken rule is a failure.',
      },
      strict: {
        required: false,
        description: 'If true, an expected failure that passes counts as a change too.',
        schema: z.enum(['true', 'false']).default('false'),
      },
    },
    replies: {
      200: { 'application/json': zCampaignOutcome, 'application/xml': z.string(), 'text/markdown': z.string() },
      400: error,
      413: error,
      ...readReplies,
    },
  },
  getComparison: {
    ...read,
    path: '/comparison',
    summary: 'Compares two sessions of one kind, or two campaigns: what changed, regressions first',
    query: {
      before: {
        required: true,
        description: 'Id of the earlier session or campaign.',
        schema: z.uuid(),
      },
      after: {
        required: true,
        description: 'Id of the later one.',
        schema: z.uuid(),
      },
    },
    replies: { 200: json(zComparison), ...ledToPage, 400: error, ...readReplies },
  },
  changeName: {
    ...change,
    path: '/names',
    summary: 'Changes the name of a session or of a campaign',
    bodyBytesMax: bodyBytesMax.refusalReport,
    request: json(zNameRequest),
    replies: {
      200: json(z.object({ run: z.uuid(), name: z.string() }).meta({ id: 'Named' })),
      400: error,
      403: error,
      413: error,
      429: error,
      ...readReplies,
    },
  },
  answerCampaign: {
    ...change,
    path: '/campaigns/{campaignId}/answer',
    summary: 'Says what the wallet displayed in a session of the campaign, and ends that session',
    request: json(zCampaignAnswer),
    replies: {
      200: json(
        z
          .object({ session_id: z.uuid(), shown: z.enum(personAnswers), by: z.enum(reporters) })
          .meta({ id: 'CampaignAnswered' }),
      ),
      400: error,
      409: error,
      413: error,
      ...readReplies,
    },
  },
  tryCampaignAgain: {
    ...change,
    path: '/campaigns/{campaignId}/again',
    summary: 'Tries a preset of the campaign again: its newest session counts',
    request: json(zCampaignAgain),
    replies: {
      201: json(
        z
          .object({ session_id: z.uuid(), inspector_url: z.url(), session_url: z.url(), report_url: z.url() })
          .meta({ id: 'CampaignSession' }),
      ),
      400: error,
      413: error,
      429: error,
      507: error,
      ...readReplies,
    },
  },
})
