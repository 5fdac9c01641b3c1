import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onRefresh } from '../../judgements/on-refresh'
import type { TokenReading } from '../../read/token/token-reading'

export const refreshSameKey = defineCheck<TokenReading>('vci.refresh.same_key', {
  title: 'A client that does not authenticate refreshes with the same DPoP key',
  problem: 'The refresh token is bound to a different DPoP key from the one that signed the proof',
  clauses: ['RFC9449-5', 'RFC9700-4.14.2'],
  level: 'must',
  rejects: 'invalid_grant',
  needs: ['vci.dpop.signature'],
  impossibleIn: ['no_refresh'],
  judges: { token: 'dpop', member: 'thumbprint' },
  why: 'Nothing else protects the refresh token of a client that does not authenticate.',
  hint: 'Keep the DPoP key as long as the refresh token.',
  run: onRefresh(({ method, jkt }, _refresh, { dpop }) => {
    if (method !== 'none') return notApplicable(say`The client authenticated, so its refresh token is bound to it.`)
    const thumbprint = dpop.proof?.thumbprint ?? null
    if (thumbprint === null) return notApplicable(say`There is no proof with a key.`)
    return thumbprint === jkt
      ? pass(quote(thumbprint))
      : violated({ expected: { thumbprint: quote(jkt) }, actual: { thumbprint: quote(thumbprint) } })
  }),
})
