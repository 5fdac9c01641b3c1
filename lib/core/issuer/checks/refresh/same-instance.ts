import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { onRefresh } from '../../judgements/on-refresh'
import type { TokenReading } from '../../read/token/token-reading'

export const refreshSameInstance = defineCheck<TokenReading>('vci.refresh.same_instance', {
  title: 'The wallet instance that got the refresh token uses it',
  problem: 'The refresh token was given to another wallet instance',
  clauses: ['ABCA-10.3', 'RFC6749-6'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'Refresh with a wallet attestation for the key that the attestation of the first token request had.',
  impossibleIn: ['no_refresh'],
  why: 'A refresh token of an attested wallet is bound to its instance, not only to the client.',
  hint: 'Keep the instance key as long as the refresh token, and authenticate each refresh with an attestation for it.',
  run: onRefresh(({ instance }, _refresh, { client }) => {
    if (instance === null) return notApplicable(say`The token was given to a client without an attestation.`)
    const key = client.attestation?.attestation?.cnf.thumbprint ?? null
    if (key === null) return violated({ expected: say`a wallet attestation`, actual: bare.none })
    return key === instance
      ? pass(quote(key))
      : violated({ expected: { thumbprint: quote(instance) }, actual: { thumbprint: quote(key) } })
  }),
})
