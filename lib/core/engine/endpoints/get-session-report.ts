import type { HeaderField, Reply } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { type Level, levels } from '../../shared/ports/finding'
import type { Session, StoredEvent } from '../../shared/ports/store-types'
import { harReport } from '../reports/har-report'
import { htmlReport } from '../reports/html-report'
import { junitReport } from '../reports/junit-report'
import { markdownReport } from '../reports/markdown-report'
import type { SessionReport } from '../reports/session-report'
import { workbenchOf } from '../sessions/workbench'
import { inert, oneOf } from './query-parameters'
import type { RequestContext } from './request-context'

/** What the session belongs to, if anything. */
export const placeFacts = ({ preset, campaignId, ...session }: Session): (readonly [string, string])[] => [
  ...(preset === undefined ? [] : [['Preset', preset] as const]),
  ...(campaignId === undefined ? [] : [['Campaign', campaignId] as const]),
  ...workbenchFacts(workbenchOf(session)),
]

const workbenchFacts = (place: ReturnType<typeof workbenchOf>): (readonly [string, string])[] =>
  place === null
    ? []
    : [
        [
          'Workbench',
          `Session ${place.number} of workbench ${place.mark}: one code for all its sessions, values of its own.`,
        ],
      ]

/** The misbehaviour chosen for the reference wallet, so that a reader knows what should fail. */
export function misbehaviourFacts(events: readonly StoredEvent[]): [name: string, value: string][] {
  const id = events.findLast(({ type }) => type === 'reference_wallet_started')?.detail.fault
  return typeof id === 'string' ? [['Asked the reference wallet to break', id]] : []
}

const formats = ['json', 'junit', 'md', 'html', 'har', 'tar'] as const

interface ReportForm {
  readonly format: (typeof formats)[number]
  readonly failOn: Level
}

/** The requested form. Throws `invalid_request`, which lists the forms. */
export function requestedForm({ exchange }: Pick<RequestContext, 'exchange'>): ReportForm {
  const query = new URLSearchParams(exchange.query ?? '')
  return {
    format: oneOf('format', query.get('format'), formats, 'json'),
    failOn: oneOf('fail_on', query.get('fail_on'), levels, 'must'),
  }
}

/** A report in a single format. Bundles are made by `collaborators.sessionBundle`. */
export function reportReply(
  report: SessionReport,
  { format, failOn }: ReportForm & { readonly format: Exclude<ReportForm['format'], 'tar'> },
  baseUrl: string,
): Reply {
  const named = (ending: string): HeaderField => [
    'Content-Disposition',
    `inline; filename="${report.kind}-${report.session.session_id}.${ending}"`,
  ]
  switch (format) {
    case 'json':
      return jsonReply(200, report, [named('json')])
    case 'junit':
      return textReply(200, 'application/xml', junitReport(report, failOn), [named('xml')])
    case 'md':
      return textReply(200, 'text/markdown; charset=utf-8', markdownReport(report), [named('md')])
    case 'har':
      return jsonReply(200, harReport(report, baseUrl), [named('har')])
    case 'html':
      return textReply(200, 'text/html; charset=utf-8', htmlReport(report), [named('html'), ...inert])
  }
}
