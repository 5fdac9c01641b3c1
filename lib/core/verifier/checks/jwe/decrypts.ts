import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import type { CheckId } from '../../../ground/ports/check-id'
import { quote, say, word } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import { otherKeyWords } from '../../judgements/other-key-words'
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
  judges: { token: 'jwe', member: 'decrypted' },
  why: 'The verifier cannot use a response that it cannot decrypt.',
  hint: 'Encrypt to the key in client_metadata.jwks, and derive the key with the apu, apv and enc of the header.',
  run: onJwe((jwe) => {
    const { openedWith, otherThumbprint, offered, header } = jwe
    if (openedWith === 'session') return pass()
    if (offered === null) return notApplicable(say`The request offers no key to encrypt to.`)
    const obstacle = obstacleIn(jwe)
    if (obstacle !== null) return notApplicable(say`This header does not allow decryption; see ${word(obstacle)}.`)
    const expected = { kid: quote(offered.kid), thumbprint: quote(offered.thumbprint) }
    const kid = shown(header?.kid)
    if (openedWith === 'other_session')
      return violated({
        expected,
        actual: { kid, thumbprint: quote(otherThumbprint) },
        cause: say`The response is encrypted to ${otherKeyWords(jwe)}`,
        hint: say`Use the key in the request that you respond to.`,
      })
    return violated({
      expected,
      actual: { kid, thumbprint: say`unknown: no key of this service decrypts it` },
      cause:
        header?.kid === offered.kid
          ? say`The response names the key of this request and cannot be decrypted with it`
          : say`The response is encrypted to a key that this request did not offer`,
    })
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
