import { defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import type { PresentationEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { trustReads } from '../../history/trust-reads'
import { presentedAt, refusedAt } from '../../judgements/on-trust'

export const trustListRead = defineCheck<PresentationEvidence>('vp.trust.list_read', {
  title: 'Wallet reads the lists of trusted entities',
  problem: 'The wallet responded without reading a list of trusted entities',
  clauses: ['ARF3-RPA_04'],
  level: 'info',
  profile: 'eu',
  why: 'The lists say which authorities count. A wallet may still have those that it read before.',
  hint: 'Read the lists of the address that the wallet is set to, or that the query names.',
  run: ({ session, events }) => {
    const { list_alias: alias, trusted_list: list } = session.options
    if (alias === undefined && list === undefined)
      return notApplicable(say`The session has no lists for the wallet to read.`)
    if (trustReads(events, 'list').length > 0) return pass()
    return presentedAt(events) === undefined && refusedAt(events) === undefined
      ? notObserved(say`The wallet has not responded yet.`)
      : violated({ expected: say`a read of a list`, actual: say`none` })
  },
})
