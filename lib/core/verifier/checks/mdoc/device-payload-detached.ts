import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDevicePayloadDetached = defineCheck<PresentedSubject>('vp.mdoc.device_payload_detached', {
  title: 'Device signature comes without its payload',
  problem: 'The device signature carries a payload',
  clauses: ['ISO18013-5-9.1.3.6'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'The verifier builds the payload itself; one that is sent could differ from it.',
  hint: 'Set the payload to null.',
  run: onMdocDocument(({ device: { signature, mac } }) => {
    const proof = signature ?? mac
    if (proof === null || proof.cose.shape === 'other')
      return notApplicable(say`There is no deviceAuth that can be read.`)
    return proof.cose.payload === 'null' ? pass() : violated({ expected: null, actual: say`a payload` })
  }),
})
