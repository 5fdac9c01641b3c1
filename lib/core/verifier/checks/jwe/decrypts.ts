import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { CheckId } from '../../../ground/ports/check-id'
import { say, word } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import type { ResponseJweReading } from '../../read/response/response-jwe-reading'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweDecrypts = defineCheck<ResponseReading>('vp.jwe.decrypts', {
  title: 'JWE can be decrypted with the key of the request',
  problem: 'The JWE cannot be decrypted with the key of this request',
  clauses: ['OID4VP-1FINAL-8.3', 'RFC7516-5.2'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  needs: ['vp.jwe.compact', 'vp.jwe.header_json'],
  counterpart: 'DecryptResponse',
  why: 'The verifier cannot use an answer that it cannot decrypt.',
  hint: 'Encrypt to the key in client_metadata.jwks, and derive the key with the apu, apv and enc of the header.',
  run: onJwe((jwe) => {
    const { openedWith, otherSession, offered } = jwe
    if (openedWith === 'session') return pass()
    if (offered === null) return notApplicable(say`The request offers no key to encrypt to.`)
    const obstacle = obstacleIn(jwe)
    if (obstacle !== null) return notApplicable(say`This header does not allow decryption; see ${word(obstacle)}.`)
    if (openedWith === 'other_session')
      return violated({
        expected: say`the key of this request`,
        actual: say`the key of session ${otherSession}`,
        hint: say`It is the key of another request: use the key in the request that you answer.`,
      })
    return violated({ expected: say`the key of this request`, actual: say`no key of this service decrypts it` })
  }),
})

/** The check for the header parameter that forbids decryption, whatever the key; `null` if there is none. */
function obstacleIn({ header, epk, partLengths }: ResponseJweReading): CheckId | null {
  if (header === null) return null
  if (Object.hasOwn(header, 'zip')) return 'vp.jwe.zip_absent'
  if (Object.hasOwn(header, 'crit')) return 'vp.jwe.crit'
  if (epk !== null && (!epk.facts.valid || epk.facts.privateMembers.length > 0)) return 'vp.jwe.epk'
  return header.alg === 'ECDH-ES' && partLengths[1] !== 0 ? 'vp.jwe.encrypted_key_empty' : null
}
