import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
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
  run: onJweHeader(({ kid }, { offered, otherSession }) => {
    if (offered === null) return notApplicable(say`The request offered no key.`)
    if (kid === offered.kid) return pass(quote(offered.kid))
    return violated({
      expected: quote(offered.kid),
      actual: otherSession === null ? shown(kid) : say`the key of session ${otherSession}`,
      ...(otherSession === null
        ? {}
        : { hint: say`It is the key of another request: use the key in the request that you respond to.` }),
    })
  }),
})
