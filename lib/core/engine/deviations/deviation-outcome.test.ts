import { describe, expect, it } from 'vitest'
import { addSeconds, epochMillis } from '../../shared/time/time'
import {
  asksPerson,
  type DeviationOutcome,
  isRightReaction,
  open,
  outcomeOf,
  reportedOutcome,
} from './deviation-outcome'

const start = epochMillis(Date.UTC(2026, 0, 1))
const at = (second: number) => addSeconds(start, second)
const wait = { since: start, seconds: 10, reached: true, silence: 'refused', now: at(10) } as const
const shownBy = (by: DeviationOutcome['by'], did: DeviationOutcome['did'] = 'refused'): DeviationOutcome => ({
  did,
  by,
  at: at(1),
  seen: 'an error',
  exchangeId: null,
})

describe('the outcome of a deviation', () => {
  it('is what counts most of all that is shown, however long ago it began', () => {
    const [first, second] = [shownBy('wallet'), shownBy('report')]
    expect(outcomeOf([null, first, second], { ...wait, now: at(600) })).toBe(first)
    expect(outcomeOf([null, first, second], { ...wait, now: at(1) })).toBe(first)
  })

  it('is open until the wait is over, to the second', () => {
    expect(outcomeOf([null], { ...wait, now: epochMillis(at(10) - 1) })).toEqual({ ...open('waiting'), until: at(10) })
    expect(outcomeOf([null], wait)).toMatchObject({ did: 'refused', at: at(10), seen: 'silence for 10 s' })
  })

  it('is from then on what silence says', () => {
    const after = { ...wait, now: at(600) }
    expect(outcomeOf([], after)).toMatchObject({ did: 'refused', by: 'silence', at: at(10) })
    const continued = { did: 'continued', by: 'silence', seen: 'no such request for 10 s' }
    expect(outcomeOf([], { ...after, silence: 'continued' })).toMatchObject(continued)
    expect(outcomeOf([], { ...after, silence: 'says_nothing' })).toEqual(open('undecided', 'silence'))
  })

  it('is nothing where the wallet was never seen', () => {
    expect(outcomeOf([], { ...wait, reached: false })).toEqual(open('undecided'))
    expect(outcomeOf([], { ...wait, reached: false, now: at(9) })).toEqual(open('waiting'))
  })
})

describe('what was told', () => {
  it('is a refusal or not, and where in time', () => {
    const reports = (['error', 'went_on'] as const).map((shown) => reportedOutcome({ at: at(3), detail: { shown } }))
    expect(reports.map(({ did, by, at: when }) => [did, by, when])).toEqual([
      ['refused', 'report', at(3)],
      ['continued', 'report', at(3)],
    ])
  })

  it.each([
    ['person', 'error', 'a person saw an error'],
    ['driver', 'error', 'the driver reported an error'],
    [undefined, 'error', 'told, by whom is not recorded: the wallet showed an error'],
    ['person', 'warned', 'a person saw the wallet warn its user and ask'],
    ['driver', 'went_on', 'the driver reported that the wallet carried on'],
  ])('says who told it: %s', (by, shown, words) => {
    expect(reportedOutcome({ at: at(3), detail: { shown, ...(by === undefined ? {} : { by }) } }).seen).toBe(words)
  })

  it('is asked for only where the wallet itself shows nothing, and something deviated', () => {
    for (const by of ['report', 'later_session', 'silence', null] as const) expect(asksPerson(shownBy(by))).toBe(true)
    for (const by of ['wallet', 'redirect'] as const) expect(asksPerson(shownBy(by))).toBe(false)
    expect([asksPerson(open('untested')), asksPerson(open('waiting'))]).toEqual([false, true])
  })
})

it('is as it should be where the wallet did what a right one does', () => {
  const did = (expects: 'refusal' | 'going_on' | 'report') =>
    (['refused', 'continued', 'undecided', 'waiting', 'untested'] as const).filter((one) =>
      isRightReaction(expects, { did: one }),
    )
  expect(did('refusal')).toEqual(['refused'])
  expect(did('going_on')).toEqual(['continued'])
  expect(did('report')).toEqual(['refused', 'continued'])
})
