import { z } from 'zod'
import { bodyBytesMax } from '@/lib/core/shared/http/limits'
import {
  zWorkbench,
  zWorkbenchChange,
  zWorkbenchReport,
  zWorkbenchRequest,
  zWorkbenchSessions,
} from '@/lib/core/workbenches/z-workbench'
import { contractGroup } from './contract-entry'
import { error, json } from './z-common'

/** Like the evidence of sessions: pages of other origins must not read it. */
const common = {
  extension: true,
  recorded: false,
  origin: 'operator',
  area: 'tester',
  underIssuer: false,
  cors: false,
  anyHost: false,
} as const
const read = { ...common, method: 'GET', auth: 'operator', bodyBytesMax: 0 } as const
const readReplies = { 401: error, 404: error, 503: error }
const after = {
  required: false,
  description: 'Number of a session: only later ones are listed.',
  schema: z.int().min(0).default(0),
} as const

export const workbenchContract = contractGroup({
  createWorkbench: {
    ...common,
    method: 'POST',
    path: '/workbenches',
    summary: 'Opens a workbench: one code that stays, and a fresh session for each scan',
    startsSession: true,
    auth: 'none',
    bodyBytesMax: bodyBytesMax.workbench,
    request: json(zWorkbenchRequest),
    replies: { 201: json(zWorkbench), 400: error, 401: error, 413: error, 429: error, 503: error, 507: error },
  },
  getWorkbench: {
    ...read,
    path: '/workbenches/{workbenchId}',
    summary: 'Reads a workbench with its links',
    replies: { 200: json(zWorkbench), ...readReplies },
  },
  changeWorkbench: {
    ...read,
    method: 'PATCH',
    path: '/workbenches/{workbenchId}',
    summary: 'Changes a workbench: its settings count from the next scan on',
    bodyBytesMax: bodyBytesMax.workbench,
    request: json(zWorkbenchChange),
    replies: { 200: json(zWorkbench), 400: error, 409: error, 413: error, ...readReplies },
  },
  deleteWorkbench: {
    ...read,
    method: 'DELETE',
    path: '/workbenches/{workbenchId}',
    summary: 'Ends a workbench and its code; its sessions stay',
    replies: { 204: {}, ...readReplies },
  },
  listWorkbenchSessions: {
    ...read,
    path: '/workbenches/{workbenchId}/sessions',
    summary: 'Lists the newest sessions of a workbench, oldest first',
    query: {
      after,
      wait: {
        required: false,
        description:
          'How many seconds to wait for one of these sessions to end, from 0 to 30. If too many requests are already waiting, the response is 429 with Retry-After.',
        schema: z.int().min(0).max(30).default(0),
      },
    },
    replies: { 200: json(zWorkbenchSessions), 400: error, 429: error, ...readReplies },
  },
  getWorkbenchReport: {
    ...read,
    path: '/workbenches/{workbenchId}/report',
    summary: 'Reads the newest sessions of a workbench as JSON, JUnit XML or Markdown, one test suite each',
    query: {
      after,
      format: {
        required: false,
        description: 'Format of the report.',
        schema: z.enum(['json', 'junit', 'md']).default('json'),
      },
    },
    replies: {
      200: { 'application/json': zWorkbenchReport, 'application/xml': z.string(), 'text/markdown': z.string() },
      400: error,
      ...readReplies,
    },
  },
})
