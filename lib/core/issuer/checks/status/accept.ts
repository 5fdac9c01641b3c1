import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quoteStart, say } from '../../../ground/values/wording'
import { onWalletsRequest } from '../../judgements/on-wallets-request'
import type { StatusListReading } from '../../read/status/status-list-reading'

export const statusAccept = defineCheck<StatusListReading>('vci.status.accept', {
  title: 'Status list request names the type of list that it takes',
  problem: 'The status list request does not say which type of list it takes',
  clauses: ['TSL14-8.1'],
  level: 'should',
  impossibleIn: ['no_status'],
  why: 'A status list comes as JWT or as CWT, and its server cannot know which of them a wallet reads.',
  hint: 'Send Accept: application/statuslist+jwt, or application/statuslist+cwt.',
  run: onWalletsRequest(({ accept }) =>
    accept !== null && /application\/statuslist\+(jwt|cwt)/i.test(accept)
      ? pass(quoteStart(accept, 200))
      : violated({
          expected: say`application/statuslist+jwt or application/statuslist+cwt`,
          actual: quoteStart(accept, 200) ?? say`no Accept header`,
        }),
  ),
})
