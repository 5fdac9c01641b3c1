import { defineCheck, notApplicable, tolerated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeForRequest } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceMac = defineCheck<PresentedSubject>('vp.mdoc.device_mac', {
  title: 'Device MAC is valid for this request',
  problem: 'The device MAC is not valid for this request, or cannot be verified',
  clauses: ['OID4VP-1FINALA-B.2.2', 'ISO18013-5-9.1.3.5'],
  // ISO/IEC 18013-5 lets a device choose a MAC. One that does not verify proves as little as a wrong signature.
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsMdoc',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'A MAC needs a key of the verifier, which only an encrypted response has.',
  hint: 'Send deviceSignature unless deviceauth_alg_values allows a MAC.',
  run: onMdocDocument(({ device: { mac } }, { transcript }) => {
    if (mac === null) return notApplicable(say`There is no deviceMac.`)
    const outcome = judgeForRequest(mac, transcript.handover, say`The device MAC`)
    return outcome.result === 'pass' && !mac.cose.alg.allowed
      ? tolerated({ expected: say`deviceSignature`, actual: say`deviceMac, which the request does not allow` })
      : outcome
  }),
})
