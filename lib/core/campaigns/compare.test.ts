import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../issuer-and-verifier'
import type { Session } from '../shared/ports/store-types'
import type { ResultOfSession } from './campaign-progress'
import { byWeight, compareStep } from './compare'
import type { BrokenRule, SessionResult } from './session-result'

const [must, other] = checkRegistry.filter(({ level }) => level === 'must').map(({ id }) => id)
const should = checkRegistry.find(({ level }) => level === 'should')?.id
if (must === undefined || other === undefined || should === undefined) throw new Error('There are such checks.')

const rule = (id: string, level: BrokenRule['level'] = 'must'): BrokenRule => ({
  id,
  title: id,
  level,
  clause: { spec: 'RFC 9449', section: '4.3', url: 'https://www.rfc-editor.org/rfc/rfc9449#section-4.3' },
  problem: `${id} is broken.`,
  hint: null,
  acts: 'wallet',
  reason: null,
})
const passing = (...ids: readonly string[]): SessionResult['found'] =>
  Object.fromEntries(ids.map((id) => [id, { status: 'pass', named: null }]))
const side = (result: Partial<SessionResult>): ResultOfSession => ({
  session: {} as Session,
  result: {
    status: null,
    state: 'decided',
    verdict: 'pass',
    outcome: null,
    cause: null,
    reason: null,
    counts: null,
    broken: [],
    leads: null,
    program: null,
    warned: [],
    found: {},
    presented: [],
    refusedBy: [],
    answers: [],
    told: null,
    toldBy: null,
    durationMillis: 1000,
    silenceEndsAt: null,
    ...result,
  },
})
const compare = (before: Partial<SessionResult> | null, after: Partial<SessionResult> | null) =>
  compareStep({ preset: null, title: '', before: before && side(before), after: after && side(after) })

describe('a step that is compared', () => {
  const kept = { found: passing(must) }
  const warned = { warned: [rule(must)] }
  const broken = { verdict: 'fail' as const, broken: [rule(must)] }
  it.each([
    ['kept, then broken', kept, broken, 'regression', 'regression'],
    ['kept, then a warning', kept, warned, 'regression', 'regression'],
    ['a warning, then broken', warned, broken, 'regression', 'regression'],
    ['not seen, then broken', {}, broken, 'regression', 'newly_broken'],
    ['not seen, then a warning', {}, warned, 'other', 'newly_warned'],
    ['broken, then kept', broken, kept, 'improvement', 'improvement'],
    ['broken, then a warning', broken, warned, 'improvement', 'improvement'],
    ['broken, then not seen', broken, { verdict: 'incomplete' as const }, 'other', 'not_seen_again'],
  ])('says of a rule that was %s', (_, before, after, change, ofRule) => {
    const step = compare(before, after)
    expect([step.change, step.rules.map((one) => one.change)]).toEqual([change, [ofRule]])
    expect(step.rules[0]?.problem).toBe(`${must} is broken.`)
  })

  it('says of a rule what its session says of it, with the address of a rule of this service', () => {
    const clause = { spec: 'Rules of this service', section: '1', url: 'http://localhost/checks/house#rule-1' }
    const ours = { ...rule(must), clause, hint: 'Send it.', acts: 'tester' as const, reason: `${must}#broken` }
    expect(compare(kept, { warned: [ours] }).rules).toEqual([
      { ...ours, change: 'regression', before: 'passed', after: 'warned' },
    ])
  })

  it('is the same where nothing changed, and another where only what was seen did', () => {
    expect(compare(broken, broken)).toMatchObject({ change: 'same', rules: [] })
    expect(compare(kept, { found: passing(other) })).toMatchObject({
      change: 'other',
      rules: [],
      passedNotSeenAgain: [must],
      newlyPassed: [other],
    })
  })

  it('got worse where the verdict did, though no rule was broken', () => {
    expect(compare(kept, { verdict: 'incomplete' }).change).toBe('regression')
    expect(compare({ verdict: 'incomplete' }, kept).change).toBe('improvement')
  })

  it('got worse where one rule did and another got better, and names musts first', () => {
    const step = compare(
      { found: passing(must, should), broken: [rule(other)] },
      { broken: [rule(should, 'should'), rule(must)], found: passing(other) },
    )
    expect(step.change).toBe('regression')
    expect(step.rules.map(({ id, change }) => [id, change])).toEqual([
      [must, 'regression'],
      [should, 'regression'],
      [other, 'improvement'],
    ])
  })

  it('is not compared where a side has no session that came to an end', () => {
    expect(compare(null, kept).change).toBe('not_compared')
    expect(compare({ ...broken, state: 'open', verdict: null }, kept)).toMatchObject({
      change: 'not_compared',
      rules: [],
    })
  })
})

describe('the steps of a comparison', () => {
  it('come with what got worse first, then as they were tried', () => {
    const steps = (['same', 'improvement', 'not_compared', 'regression', 'other', 'regression'] as const).map(
      (change, index) => ({ ...compare({}, {}), change, title: String(index) }),
    )
    expect(byWeight(steps).map(({ title }) => title)).toEqual(['3', '5', '1', '2', '4', '0'])
  })
})
