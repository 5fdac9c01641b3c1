import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onJweHeader } from '../../judgements/on-jwe-header'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweKidPresent = defineCheck<ResponseReading>('vp.jwe.kid_present', {
  title: 'JWE names the key that it is encrypted to',
  problem: 'The JWE does not name the key that it is encrypted to',
  clauses: ['OID4VP-1FINAL-8.3'],
  level: 'must',
  judges: { token: 'jwe', member: 'header.kid' },
  why: 'With kid the verifier finds its key without trying them all.',
  hint: 'Copy the kid of the JWK that you encrypt to into the header.',
  run: onJweHeader((header, { offered }) => {
    if (offered === null) return notApplicable(say`The request offered no key.`)
    return typeof header.kid === 'string'
      ? pass()
      : violated({ expected: quote(offered.kid), actual: shown(header.kid) })
  }),
})
