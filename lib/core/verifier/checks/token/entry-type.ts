import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onToken } from '../../judgements/on-token'
import type { ResponseReading } from '../../read/response/response-reading'
import { isAmong } from '../../read/response/unread-presentations'

export const tokenEntryType = defineCheck<ResponseReading>('vp.token.entry_type', {
  title: 'Each presentation in the vp_token is a string',
  problem: 'A presentation in the vp_token is not a string',
  clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINALA-B.2.5'],
  level: 'must',
  rejects: 'invalid_presentation',
  why: 'SD-JWT VC and mdoc are presented as strings.',
  hint: 'Send a compact SD-JWT, or a base64url DeviceResponse, as a string.',
  run: onToken(({ entries }, _match, { unread }) => {
    const all = entries.flatMap(({ queryId, elements }) => elements.map((element) => ({ queryId, ...element })))
    if (all.length === 0) return notApplicable(say`The vp_token has no presentations.`)
    // Entries of other formats have other types.
    const elements = all.filter(({ queryId, index }) => !isAmong(unread, queryId, index))
    const [first] = unread
    if (elements.length === 0 && first !== undefined) return notApplicable(first.because)
    const others = elements.filter(({ text }) => text === null)
    return others.length === 0
      ? pass()
      : violated({
          expected: say`string`,
          actual: others.slice(0, 20).map(({ queryId, type }) => say`${shown(queryId)}: ${type}`),
        })
  }),
})
