import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say, word } from '../../../ground/values/wording'
import { type BoundTo, boundTo, hasBinding } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import type { PresentedSubject } from '../../read/response/response-reading'

/** Origins that are not, as texts, the one of the page. */
const otherTexts: readonly BoundTo[] = [
  'dc_api_prefixed_origin',
  'dc_api_slash',
  'dc_api_extra_origin',
  'aud_has_slash',
  'aud_has_default_port',
  'aud_has_other_scheme',
  'aud_is_other_origin',
  'aud_is_host',
]

export const dcapiOriginExact = defineCheck<PresentedSubject>('vp.dcapi.origin_exact', {
  title: 'Origin in the presentation is that of the page, character for character',
  problem: 'The origin in the presentation is spelt otherwise than that of the page',
  clauses: ['OID4VP-1FINALA-A.4', 'OID4VP-1FINALA-A.2', 'OID4VP-1FINALA-B.2.6.2'],
  level: 'must',
  why: 'Origins are compared as texts. One that is nearly right lets nobody tell a page from its copy.',
  hint: 'Take the origin as the browser gives it, without a slash or a default port.',
  run: onBrowserPresented((_browser, { presented: { reading }, answer: { request } }) => {
    if (!hasBinding(reading)) return notApplicable(say`The presentation is bound to nothing that can be read.`)
    const found = boundTo(reading).find((one) => otherTexts.includes(one))
    return found === undefined
      ? pass()
      : violated({ expected: quote(request.binding?.origin ?? null), actual: word(found) })
  }),
})
