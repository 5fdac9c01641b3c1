import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { type BoundTo, boundTo } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

const wrongThumbprints: readonly BoundTo[] = ['dc_api_without_thumbprint', 'dc_api_thumbprint_text']

export const dcapiThumbprint = defineCheck<PresentedSubject>('vp.dcapi.thumbprint', {
  title: 'Handover holds the thumbprint of the key that the response is encrypted to',
  problem: 'The handover does not hold the thumbprint of the key that the response is encrypted to',
  clauses: ['OID4VP-1FINALA-B.2.6.2'],
  level: 'must',
  why: 'Otherwise the verifier cannot see that another party opened the response and encrypted it again.',
  hint: 'With dc_api.jwt, put the 32 bytes of the RFC 7638 thumbprint into the handover, with dc_api put null. If you do, another party may have encrypted the response again.',
  run: (subject) =>
    onBrowserPresented((browser) => {
      if (browser.entry.protocol === 'org-iso-mdoc')
        return notApplicable(say`The handover of ISO/IEC 18013-7 holds no thumbprint.`)
      return onMdocDocument(({ device: { signature, mac } }, { transcript: { handover } }) => {
        const proof = signature ?? mac
        if (proof === null) return notApplicable(say`There is no deviceAuth that can be read.`)
        const wrong = boundTo(subject.presented.reading).find((one) => wrongThumbprints.includes(one))
        if (wrong !== undefined)
          return violated({
            expected: say`the thumbprint as 32 bytes`,
            actual: word(wrong),
          })
        if (proof.variant === null)
          return notObserved(say`The proof verifies with none of the transcripts that were tried.`)
        return pass(handover.jwkThumbprint === null ? say`null` : say`the thumbprint of the key`)
      })(subject)
    })(subject),
})
