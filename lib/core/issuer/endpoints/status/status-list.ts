import { bind } from '../../../engine/checks/evaluate'
import type { Decision, EventDraft } from '../../../engine/endpoints/endpoint'
import type { HeaderField, Reply } from '../../../ground/http/exchange'
import { bytesReply, jsonReply, textReply } from '../../../ground/http/reply'
import { statusListTypes } from '../../../ground/status/status-list-token'
import { statusListChecks } from '../../checks/status'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { alterationName, deviationOf } from '../../deviations'
import type { IssuerDeviation } from '../../deviations/issuer-deviation'
import { buildStatusList } from '../../read/status/build-status-list'
import { readStatusListRequest, type StatusListReading, statusListForm } from '../../read/status/status-list-reading'
import { judgedByIssuer } from '../issuer-endpoint'

const checks = bind(statusListChecks, (reading: StatusListReading) => reading)

/** Requests of others than the wallet that are recorded of each list. Whoever saw a credential knows its address. */
const othersRecordedMax = 20

/**
 * `GET /lab/{labId}/status/{statusListId}`: the status list that credentials of one format refer to, as it is now. Anybody
 * may read it, and only the wallet of the session is judged; of the requests of others the first are recorded.
 * @see TSL14-8.1, TSL14-8.2
 */
export const statusListEndpoint = judgedByIssuer<StatusListReading>({
  read: readStatusListRequest,
  checks: () => checks,
  decide: (reading, _findings, context) => {
    const sessionId = context.issuer.session?.sessionId ?? null
    const { list, by, othersOnRecord } = reading
    const { status } = context.issuer.options
    if (list === null || status === null) return { reply: notFound, sessionId, events: [], effects: [] }
    const form = statusListForm(context.exchange, { list, has: status.format })
    const retrieved = (more: { readonly altered?: true } = {}): EventDraft[] => [
      {
        type: 'status_list_retrieved',
        detail: { list, form, by, ...(by === 'wallet' ? {} : { recorded_at_most: othersRecordedMax }), ...more },
      },
    ]
    const firstRequests = { kind: `${context.issuer.id}/${list}`, onRecord: othersOnRecord, max: othersRecordedMax }
    const tokenReply = (wrong?: IssuerDeviation['changes']['statusList']): Reply =>
      replyOf(
        form,
        buildStatusList(context.issuer, {
          list,
          form,
          entries: reading.entries,
          now: reading.now,
          zlib: context.ports.zlib,
          wrong,
        }),
      )
    return {
      reply: tokenReply(),
      sessionId,
      events: retrieved(),
      effects: [],
      ...(by === 'wallet' ? {} : { firstRequests }),
      ...wrongList(context, (wrong) => ({
        reply: wrong.notFound ? notFound : tokenReply(wrong),
        events: retrieved({ altered: true }),
      })),
    }
  },
})

/** The list with the deviation of the session applied; empty if the deviation is elsewhere. */
function wrongList(
  { issuer }: IssuerContext,
  made: (wrong: NonNullable<IssuerDeviation['changes']['statusList']>) => {
    readonly reply: Reply
    readonly events: readonly EventDraft[]
  },
): Pick<Decision, 'alternative'> {
  const deviation = issuer.session && deviationOf(issuer.session)
  const wrong = deviation?.changes.statusList
  return deviation && wrong ? { alternative: { alteration: alterationName(deviation), ...made(wrong) } } : {}
}

const vary: HeaderField = ['Vary', 'Accept']

function replyOf(form: keyof typeof statusListTypes, token: string | Uint8Array): Reply {
  if (typeof token === 'string') return textReply(200, statusListTypes[form], token, [vary])
  const reply = bytesReply(200, statusListTypes[form], token)
  return { ...reply, headers: [...reply.headers, vary] }
}

const notFound = jsonReply(404, {
  error: 'status_not_found',
  error_description: 'This issuer has no status list here.',
})
