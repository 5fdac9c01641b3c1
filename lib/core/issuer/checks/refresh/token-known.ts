import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { bare } from '../../../ground/values/bare-words'
import { quote, say } from '../../../ground/values/wording'
import { lostResponse } from '../../judgements/lost-response'
import type { TokenReading } from '../../read/token/token-reading'

const states = {
  unknown: say`a token that this issuer never gave`,
  other_issuer: say`a token of another issuer of this service`,
  used: say`a token that a newer one has replaced`,
  revoked: say`a revoked token`,
  expired: say`an expired token`,
} as const

export const refreshTokenKnown = defineCheck<TokenReading>('vci.refresh.token_known', {
  title: 'Refresh token is the newest that this client got',
  problem: 'The refresh token is not the newest that this client got here',
  clauses: ['RFC6749-6', 'RFC9700-4.14.2', 'RFC6749-5.2'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal: 'Send the refresh token of the last token response of this issuer; this one is not valid for this client.',
  impossibleIn: ['no_refresh'],
  why: 'A token that was replaced and comes again is in two hands, so the issuer revokes all that came from it.',
  hint: 'Keep the refresh token of the last token response that has one, for the client that got it, and forget the earlier ones.',
  run: ({ refresh, client }) => {
    if (refresh === null) return notApplicable(say`The request uses another grant.`)
    const { token, facts } = refresh
    if (token.state === 'absent')
      return violated({ expected: say`refresh_token`, actual: bare.absent, error: 'invalid_request' })
    const expected = say`the newest refresh token of this issuer`
    if (token.state !== 'alive') {
      const mismatch = { expected, actual: states[token.state] }
      return 'replacementLost' in token
        ? violated({ ...mismatch, cause: lostResponse, echo: true })
        : violated(mismatch)
    }
    if (facts === null) return pass()
    const { claimedClientId, methods } = client
    // An attested client has a check of its own: vci.refresh.same_instance.
    if (facts.method === 'private_key_jwt' && !methods.includes('private_key_jwt'))
      return violated({ expected: quote(facts.method), actual: bare.none, error: 'invalid_client' })
    return claimedClientId === null || facts.clientId === null || claimedClientId === facts.clientId
      ? pass()
      : violated({ expected: shown(facts.clientId), actual: shown(claimedClientId) })
  },
})
