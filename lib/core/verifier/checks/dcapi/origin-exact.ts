import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { PresentationReading } from '../../../ground/formats/reading-of-presentation'
import { quote, say, type Wording, word } from '../../../ground/values/wording'
import { type BoundTo, boundTo, byName, hasBinding, isUnexplained, unexplained } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import type { PresentedSubject } from '../../read/response/response-reading'

/** Transcripts with another origin than that of the page. */
const otherTranscripts: readonly BoundTo[] = ['dc_api_prefixed_origin', 'dc_api_slash', 'dc_api_extra_origin']

/** What stands in the place of the origin, in words. */
const inWords: Partial<Readonly<Record<BoundTo, Wording>>> = {
  dc_api_prefixed_origin: say`the origin with the prefix origin:`,
  dc_api_slash: say`the origin with a slash at its end`,
  dc_api_extra_origin: say`another member of expected_origins`,
  aud_has_slash: say`the origin with a slash at its end`,
  aud_has_default_port: say`the origin with the default port of its scheme`,
  aud_has_other_scheme: say`the origin with another scheme`,
  aud_is_other_origin: say`another member of expected_origins`,
  aud_is_host: say`the host alone`,
}

/** What an audience has before the origin: that of draft 24 too, which `vp.kb.aud` refuses. */
const prefixes = /^(?:web-)?origin:/

/** What stands where the origin of the page belongs; `null` where that stands there, or a name of the client. */
function otherOrigin(reading: PresentationReading, origin: string | undefined): ReturnType<typeof shown> {
  const found = boundTo(reading)
  if (reading.format !== 'dc+sd-jwt') {
    const other = found.find((one) => otherTranscripts.includes(one))
    return other === undefined ? null : (inWords[other] ?? word(other))
  }
  const values = reading.kbJwt.present ? reading.kbJwt.aud.values : []
  const [first] = values
  if (first === undefined || values.some((value) => value.replace(prefixes, '') === origin)) return null
  if (found.some((one) => byName.includes(one))) return null
  return found[0] === undefined ? shown(first) : (inWords[found[0]] ?? word(found[0]))
}

export const dcapiOriginExact = defineCheck<PresentedSubject>('vp.dcapi.origin_exact', {
  title: 'Origin in the presentation is that of the page, character for character',
  problem: 'The origin in the presentation is spelt otherwise than that of the page',
  clauses: ['OID4VP-1FINALA-A.4', 'OID4VP-1FINALA-A.2', 'OID4VP-1FINALA-B.2.6.2'],
  level: 'must',
  why: 'Origins are compared as texts. One that is nearly right lets nobody tell a page from its copy.',
  hint: 'Take the origin as the browser gives it, without a slash or a default port.',
  run: onBrowserPresented((_browser, { presented: { reading }, answer: { request } }) => {
    if (!hasBinding(reading)) return notApplicable(say`The presentation is bound to nothing that can be read.`)
    const origin = request.binding?.origin
    const other = otherOrigin(reading, origin)
    if (other !== null) return violated({ expected: quote(origin ?? null), actual: other })
    return isUnexplained(reading) ? notObserved(unexplained) : pass()
  }),
})
