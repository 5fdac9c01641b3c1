import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { CheckId } from '../../shared/ports/check-id'
import { exchangeId } from '../../shared/ports/ids'
import { say } from '../../shared/values/wording'
import { type Check, decidedBy, notApplicable, notObserved, type Outcome, pass, tolerated, violated } from './check'
import { bind, bindSubject, evaluate, recordProfile } from './evaluate'

const usual = { says: 'A rule is broken', fix: 'Keep the rule.' }

type Change = Partial<Omit<Check<string>, 'id' | 'run' | 'needs'>> & { readonly needs?: readonly string[] }

/** Any name will do: these checks are in no catalogue. */
const named = (name: string) => name as CheckId

/** A check with this outcome. */
const check = (id: string, outcome: Outcome, { needs, ...change }: Change = {}): Check<string> => ({
  id: named(id),
  group: 'vci.flow',
  title: 'A rule holds',
  problem: usual.says,
  reasons: { broken: usual },
  clauses: ['RFC6749-3.2'],
  level: 'must',
  profile: 'base',
  why: 'It matters.',
  ...change,
  ...(needs === undefined ? {} : { needs: needs.map(named) }),
  run: () => outcome,
})

const rejecting = { rejects: 'invalid_request', refusal: 'Keep the rule.' } as const
const run = (checks: readonly Check<string>[]) =>
  evaluate(
    bind(checks, (reading: string) => reading),
    'reading',
  )
const statuses = (checks: readonly Check<string>[]) => run(checks).map(({ status }) => status)

describe('status of a finding', () => {
  it.each([
    ['must', 'fail'],
    ['should', 'fail'],
    ['info', 'warn'],
  ] as const)('a violated %s is %s', (level, status) => {
    expect(statuses([check('a', violated(), { level })])).toEqual([status])
  })

  it('is warn for what is tolerated, whatever the level', () => {
    for (const level of ['must', 'should', 'info'] as const) {
      expect(statuses([check('a', tolerated(), { level })])).toEqual(['warn'])
    }
  })

  it('is warn for what only echoes what was blamed before, which refuses all the same', () => {
    const [echo, other] = run([
      check('a', violated('used', { echo: true }), {
        ...rejecting,
        reasons: { used: { says: 'The code is used up', fix: 'Take another.' } },
      }),
      check('b', pass(), { needs: ['a'] }),
    ])
    expect(echo).toMatchObject({ status: 'warn', rejected: true, error: 'invalid_request' })
    expect(String(echo?.cause)).toBe('The code is used up')
    expect(other?.status).toBe('pass')
  })

  it('says why nothing was judged, and gives no hint then', () => {
    const [unseen, idle] = run([check('a', notObserved(say`Nobody came.`)), check('b', notApplicable(say`Not here.`))])
    expect(unseen).toMatchObject({ status: 'not_observed', actual: { because: 'Nobody came.' }, hint: null })
    expect(idle).toMatchObject({ status: 'not_applicable', actual: { because: 'Not here.' }, error: null })
  })
})

describe('a profile that the session does not ask for', () => {
  it('refuses nothing, keeps its level, and leaves the refusal to the next check', () => {
    const checks = bind(
      [check('a', violated(), { ...rejecting, profile: 'haip' }), check('b', violated(), rejecting)],
      (reading: string) => reading,
    )
    const told = (found: ReturnType<typeof evaluate>) =>
      found.map(({ status, error, rejected }) => [status, error, rejected])
    expect(told(evaluate(checks, 'reading'))).toEqual([
      ['fail', 'invalid_request', true],
      ['fail', 'invalid_request', false],
    ])
    expect(told(evaluate(recordProfile('haip', checks), 'reading'))).toEqual([
      ['fail', null, false],
      ['fail', 'invalid_request', true],
    ])
  })
})

describe('what a finding says', () => {
  it('is what was seen when the check passes, and nothing to change', () => {
    expect(run([check('a', pass(say`POST`))])).toEqual([
      { id: 'a', status: 'pass', expected: null, actual: 'POST', hint: null, error: null, rejected: false },
    ])
  })

  it('is the fix of its reason', () => {
    expect(String(run([check('b', tolerated())])[0]?.hint)).toBe('Keep the rule.')
  })

  it('names the exchange that decided over a session', () => {
    const decisive = { id: exchangeId('1d7f3c3e-3c0b-4f1e-9a1c-6a0d2b7c5e11') }
    expect(run([check('a', decidedBy(decisive, pass()))])[0]?.exchangeId).toBe(decisive.id)
    expect(run([check('a', pass())])[0]).not.toHaveProperty('exchangeId')
  })
})

describe('the answer', () => {
  it('is decided by the first violation with an error code, and the others are told nevertheless', () => {
    const findings = run([
      check('a', pass(), rejecting),
      check('b', violated()),
      check('c', violated(), rejecting),
      check('d', violated(), { ...rejecting, rejects: 'invalid_grant' }),
    ])
    expect(findings.map(({ error, rejected }) => [error, rejected])).toEqual([
      [null, false],
      [null, false],
      ['invalid_request', true],
      ['invalid_grant', false],
    ])
  })

  it('is never decided by what is tolerated', () => {
    expect(run([check('a', tolerated(), rejecting)])[0]).toMatchObject({ error: null, rejected: false })
  })

  it('follows the reason where it has another code, or none', () => {
    const fix = 'Do this.'
    const reasons = {
      other: { says: 'It is other', fix, error: 'invalid_grant' },
      none: { says: 'It is told', fix, error: null },
    } as const
    const [other, none] = run([
      check('a', violated('other'), { ...rejecting, reasons }),
      check('b', violated('none'), { ...rejecting, reasons }),
    ])
    expect(other).toMatchObject({ error: 'invalid_grant', rejected: true })
    expect(none).toMatchObject({ status: 'fail', error: null, rejected: false })
  })

  it('may be decided by a violated info', () => {
    expect(run([check('a', violated(), { ...rejecting, level: 'info' })])[0]).toMatchObject({
      status: 'warn',
      rejected: true,
    })
  })
})

describe('a check that needs another one', () => {
  const needsA = { needs: ['a'] }

  it('runs when that one passes or is tolerated', () => {
    expect(statuses([check('a', pass()), check('b', violated(), needsA)])).toEqual(['pass', 'fail'])
    expect(statuses([check('a', tolerated()), check('b', pass(), needsA)])).toEqual(['warn', 'pass'])
  })

  it('steps back and says for which one when that one fails or does not apply', () => {
    for (const outcome of [violated(), notObserved(say`Unseen.`), notApplicable(say`Idle.`)]) {
      const [, blocked] = run([check('a', outcome), check('b', violated(), { ...needsA, ...rejecting })])
      expect(blocked).toMatchObject({
        status: 'not_applicable',
        actual: { blocked_by: ['a'] },
        error: null,
        rejected: false,
      })
    }
  })

  it('may be before it in the list, and blocking continues along the chain', () => {
    const findings = run([
      check('c', violated(), { needs: ['b'] }),
      check('b', violated(), needsA),
      check('a', violated()),
    ])
    expect(findings.map(({ id, status }) => [id, status])).toEqual([
      ['c', 'not_applicable'],
      ['b', 'not_applicable'],
      ['a', 'fail'],
    ])
    expect(findings[0]?.actual).toEqual({ blocked_by: ['b'] })
  })

  it('does not wait for a check that the endpoint does not have', () => {
    expect(statuses([check('b', pass(), { needs: ['elsewhere'] })])).toEqual(['pass'])
  })

  it('cannot be in a circle', () => {
    const circle = [check('a', pass(), { needs: ['b'] }), check('b', pass(), { needs: ['a'] })]
    expect(() => run(circle)).toThrow(/circle: a,b/)
  })
})

describe('binding', () => {
  it('makes checks of an absent part not applicable, with the reason given', () => {
    const bound = bind([check('a', violated(), rejecting)], () => null, say`No proof.`)
    expect(evaluate(bound, 'reading')).toMatchObject([{ status: 'not_applicable', actual: { because: 'No proof.' } }])
  })
})

describe('checks of several credentials', () => {
  const [first, second] = [
    { queryId: 'pid', index: 0 },
    { queryId: 'pid', index: 1 },
  ] as const
  const whole = (checks: readonly Check<string>[]) => bind(checks, (reading: string) => reading)
  const of = (subject: typeof first | typeof second, checks: readonly Check<string>[]) =>
    bindSubject(subject, whole(checks))
  const needsA = { needs: ['a'] }
  const told = (bound: Parameters<typeof evaluate<string>>[0]) =>
    evaluate(bound, 'reading').map(({ id, subject, status }) => [id, subject?.index ?? null, status])

  it('are told apart by the credential, and checks about none say nothing of one', () => {
    const findings = evaluate([...of(first, [check('a', pass())]), ...whole([check('b', pass())])], 'reading')
    expect(findings[0]?.subject).toEqual(first)
    expect(findings[1]).not.toHaveProperty('subject')
  })

  it('need what holds of the same credential: an error of one blocks nothing of another', () => {
    const blocked = check('b', violated(), needsA)
    const needed = [...of(first, [check('a', violated())]), ...of(second, [check('a', pass())])]
    expect(told([...needed, ...of(first, [blocked]), ...of(second, [blocked])])).toEqual([
      ['a', 0, 'fail'],
      ['a', 1, 'pass'],
      ['b', 0, 'not_applicable'],
      ['b', 1, 'fail'],
    ])
  })

  it('need what holds of the whole response where no check of the credential has that id', () => {
    const bound = (outcome: Outcome) =>
      told([...of(first, [check('b', pass(), needsA)]), ...whole([check('a', outcome)])]).map(([, , status]) => status)
    expect(bound(pass())).toEqual(['pass', 'pass'])
    expect(bound(violated())).toEqual(['not_applicable', 'fail'])
  })

  it('look at the credential before the whole response', () => {
    const [own, dependent] = [of(first, [check('a', pass())]), of(first, [check('b', pass(), needsA)])]
    expect(told([...own, ...whole([check('a', violated())]), ...dependent])).toEqual([
      ['a', 0, 'pass'],
      ['a', null, 'fail'],
      ['b', 0, 'pass'],
    ])
  })

  it('may be before what they need, in whatever mixture', () => {
    const dependent = check('b', pass(), needsA)
    const failing = of(second, [check('a', violated())])
    expect(
      told([...of(second, [dependent]), ...of(first, [dependent]), ...failing, ...of(first, [check('a', pass())])]),
    ).toEqual([
      ['b', 1, 'not_applicable'],
      ['b', 0, 'pass'],
      ['a', 1, 'fail'],
      ['a', 0, 'pass'],
    ])
  })

  it('decide the answer once, by the first that rejects of whichever credential', () => {
    const bad = [check('a', violated(), rejecting)]
    const findings = evaluate([...of(first, [check('a', pass())]), ...of(second, bad), ...of(first, bad)], 'reading')
    expect(findings.map(({ rejected }) => rejected)).toEqual([false, true, false])
  })
})

const outcomes = fc.constantFrom(pass(), violated(), tolerated(), notObserved(say`Unseen.`), notApplicable(say`Idle.`))
const anyChecks = fc
  .array(fc.record({ outcome: outcomes, rejects: fc.boolean(), needs: fc.array(fc.nat(8), { maxLength: 3 }) }), {
    maxLength: 8,
  })
  .map((drafts) =>
    drafts.map(({ outcome, rejects, needs }, index) =>
      check(`c${index}`, outcome, {
        ...(rejects ? rejecting : {}),
        // Only earlier ones, so that there is no cycle.
        needs: needs.filter((other) => other < index).map((other) => `c${other}`),
      }),
    ),
  )

describe('any list of checks', () => {
  it('gives one finding a check, in order, and at most one that decides, which is the first with an error', () => {
    fc.assert(
      fc.property(anyChecks, (checks) => {
        const findings = run(checks)
        expect(findings.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
        const first = findings.find(({ error }) => error !== null)
        expect(findings.filter(({ rejected }) => rejected)).toEqual(first ? [first] : [])
      }),
      runs(),
    )
  })

  it('gives the same findings whatever the order of the list, apart from which one decides', () => {
    fc.assert(
      fc.property(anyChecks, (checks) => {
        const forget = (list: ReturnType<typeof run>) =>
          list.map((finding) => ({ ...finding, rejected: false })).sort((a, b) => a.id.localeCompare(b.id))
        expect(forget(run([...checks].reverse()))).toEqual(forget(run(checks)))
      }),
      runs(),
    )
  })
})

describe('a reason', () => {
  const reasons = {
    not_text: { says: 'The member is {seen}', fix: 'Send a text.', error: 'invalid_proof', refusal: 'Send a text.' },
    too_long: { says: 'The text has {length} characters of {max}', fix: 'Send fewer.', error: null },
    wrong: { says: { subject: 'The text', must: 'be a' }, fix: 'Send a.' },
  } as const
  const found = (outcome: Outcome, more: Change = { reasons }) =>
    run([check('a', outcome, { ...rejecting, ...more })])[0]

  it('gives a finding its public name, its headline with what was received, its fix, its error and its refusal', () => {
    const finding = found(violated('not_text', { actual: say`a number` }))
    expect(finding).toMatchObject({ reason: 'a#not_text', error: 'invalid_proof', refusal: 'Send a text.' })
    expect([finding?.cause, finding?.hint].map(String)).toEqual(['The member is a number', 'Send a text.'])
  })

  it('is filled with what was received where it is the only one of its check too', () => {
    const one = { broken: { says: 'The members are {seen}', fix: 'Leave them out.' } }
    expect(String(found(violated({ actual: [say`a`, say`b`] }), { reasons: one })?.cause)).toBe('The members are a, b')
  })

  it('only records a case where it says so, and names members of what was received', () => {
    const finding = found(violated('too_long', { actual: { length: 7, max: 5 } }))
    expect(finding).toMatchObject({ error: null, rejected: false })
    expect(String(finding?.cause)).toBe('The text has 7 characters of 5')
  })

  it('leaves the value to the sentence where it says what something must be', () => {
    const finding = found(violated('wrong', { actual: say`b` }))
    expect(finding).toMatchObject({ reason: 'a#wrong', error: 'invalid_request' })
    expect(finding).not.toHaveProperty('cause')
  })

  it('is broken for a check that has no other, and none where nothing is wrong', () => {
    expect(found(tolerated(), {})).toMatchObject({ reason: 'a#broken' })
    expect(found(pass(), {})).not.toHaveProperty('reason')
  })

  it('that the check does not declare has the words of the first, and no name', () => {
    const finding = found(violated('toString'))
    expect(String(finding?.hint)).toBe('Send a text.')
    expect(finding).not.toHaveProperty('reason')
  })

  it('keeps what was received apart from our words, so that redaction sees it', () => {
    expect(found(violated('not_text', { actual: say`of ${'a secret'}` }))?.cause?.values).toEqual(['a secret'])
  })
})
