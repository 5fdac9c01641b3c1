import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { boundTo, byName, hasBinding, isUnexplained, unexplained } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import type { PresentedSubject } from '../../read/response/response-reading'

export const dcapiClientIdUnused = defineCheck<PresentedSubject>('vp.dcapi.client_id_unused', {
  title: 'Presentation is bound to the origin, not to a Client Identifier',
  problem: 'The presentation is bound to a Client Identifier or a response_uri',
  clauses: ['OID4VP-1FINALA-A.4', 'OID4VP-1FINALA-B.2.6.2'],
  level: 'must',
  why: 'The browser vouches for the origin alone. Anybody can copy a Client Identifier into a request.',
  hint: 'Bind the presentation to the origin that the browser gives, for signed requests too.',
  run: onBrowserPresented((_browser, { presented: { reading } }) => {
    if (!hasBinding(reading)) return notApplicable(say`The presentation is bound to nothing that can be read.`)
    const wrong = boundTo(reading).find((one) => byName.includes(one))
    if (wrong !== undefined) return violated({ expected: say`the origin of the page`, actual: word(wrong) })
    return isUnexplained(reading) ? notObserved(unexplained) : pass()
  }),
})
