import { describe, expect, it } from 'vitest'
import { wentOnOtherwise } from '../checks/fault.examples'
import { issuerDeviation, issuerDeviations } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { deviationReasons, judgeDeviation } from './judge-deviation'

const reasons = deviationReasons('going_on')

describe('a wallet that went on, but not as it should', () => {
  it.each(Object.keys(wentOnOtherwise))('is not said to have stopped: %s', (id) => {
    const session = wentOnOtherwise[id]
    if (session === undefined) throw new Error(id)
    const outcome = judgeDeviation(issuerDeviation(id) as IssuerDeviation, session)
    const reason = id === 'slow_answer' ? id : `${id}_otherwise`
    expect(outcome).toMatchObject({ result: 'violated', reason })
    const { says, fix } = reasons[reason] ?? {}
    expect(says).toMatch(/^The wallet (?!stopped)/)
    expect(fix).not.toMatch(/\bThe wallet\b/)
  })

  it('has a reason for each deviation after which requests can show that', () => {
    expect(Object.keys(wentOnOtherwise).sort()).toEqual(
      issuerDeviations.flatMap(({ id, otherwise }) => (otherwise === undefined ? [] : [id])).sort(),
    )
  })

  it('is not said to have stopped either where it may give up', () => {
    expect(Object.keys(reasons).filter((key) => key.startsWith('slow_answer'))).toEqual(['slow_answer'])
  })
})
