import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onWalletsRequest } from '../../judgements/on-wallets-request'
import type { StatusListReading } from '../../read/status/status-list-reading'

export const statusPaced = defineCheck<StatusListReading>('vci.status.paced', {
  title: 'Wallet reads the status list again only after its ttl',
  problem: 'The wallet read the status list again before its ttl was over',
  clauses: ['TSL14-8.3', 'TSL14-13.7'],
  level: 'should',
  impossibleIn: ['no_status'],
  why: 'The list says how long a copy of it may be used; all wallets of an issuer together could overload its server.',
  hint: 'Keep the list for ttl seconds, and fetch it again only then.',
  run: onWalletsRequest(({ previousAt, ttlSeconds, now }) => {
    if (previousAt === null) return notApplicable(say`The wallet reads this list for the first time.`)
    const after = Math.floor((now - previousAt) / 1000)
    return after >= ttlSeconds
      ? pass(say`${after} s later`)
      : violated({ expected: say`${ttlSeconds} s later`, actual: say`${after} s later` })
  }),
})
