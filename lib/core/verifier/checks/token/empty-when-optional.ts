import { defineCheck, notApplicable, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { requiresNothing } from '../../judgements/requires-nothing'
import type { ResponseReading } from '../../read/response/response-reading'

const expected = say`an empty vp_token`

export const tokenEmptyWhenOptional = defineCheck<ResponseReading>('vp.token.empty_when_optional', {
  title: 'Wallet that holds nothing optional sends an empty vp_token',
  problem: 'The wallet holds nothing optional, and its response is not an empty vp_token',
  clauses: ['OID4VP-1FINAL-8.1', 'OID4VP-1FINAL-6.4.2'],
  level: 'info',
  why: 'Where every credential is optional, a wallet that holds none satisfies the query by presenting nothing.',
  hint: 'Send the vp_token {}, without an entry for a query that no credential matches.',
  run: (reading) => {
    const { vpToken, walletError } = reading
    if (!requiresNothing(reading)) return notApplicable(say`The request requires a credential.`)
    if (walletError !== null)
      return walletError.code === 'access_denied'
        ? tolerated({ expected, actual: say`the error access_denied` })
        : notObserved(say`The wallet responded with another error than access_denied.`)
    if (vpToken.type !== 'object') return notApplicable(say`The response holds no vp_token that is an object.`)
    if (vpToken.entries.some(({ elements }) => elements.length > 0))
      return notApplicable(say`The wallet presented a credential.`)
    return vpToken.entries.length === 0
      ? pass()
      : violated({ expected, actual: vpToken.entries.slice(0, 20).map(({ queryId }) => shown(queryId)) })
  },
})
