import { defineCheck, notApplicable } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeForRequest } from '../../judgements/judge-cose'
import { onMdocDocument } from '../../judgements/on-mdoc'
import type { PresentedSubject } from '../../read/response/response-reading'

export const mdocDeviceSignature = defineCheck<PresentedSubject>('vp.mdoc.device_signature', {
  title: 'Device signature is valid for this request',
  problem: 'The device signature is not valid for this request',
  clauses: ['OID4VP-1FINALA-B.2.6.1', 'OID4VP-1FINAL-14.1.2', 'ISO18013-5-9.1.3.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'ParseCredentialAsMdoc',
  judges: { token: 'presented_credential', member: 'documents.0.device_signed' },
  why: 'It covers client_id, nonce, response_uri and encryption key, so that no other verifier can reuse it.',
  hint: 'Sign DeviceAuthentication over the SessionTranscript with OpenID4VPHandover of this request: compare client_id, nonce, key thumbprint and response_uri.',
  run: onMdocDocument(({ device: { signature, mac } }, { transcript }) => {
    if (signature === null) {
      return notApplicable(
        mac === null ? say`There is no device signature.` : say`The device sent a MAC; see vp.mdoc.device_mac.`,
      )
    }
    return judgeForRequest(signature, transcript.handover, say`The device signature`)
  }),
})
