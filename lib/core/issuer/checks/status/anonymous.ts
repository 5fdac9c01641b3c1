import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import { onWalletsRequest } from '../../judgements/on-wallets-request'
import type { StatusListReading } from '../../read/status/status-list-reading'

export const statusAnonymous = defineCheck<StatusListReading>('vci.status.anonymous', {
  title: 'Status list request does not tell who asks',
  problem: 'The status list request tells who asks',
  clauses: ['TSL14-12.1'],
  level: 'should',
  impossibleIn: ['no_status'],
  why: 'A list is public, so that its issuer does not learn whose credential is looked up. A token or a cookie tells.',
  hint: 'Send neither Authorization nor DPoP nor cookies to the status list.',
  run: onWalletsRequest(({ identifying }) =>
    identifying.length === 0
      ? pass()
      : violated({ expected: say`no token and no cookie`, actual: identifying.map((name) => word(name)) }),
  ),
})
