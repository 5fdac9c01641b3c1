import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenRefreshNotAttempted = defineCheck<TokenReading>('vci.token.refresh_not_attempted', {
  title: 'Wallet does not ask for a refresh that was never offered',
  problem: 'This server issues no refresh tokens',
  clauses: ['RFC6749-6'],
  level: 'info',
  rejects: 'unsupported_grant_type',
  refusal: (problem) => `${problem}; start again from a credential offer.`,
  why: "No refresh token was issued, so the wallet uses someone else's token or a placeholder.",
  hint: 'Only use the refresh_token grant with a refresh token that this server has issued.',
  run: ({ form, grant }) =>
    grant !== 'refresh_token' && form.body.get('grant_type') === 'refresh_token'
      ? violated({ actual: say`refresh_token` })
      : pass(),
})
