import type { Check } from '../../checks/check'
import { negativeTestOf } from '../../oid4vp/negative'
import { expectsRefusal } from '../../oid4vp/negative/refusal-outcome'
import type { PresentationSession } from '../../store-types'

/** Why a session can never give reason to run a check of a group; `null` when it can. */
const ofGroup: Readonly<Record<string, (session: PresentationSession) => string | null>> = {
  'vp.reqpost': ({ requestDelivery }) => (requestDelivery === 'by_value' ? 'The request is sent by value.' : null),
  'vp.jwe': ({ responseMode }) => (responseMode === 'direct_post' ? 'The answer is not encrypted.' : null),
  'vp.redirect': ({ options }) => (options.return_redirect_uri ? null : 'The wallet is told no redirect_uri.'),
  'vp.code': ({ responseType }) => (responseType === 'code' ? null : 'The request does not ask for a code.'),
  'vp.token': presentsNothing,
  'vp.dcql': presentsNothing,
  'vp.min': presentsNothing,
  'vp.sdjwt': presentsNothing,
  'vp.kb': presentsNothing,
  'vp.pid': presentsNothing,
  'vp.txn': presentsNothing,
  'vp.idt': presentsNothing,
}

/** With the response type code the presentation is in the Token Response, which is not asked for. OID4VP-1FINAL-8 */
function presentsNothing({ responseType }: PresentationSession): string | null {
  return responseType === 'code' ? 'The presentation is in the Token Response; the code is not redeemed.' : null
}

/** The same of one check. */
const ofCheck: Readonly<Record<string, (session: PresentationSession) => string | null>> = {
  'vp.negative.rejected': (session) => (expectsRefusal(session) ? null : 'A correct wallet answers this request.'),
  'vp.negative.still_answers': (session) =>
    negativeTestOf(session) !== null && !expectsRefusal(session) ? null : 'The request is not unusual on purpose.',
}

/** Why this session can never give reason to run a check; `null` when it can. */
export const whyPresentationCannot = (
  { group, id }: Pick<Check<never>, 'group' | 'id'>,
  session: PresentationSession,
) => ofCheck[id]?.(session) ?? ofGroup[group]?.(session) ?? null
