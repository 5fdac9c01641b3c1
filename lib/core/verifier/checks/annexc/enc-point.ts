import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { ResponseReading } from '../../read/response/response-reading'

const [pointBytes, uncompressed] = [65, 4]

export const annexcEncPoint = defineCheck<ResponseReading>('vp.annexc.enc_point', {
  title: 'Key of the sender is an uncompressed point on P-256',
  problem: 'The key of the sender, enc, is not an uncompressed point on P-256',
  clauses: ['RFC9180-7.1.1', 'ISO18013-7-C'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  why: 'HPKE serialises keys on P-256 in one form only, and its shared secret is made of those bytes.',
  hint: 'Send the ephemeral public key as 65 bytes: 0x04, then x and y with 32 bytes each.',
  run: onAnnexC(({ enc }) => {
    if (enc === null) return notApplicable(say`There is no enc that can be read; see vp.annexc.structure.`)
    if (enc.valid) return pass(say`${enc.bytes} bytes`)
    const isUncompressed = enc.bytes === pointBytes && enc.form === uncompressed
    return violated({
      expected: say`${pointBytes} bytes, a point on the curve`,
      actual: isUncompressed ? say`a point that is not on the curve` : say`${enc.bytes} bytes`,
      ...(enc.form === 2 || enc.form === 3 ? { cause: say`The key of the sender, enc, is a compressed point` } : {}),
    })
  }),
})
