import type { Check } from '../../engine/checks/check'
import { isOfGroup } from '../../engine/checks/check-groups'
import { isReadFormat } from '../../shared/formats'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import type { PresentationSession } from '../../shared/ports/store-types'
import { deviationOf, expectsRefusal, isReported } from '../deviations'
import { redirectsInError } from '../deviations/our-responses'
import { isIdleInBrowser, throughBrowser } from '../judgements/subjects'
import { refusableIn, unanswerableIn } from '../judgements/unanswerable'
import { sessionQuery } from '../read/request/session-query'

/** Why no check of a group can run in a session; `null` if one can. */
const ofGroup: Readonly<Record<string, (session: PresentationSession) => string | null>> = {
  'vp.reqpost': ({ requestDelivery }) => (requestDelivery === 'by_value' ? 'The request is sent by value.' : null),
  'vp.jwe': ({ responseMode }) => (responseMode === 'direct_post' ? 'The response is not encrypted.' : null),
  'vp.redirect': ({ options }) => (options.return_redirect_uri ? null : 'The wallet gets no redirect_uri.'),
  'vp.code': ({ responseType }) => (responseType === 'code' ? null : 'The request does not ask for a code.'),
  'vp.token': presentsNothing,
  'vp.dcql': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.min': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.sdjwt': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.mdoc': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.kb': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.pid': (session) => presentsNothing(session) ?? asksForUnread(session),
  'vp.txn': presentsNothing,
  'vp.idt': presentsNothing,
}

/**
 * With response type `code` the presentation is in the Token Response, which this service never requests.
 * OID4VP-1FINAL-8
 */
function presentsNothing({ responseType }: PresentationSession): string | null {
  return responseType === 'code' ? 'The presentation is in the Token Response; the code is not redeemed.' : null
}

/** A query for unsupported formats only leaves nothing to judge. */
function asksForUnread(session: PresentationSession): string | null {
  const query = sessionQuery(session, session.request)
  if (query === null || !query.whole) return null
  const formats = [...new Set(query.credentials.map(({ format }) => format))]
  return formats.some(isReadFormat) ? null : `The query asks for ${formats.join(' and ')} only, which is not read here.`
}

/** Reasons for single checks. */
const ofCheck: Readonly<Record<string, (session: PresentationSession) => string | null>> = {
  'vp.request.answerable': (session) =>
    unanswerableIn(session).length + refusableIn(session).length > 0
      ? null
      : 'Nothing in the request keeps every wallet from answering it.',
  'vp.negative.rejected': (session) => (expectsRefusal(session) ? null : 'A correct wallet responds to this request.'),
  'vp.negative.still_answers': (session) =>
    deviationOf(session) !== null && !expectsRefusal(session) && !isReported(session)
      ? null
      : 'The request is not unusual on purpose.',
  'vp.redirect.followed': (session) =>
    redirectsInError(session) ? 'The redirect_uri comes in an error response on purpose.' : null,
  'vp.redirect.followed_after_error': (session) =>
    redirectsInError(session) ? null : 'No error response on purpose has a redirect_uri.',
}

/** Checks of a browser request's form, with their protocol. HAIP-5.2 */
const ofForm: Readonly<Record<string, DcApiProtocol>> = {
  'vp.dcapi.unsigned_supported': 'openid4vp-v1-unsigned',
  'vp.dcapi.signed_supported': 'openid4vp-v1-signed',
  'vp.dcapi.multisigned_supported': 'openid4vp-v1-multisigned',
}

/** Reasons in browser sessions; `null` for a link too. OID4VP-1FINALA-A */
function inBrowser(id: string, { dcApi }: PresentationSession): string | null {
  if (dcApi === undefined) return null
  const protocols = dcApi.entries.map(({ protocol }) => protocol)
  if (protocols.every((protocol) => isIdleInBrowser(id, protocol))) return throughBrowser
  if (isOfGroup(id, 'vp.annexc') && !protocols.includes('org-iso-mdoc'))
    return 'The request has no entry for org-iso-mdoc.'
  const form = ofForm[id]
  if (form !== undefined && !protocols.includes(form)) return `The request has no entry for ${form}.`
  return id === 'vp.dcapi.protocol_consistent' && protocols.length < 2 ? 'The request has one entry.' : null
}

/** Why a check can never run in this session; `null` if it can. */
export const whyImpossible = ({ group, id }: Pick<Check<never>, 'group' | 'id'>, session: PresentationSession) =>
  inBrowser(id, session) ?? ofCheck[id]?.(session) ?? ofGroup[group]?.(session) ?? null
