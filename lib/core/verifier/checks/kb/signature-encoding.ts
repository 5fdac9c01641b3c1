import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbSignatureEncoding = defineCheck<PresentedSubject>('vp.kb.signature_encoding', {
  title: 'Signature of the Key Binding JWT is r and s concatenated',
  problem: 'The signature of the Key Binding JWT is not r and s concatenated',
  clauses: ['RFC7518-3.4'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.signature' },
  why: 'JOSE uses no ASN.1 for ECDSA signatures.',
  hint: 'Convert the DER signature of the platform: concatenate r and s, each padded to the length of the curve order.',
  run: onKbJwt(({ signature: { encoding } }) => {
    if (encoding === null)
      return notApplicable(say`The signature cannot be read, or its algorithm has no fixed length.`)
    return encoding.form === 'raw'
      ? pass(say`${encoding.bytes} bytes`)
      : violated({
          expected: say`${encoding.expectedBytes} bytes`,
          actual: say`${encoding.bytes} bytes, ${encoding.form}`,
        })
  }),
})
