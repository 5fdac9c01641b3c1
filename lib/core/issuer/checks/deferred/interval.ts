import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { DeferredReading } from '../../read/deferred/deferred-reading'

/** A clock of a wallet, and the way of a response to it, may be off by so much. */
const toleranceSeconds = 1

export const deferredInterval = defineCheck<DeferredReading>('vci.deferred.interval', {
  title: 'Wallet waits as long as it was told before it comes back for a deferred credential',
  problem: 'The wallet came back for a deferred credential earlier than it was told',
  clauses: ['OID4VCI-1FINAL-8.3'],
  level: 'should',
  impossibleIn: ['nothing_deferred'],
  needs: ['vci.deferred.transaction_known'],
  why: 'The issuer knows how long it takes, and every early request is one too many.',
  hint: 'Wait the seconds of interval after each response with a transaction_id before the next deferred credential request.',
  run: ({ transaction, now }) => {
    if (!('history' in transaction)) return notApplicable(say`The transaction is not known.`)
    const { state, waits } = transaction.history
    if (waits.seconds === null) return notApplicable(say`The wallet was told no interval.`)
    if (state === 'denied' || state === 'lost' || transaction.state === 'used')
      return notApplicable(say`The wallet was not told to wait.`)
    const seconds = Math.round((now - waits.since) / 100) / 10
    return seconds >= waits.seconds - toleranceSeconds
      ? pass({ seconds })
      : violated({ expected: { seconds_at_least: waits.seconds }, actual: { seconds } })
  },
})
