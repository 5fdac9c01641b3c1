import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import { otherKeyWords } from '../../judgements/other-key-words'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweKidMatches = defineCheck<ResponseReading>('vp.jwe.kid_matches', {
  title: 'JWE names the key of this request in kid',
  problem: 'The kid of the JWE is not the key of this request',
  clauses: ['OID4VP-1FINAL-8.3'],
  level: 'must',
  needs: ['vp.jwe.kid_present'],
  counterpart: 'ValidateJWEHeaderKidIsInClientMetadataJWKs',
  judges: { token: 'jwe', member: 'header.kid' },
  why: 'A different kid means that the response was made for another request, or that the header is wrong.',
  hint: 'Take kid from client_metadata.jwks of the request that you respond to.',
  run: onJweHeader(({ kid }, jwe, { session }) => {
    const { offered, otherSession } = jwe
    if (offered === null) return notApplicable(say`The request offered no key.`)
    if (kid === offered.kid) return pass(quote(offered.kid))
    const expected = quote(offered.kid)
    if (otherSession !== null)
      return violated({
        expected,
        actual: otherKeyWords(jwe),
        hint: say`It is the key of another request: use the key in the request that you respond to.`,
      })
    const place = session.dcApi?.entries.findIndex(({ encryptionKid }) => encryptionKid === kid) ?? -1
    return place === -1
      ? violated({ expected, actual: shown(kid) })
      : violated({
          expected,
          actual: say`the key of entry ${place}`,
          hint: say`Name the key that you encrypt to: that of the entry that you respond to.`,
        })
  }),
})
