import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { ResponseReading } from '../../read/response/response-reading'

export const responseIss = defineCheck<ResponseReading>('vp.response.iss', {
  title: 'Response names the issuer of the wallet in iss',
  problem: 'The iss of the response does not name the issuer of the wallet',
  clauses: ['OID4VP-1FINAL-8.1', 'RFC9207-2'],
  level: 'info',
  why: 'The issuer shows the verifier which of several wallets responded.',
  hint: 'Set iss to the issuer of your metadata, or leave it out.',
  run: ({ parameters: { iss }, history: { walletIssuer } }) => {
    if (iss === undefined) return notApplicable(say`The response has no iss.`)
    if (typeof iss !== 'string' || !/^https?:\/\//.test(iss))
      return violated({ expected: say`a URL`, actual: shown(iss) })
    if (walletIssuer !== null && walletIssuer !== iss)
      return violated({ expected: quote(walletIssuer), actual: shown(iss) })
    return pass(shown(iss) ?? undefined)
  },
})
