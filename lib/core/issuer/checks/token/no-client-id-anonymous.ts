import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenNoClientIdAnonymous = defineCheck<TokenReading>('vci.token.no_client_id_anonymous', {
  title: 'Anonymous pre-authorized request names no client',
  problem: 'The anonymous pre-authorized request names a client',
  clauses: ['OID4VCI-1FINAL-6.1', 'OID4VCI-1FINAL-12.3'],
  level: 'info',
  impossibleIn: ['authorization_code'],
  why: 'The server allows anonymous access for this grant, so an unauthenticated client_id only makes the wallet traceable.',
  hint: 'Leave client_id out of an unauthenticated pre-authorized token request.',
  run: ({ grant, client, clientId }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    if (client.methods.length > 0) return notApplicable(say`The client authenticates.`)
    return clientId === null ? pass() : violated({ expected: say`no client_id`, actual: quoteStart(clientId, 200) })
  },
})
