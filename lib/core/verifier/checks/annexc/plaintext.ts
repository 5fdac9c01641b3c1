import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

export const annexcPlaintext = defineCheck<ResponseReading>('vp.annexc.plaintext', {
  title: 'Decrypted response is a DeviceResponse',
  problem: 'The decrypted response is not a DeviceResponse',
  clauses: ['ISO18013-7-C', 'ISO18013-5-8.3.2.1.2.2'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  needs: ['vp.annexc.decrypts'],
  why: 'A verifier reads the plaintext as CBOR.',
  hint: 'Encrypt the bytes of the DeviceResponse, a CBOR map.',
  run: onAnnexC(({ plaintext }) => {
    if (plaintext === null) return notApplicable(say`The response was not decrypted; see vp.annexc.decrypts.`)
    if (plaintext.form === 'map') return pass(say`${plaintext.bytes} bytes`)
    return plaintext.form === 'base64url'
      ? violated({
          expected: say`a CBOR map`,
          actual: say`the text of one`,
          cause: say`The decrypted response is the base64url text of a DeviceResponse`,
        })
      : violated({ expected: say`a CBOR map`, actual: say`${plaintext.bytes} bytes of another form` })
  }),
})
