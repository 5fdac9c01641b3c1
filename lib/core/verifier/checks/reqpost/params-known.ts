import { defineCheck, notApplicable, pass, tolerated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onPost } from '../../judgements/on-post'
import type { RequestFetchReading } from '../../read/request/request-fetch-reading'

export const reqpostParamsKnown = defineCheck<RequestFetchReading>('vp.reqpost.params_known', {
  title: 'Fetch by POST has only the parameters that OpenID4VP defines',
  problem: 'The fetch by POST has parameters that OpenID4VP does not define',
  clauses: ['OID4VP-1FINAL-5.10'],
  level: 'info',
  counterpart: 'CheckForUnexpectedParametersInRequestUriPost',
  why: 'Other parameters are allowed, but no verifier needs them.',
  hint: 'Send wallet_metadata and wallet_nonce only, unless an extension asks for more.',
  run: onPost(({ members }) => {
    if (members.length === 0) return notApplicable(say`The POST has no parameters.`)
    const others = members.filter((name) => name !== 'wallet_metadata' && name !== 'wallet_nonce')
    return others.length === 0
      ? pass(members.map(quote))
      : tolerated({ expected: [say`wallet_metadata`, say`wallet_nonce`], actual: others.slice(0, 20).map(shownName) })
  }),
})
