import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { unexplained } from '../../judgements/bound-to'
import { onBrowserPresented } from '../../judgements/on-browser'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

const judgeProof = onMdocDocument(({ device: { signature, mac } }, { transcript: { handover } }) => {
  const variant = (signature ?? mac)?.variant ?? null
  if (variant === null) return notObserved(unexplained)
  if (variant === 'dc_api_without_thumbprint' || variant === 'dc_api_thumbprint_text')
    return violated({ expected: say`the thumbprint as 32 bytes`, actual: word(variant) })
  return pass(handover.jwkThumbprint === null ? say`null` : say`the thumbprint of the key`)
})

export const dcapiThumbprint = defineCheck<PresentedSubject>('vp.dcapi.thumbprint', {
  title: 'Handover holds the thumbprint of the key that the response is encrypted to',
  problem: 'The handover does not hold the thumbprint of the key that the response is encrypted to',
  clauses: ['OID4VP-1FINALA-B.2.6.2'],
  level: 'must',
  why: 'Otherwise the verifier cannot see that another party opened the response and encrypted it again.',
  hint: 'With dc_api.jwt, put the 32 bytes of the RFC 7638 thumbprint into the handover, with dc_api put null. If you do, another party may have encrypted the response again.',
  run: onBrowserPresented(({ entry }, subject) =>
    entry.protocol === 'org-iso-mdoc'
      ? notApplicable(say`The handover of ISO/IEC 18013-7 holds no thumbprint.`)
      : judgeProof(subject),
  ),
})
