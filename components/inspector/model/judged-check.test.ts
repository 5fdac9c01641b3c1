import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { trustContract } from '@/lib/contract/trust'
import { countStatuses } from '@/lib/core/engine/evidence/summarise'
import { filterChecks } from '../check-list-panel'
import { differenceFrom, ExpectedAndSent, partAround, whatDiffers } from '../detail-parts'
import { offerOfDeeplink } from '../issuer/issuer-facts'
import { catalogueCheck, cleanFlow, exchange, finding, inspectedExchanges } from './fixtures/session'
import {
  type Failure,
  failurePlace,
  firstFailure,
  isOpen,
  judgeChecks,
  listFailures,
  listWarnings,
  nextFailureWords,
  whyNotJudged,
  withFolded,
  withOpen,
} from './judged-check'

describe('judgeChecks', () => {
  it('keeps the worst finding of a check, and a pass outweighs "not seen"', () => {
    const checks = judgeChecks(
      [
        finding('a', { status: 'pass', exchange_id: '1' }),
        finding('a', { status: 'fail', exchange_id: '2', occurrence: 2 }),
        finding('b', { status: 'not_observed' }),
        finding('b', { status: 'pass', exchange_id: '1' }),
      ],
      [catalogueCheck('a'), catalogueCheck('b')],
    )
    expect(checks.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'fail'],
      ['b', 'pass'],
    ])
    expect(checks[0]?.deciding.exchange_id).toBe('2')
  })

  it('lists checks in catalogue order and keeps one that is no longer in the catalogue', () => {
    const checks = judgeChecks(
      [finding('gone'), finding('b'), finding('a')],
      [catalogueCheck('a'), catalogueCheck('b')],
    )
    expect(checks.map(({ id }) => id)).toEqual(['a', 'b', 'gone'])
  })

  it('prefers the finding that refused a request over an earlier one that was only recorded', () => {
    const [check] = judgeChecks(
      [
        finding('a', { status: 'fail', exchange_id: '1' }),
        finding('a', { status: 'fail', exchange_id: '2', rejected: true, occurrence: 2 }),
      ],
      [catalogueCheck('a')],
    )
    expect(check?.deciding.exchange_id).toBe('2')
  })
})

describe('listFailures', () => {
  const catalogue = [catalogueCheck('a'), catalogueCheck('b')]

  it('goes by the order of the exchanges, refusing findings first within one', () => {
    const exchanges = [
      exchange('/issuers/x/token', 400, 1, { id: 'one' }),
      exchange('/issuers/x/token', 400, 2, { id: 'two' }),
    ]
    const checks = judgeChecks(
      [
        finding('a', { status: 'fail', exchange_id: 'two' }),
        finding('a', { status: 'fail', exchange_id: 'one' }),
        finding('b', { status: 'fail', exchange_id: 'one', rejected: true }),
      ],
      catalogue,
    )
    const failures = listFailures(checks, exchanges)
    expect(failures.map(({ check, entry }) => `${check.id} ${entry.exchange_id}`)).toEqual(['b one', 'a one', 'a two'])
  })

  it('shows first what the read-back names as the cause, also a warning', () => {
    const checks = judgeChecks(
      [
        finding('a', { status: 'pass', exchange_id: 'two' }),
        finding('a', { status: 'warn', exchange_id: 'two', reason: 'a#broken' }),
        finding('b', { status: 'fail', exchange_id: 'two', rejected: true }),
      ],
      catalogue,
    )
    const first = firstFailure(checks, { check: 'a', reason: 'a#broken', exchange_id: 'two' })
    expect(first).toMatchObject({ check: { id: 'a' }, entry: { status: 'warn' } })
    expect(firstFailure(checks, { check: 'a', reason: null, exchange_id: 'one' })).toBeNull()
    expect(firstFailure(checks, null)).toBeNull()
  })

  it('leads with a refusal even if the exchange was only inferred', () => {
    const refusal = finding('a', { status: 'warn', rejected: true, correlation: 'inferred', exchange_id: 'one' })
    const warning = finding('b', { status: 'warn', exchange_id: 'one' })
    const exchanges = [exchange('/issuers/x/par', 400, 1, { id: 'one', correlation: 'inferred' })]
    const failures = listFailures(judgeChecks([refusal, warning], catalogue), exchanges)
    expect(failures.map(({ check }) => check.id)).toEqual(['a'])
    const planned = { ...refusal, level: 'info', error: 'use_dpop_nonce' } as const
    expect(listFailures(judgeChecks([planned, { ...planned, correlation: 'exact' }], catalogue), exchanges)).toEqual([])
  })

  it('is empty for a clean flow', () => {
    expect(listFailures(judgeChecks([finding('a')], catalogue), cleanFlow)).toEqual([])
  })
})

describe('countStatuses', () => {
  it('counts each status once per check', () => {
    const counts = countStatuses([{ status: 'pass' }, { status: 'pass' }, { status: 'warn' }])
    expect(counts).toEqual({ pass: 2, fail: 0, warn: 1, not_observed: 0, not_applicable: 0 })
  })
})

const groups = ['vci.token', 'vci.dpop', 'vci.proof']

describe('the groups of checks that a URL unfolds', () => {
  it('are none without a word about them', () => {
    expect(groups.filter((group) => isOpen({}, group))).toEqual([])
  })

  it('are all that were unfolded one by one, and the rest of the target stays', () => {
    const target = withOpen(withOpen({ exchange: 'e1' }, 'vci.dpop'), 'vci.proof')
    expect(target).toEqual({ exchange: 'e1', open: 'vci.dpop,vci.proof' })
    expect(groups.filter((group) => isOpen(target, group))).toEqual(['vci.dpop', 'vci.proof'])
    expect(withOpen(target, 'vci.dpop')).toEqual(target)
  })

  it('are all but the one that was folded after all were unfolded', () => {
    const target = withFolded({ all: '1', tab: 'checks' }, 'vci.dpop', groups)
    expect(target).toEqual({ tab: 'checks', open: 'vci.token,vci.proof' })
    expect(withOpen({ all: '1' }, 'vci.dpop')).toEqual({ all: '1' })
  })

  it('leave no trace once the last one is folded', () => {
    expect(withFolded({ open: 'vci.dpop' }, 'vci.dpop', groups)).toEqual({})
  })
})

describe('whatDiffers', () => {
  it('is the member of both objects that differs, by its name', () => {
    expect(whatDiffers({ nonce: 'n', address: 'a' }, { made_for: 'b', address: 'b' })).toEqual({
      expected: 'a',
      sent: 'b',
      member: 'address',
    })
  })

  it('is several members as objects, and everything of what has none in common', () => {
    expect(whatDiffers({ a: 1, b: 2, c: 3 }, { a: 2, b: 3, c: 3 })).toEqual({
      expected: { a: 1, b: 2 },
      sent: { a: 2, b: 3 },
      member: null,
    })
    for (const [expected, sent] of [
      [{ a: 1 }, { b: 1 }],
      ['a', 'b'],
      [null, { a: 1 }],
    ] as const)
      expect(whatDiffers(expected, sent)).toEqual({ expected, sent, member: null })
  })
})

describe('differenceFrom', () => {
  it('marks only what was added', () => {
    expect(differenceFrom('https://a.example/x', 'https://a.example/x/credential')).toEqual({
      before: 'https://a.example/x',
      differs: '/credential',
      after: '',
    })
  })

  it('marks whole words, and everything if little is alike', () => {
    expect(differenceFrom('key-attestation+jwt', 'keyattestation+jwt').differs).toBe('keyattestation')
    expect(differenceFrom('http://localhost:3000/issuers/x', 'https://example.com').differs).toBe('https://example.com')
  })

  it('marks nothing in equal texts', () => {
    expect(differenceFrom('same', 'same')).toEqual({ before: 'same', differs: '', after: '' })
  })
})

describe('offerOfDeeplink', () => {
  it('reads both modes of any scheme, and never throws', () => {
    expect(offerOfDeeplink('haip-vci://?credential_offer_uri=https%3A%2F%2Fa.example%2Fo')).toEqual({
      mode: 'reference',
      url: 'https://a.example/o',
    })
    expect(offerOfDeeplink('openid-credential-offer://?credential_offer=%7B%22a%22%3A1%7D')).toEqual({
      mode: 'value',
      offer: { a: 1 },
    })
    expect(offerOfDeeplink('x://?credential_offer=%7B%22a%22%3A1%7D&credential_offer_uri=https://a.example/o')).toEqual(
      {
        mode: 'both',
        offer: { a: 1 },
        url: 'https://a.example/o',
      },
    )
    for (const broken of [
      '',
      'x',
      'x://?',
      'x://?credential_offer=%7B',
      'x://?credential_offer=[]',
      'x://?credential_offer=%',
    ]) {
      expect(offerOfDeeplink(broken)).toEqual({ mode: 'unreadable' })
    }
  })
})

describe('a read of a trust resource', () => {
  it('has words in the timeline, whatever was read', () => {
    const recorded = Object.entries(trustContract).filter(([, entry]) => entry.recorded)
    expect(recorded.length).toBeGreaterThan(9)
    const reads = recorded.map(([operation, { path }]) => exchange(path, 200, 1, { operation }))
    for (const { path, does } of inspectedExchanges(reads)) expect([path, does]).not.toEqual([path, 'Unknown path'])
  })
})

describe('filterChecks', () => {
  const checks = judgeChecks(
    [finding('vci.a', { status: 'fail' }), finding('vci.b', { level: 'should' })],
    [catalogueCheck('vci.a', { title: 'Proof is typed' }), catalogueCheck('vci.b', { title: 'Nonce is fresh' })],
  )
  const ids = (target: Parameters<typeof filterChecks>[1]) => filterChecks(checks, target).map(({ id }) => id)

  it('combines status, level and text; text matches title, id and clause', () => {
    expect(ids({})).toEqual(['vci.a', 'vci.b'])
    expect(ids({ status: 'fail' })).toEqual(['vci.a'])
    expect(ids({ level: 'should' })).toEqual(['vci.b'])
    expect(ids({ q: 'NONCE' })).toEqual(['vci.b'])
    expect(ids({ q: 'rfc 9449 4.3' })).toEqual(['vci.a', 'vci.b'])
    expect(ids({ q: 'nonce', status: 'fail' })).toEqual([])
  })
})

describe('whyNotJudged', () => {
  it('names what blocks it, repeats a given reason, and has a default', () => {
    expect(whyNotJudged({ status: 'not_applicable', actual: { blocked_by: ['a', 'b'] } })).toContain('a, b')
    expect(whyNotJudged({ status: 'not_applicable', actual: { because: 'No proof.' } })).toBe('No proof.')
    expect(whyNotJudged({ status: 'not_observed', actual: null })).toMatch(/^Nothing to judge has arrived/)
    expect(whyNotJudged({ status: 'fail', actual: null })).toBeNull()
  })
})

describe('listWarnings', () => {
  const at = (id: string, exchange_id: string | null, status: 'warn' | 'fail' = 'warn') =>
    finding(id, { status, exchange_id })
  const first = (...entries: ReturnType<typeof finding>[]) => {
    const checks = judgeChecks(
      entries,
      [...new Set(entries.map(({ id }) => id))].map((id) => catalogueCheck(id)),
    )
    const [found] = listWarnings(checks, [{ id: 'one' }, { id: 'two' }])
    return found && [found.check.id, found.entry.exchange_id]
  }

  it('begins with that of the earliest request, whatever the order of the catalogue', () => {
    expect(first(at('a', 'two'), at('b', 'one'))).toEqual(['b', 'one'])
    expect(first(at('a', null), at('b', 'two'))).toEqual(['b', 'two'])
  })

  it('has none of a check that failed elsewhere, and none without a warning', () => {
    expect(first(at('a', 'one'), at('a', 'two', 'fail'))).toBeUndefined()
    expect(first(finding('a', { exchange_id: 'one' }))).toBeUndefined()
  })
})

describe('failurePlace', () => {
  const failure = (id: string, status: 'fail' | 'warn'): Failure => {
    const [check] = judgeChecks([finding(id, { status })], [catalogueCheck(id)])
    if (check === undefined) throw new Error('The finding gives no check.')
    return { check, entry: check.deciding }
  }
  const three = [failure('vci.a', 'fail'), failure('vci.b', 'warn'), failure('vci.c', 'fail')]

  it('counts failures among failures, and calls a warning one', () => {
    expect(three.map((_, index) => failurePlace(three, index))).toEqual([
      'failure 1 of 2',
      'warning 1 of 1',
      'failure 2 of 2',
    ])
    expect(failurePlace(three, -1)).toBe('')
  })

  it('says whether a failure or a warning comes next', () => {
    expect([-1, 0, 1, 2].map((index) => nextFailureWords(three, index))).toEqual([
      'First failure',
      'Next warning',
      'Next failure',
      'Next failure',
    ])
    expect(nextFailureWords(three.slice(1, 2), 0)).toBeNull()
    expect(nextFailureWords([], -1)).toBeNull()
  })
})

describe('ExpectedAndSent', () => {
  const long = (end: string) => `https://verifier.example/${'a'.repeat(120)}/${end}`
  const html = (expected: string, sent: string) =>
    renderToStaticMarkup(createElement(ExpectedAndSent, { expected, sent }))

  it('shows both values whole and marks the difference', () => {
    const shown = html('https://issuer.example/token', 'https://other.example/token')
    expect(shown).toContain('https://issuer.example/token')
    expect(shown).toMatch(/https:\/\/<mark[^>]*>other<\/mark>\.example\/token/)
    expect(shown).not.toContain('<details>')
    expect(shown).not.toContain('Seen')
  })

  it('shows of a long value the part around the difference, and the whole behind a disclosure', () => {
    const shown = html(long('one'), long('two'))
    expect(shown).toMatch(/…a+\/<mark[^>]*>two<\/mark>/)
    expect(shown).toContain(`<span class="wire">${long('two')}</span></details>`)
    expect(shown).toContain(`<span class="wire">${long('one')}</span></details>`)
  })

  it('never shows more than 80 characters of a value that is not opened', () => {
    for (const [length, at] of [
      [81, 0],
      [200, 100],
      [200, 199],
      [5000, 4000],
    ] as const) {
      const { from, to } = partAround('x'.repeat(length), at)
      expect([to - from, from <= at && at < to]).toEqual([80, true])
    }
    expect(partAround('x'.repeat(80), 79)).toEqual({ from: 0, to: 80 })
  })
})

describe('a MUST that most likely failed', () => {
  const breach = finding('a', { status: 'warn', level: 'must', softened: 'inferred', correlation: 'inferred' })
  const judged = (entry: typeof breach, mixed: boolean) => judgeChecks([entry], [catalogueCheck('a')], mixed)[0]?.likely

  it('is a warning of an inferred request that can only belong to this session', () => {
    expect(judged(breach, false)).toBe(true)
    expect(judged(breach, true)).toBe(false)
    expect(judged({ ...breach, level: 'should' }, false)).toBe(false)
    expect(judged({ ...breach, status: 'fail' }, false)).toBe(false)
    expect(judged(finding('a', { status: 'warn', level: 'must' }), false)).toBe(false)
  })
})
