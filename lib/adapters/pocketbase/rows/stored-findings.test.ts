import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckId } from '@/lib/core/shared/ports/check-id'
import type { Finding } from '@/lib/core/shared/ports/finding'
import { exchangeId } from '@/lib/core/shared/ports/ids'
import { runs } from '@/scripts/thorough.mjs'
import { newestUsual, packFindings, unpackFindings } from './stored-findings'

const finding = (id: string, changes: Partial<Finding> = {}): Finding => ({
  id: id as CheckId,
  status: 'pass',
  expected: null,
  actual: null,
  hint: null,
  error: null,
  rejected: false,
  ...changes,
})

const anyJson = fc.oneof(
  fc.constant(null),
  fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
)
const because = fc.constantFrom('There is no body.', 'There is no token.').map((text) => ({ because: text }))
const anyFinding = fc
  .record({
    id: fc.constantFrom('vci.dpop.htu', 'vci.dpop.alg', 'vci.token.content_type'),
    status: fc.constantFrom('pass', 'fail', 'warn', 'not_applicable', 'not_observed'),
    subject: fc.option(fc.record({ queryId: fc.string({ minLength: 1 }), index: fc.nat(3) })),
    expected: anyJson,
    actual: fc.oneof(anyJson, because),
    hint: fc.option(fc.string()),
    error: fc.option(fc.constantFrom('invalid_request', 'invalid_proof')),
    rejected: fc.boolean(),
    refusal: fc.option(fc.string()),
    reason: fc.option(fc.constantFrom('vci.dpop.htu#broken', 'vci.dpop.htu#other')),
  })
  .map(
    ({ id, subject, refusal, reason, ...others }) =>
      ({
        id,
        status: others.status,
        ...(subject === null ? {} : { subject }),
        expected: others.expected,
        actual: others.actual,
        hint: others.hint,
        error: others.error,
        rejected: others.rejected,
        ...(reason === null ? {} : { reason }),
        ...(refusal === null ? {} : { refusal }),
      }) as Finding,
  )

const throughStorage = (findings: readonly Finding[]): Finding[] =>
  unpackFindings(JSON.parse(JSON.stringify(packFindings(findings))))

describe('stored findings', () => {
  it('come back as they were, in their order, whatever they say', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 30 }), (findings) => {
        expect(throughStorage(findings)).toEqual(findings)
      }),
      runs(),
    )
  })

  it('of checks that passed are little more than ids, and a reason that neighbours share is kept once', () => {
    const reason = { status: 'not_applicable', actual: { because: 'There is no body.' } } as const
    const findings = [finding('a'), finding('b'), finding('c', reason), finding('d', reason), finding('e')]
    expect(packFindings(findings)).toEqual([{ ids: ['a', 'b'] }, { ids: ['c', 'd'], ...reason }, { ids: ['e'] }])
  })

  it('of several credentials stay apart', () => {
    const of = (index: number) => ({ subject: { queryId: 'pid', index } })
    const findings = [finding('a', of(0)), finding('b', of(0)), finding('a', of(1)), finding('a')]
    expect(packFindings(findings)).toEqual([
      { ids: ['a', 'b'], subject: 'pid#0' },
      { ids: ['a'], subject: 'pid#1' },
      { ids: ['a'] },
    ])
    expect(throughStorage(findings)).toEqual(findings)
  })

  it('that refused, or name an exchange, stand by themselves', () => {
    const refused = { status: 'fail', error: 'invalid_request', rejected: true } as const
    const named = { exchangeId: exchangeId('6f0e2c1a-7a0f-4c0e-9d5c-0f3f0a1b2c3d') }
    const findings = [finding('a', refused), finding('b', refused), finding('c', named), finding('d', named)]
    expect(packFindings(findings)).toHaveLength(4)
    expect(throughStorage(findings)).toEqual(findings)
  })

  it('that ordinary flows have too are named by their places, with the values that differ', () => {
    const all = newestUsual.findings
    // A stretch that repeats nothing of what stands before it, with a check that passed.
    const from = all.findIndex(
      (_, at) =>
        all[at + 2]?.status === 'pass' &&
        all[at + 2]?.actual === null &&
        packFindings(all.slice(at, at + 20)).length === 1,
    )
    const passed = from + 2
    const usual = all.slice(from, from + 20)
    const [first, second, ...others] = usual
    if (from < 0 || first === undefined || second === undefined) throw new Error('The list is longer than this.')
    const last = { ...finding('a', { status: 'fail', hint: 'Change it.' }) }
    expect(packFindings([...usual, last])).toEqual([
      { usual: [newestUsual.edition, from, from + 19] },
      { ids: ['a'], status: 'fail', hint: 'Change it.' },
    ])
    const changed = usual.map((one, index) => (index === 2 ? { ...one, actual: 'a value of its own' } : one))
    expect(packFindings(changed)).toEqual([
      { usual: [newestUsual.edition, from, from + 19], actual: { [passed]: 'a value of its own' } },
    ])
    const about = { queryId: 'pid#', index: 2 }
    const ofOne = changed.map(({ id, status, ...one }) => ({ id, status, subject: about, ...one }))
    for (const findings of [usual, changed, ofOne, [second, first, ...ofOne, ...others]])
      expect(JSON.stringify(throughStorage(findings))).toBe(JSON.stringify(findings))
  })

  it('come back whatever is changed in usual ones', () => {
    const place = fc.nat(newestUsual.findings.length - 1)
    const change = fc.record(
      {
        status: fc.constantFrom('pass', 'fail', 'not_applicable' as const),
        actual: anyJson,
        expected: anyJson,
        hint: fc.string(),
        rejected: fc.boolean(),
        error: fc.constantFrom('invalid_request', 'invalid_proof'),
      },
      { requiredKeys: [] },
    )
    const stretch = fc.tuple(place, fc.nat(30), fc.array(fc.tuple(fc.nat(30), change), { maxLength: 4 }))
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 5 }), (stretches) => {
        const findings = stretches.flatMap(([from, length, changes]) => {
          const found = newestUsual.findings.slice(from, from + length)
          for (const [index, changed] of changes) {
            const one = found[index]
            if (one !== undefined) found[index] = { ...one, ...changed } as Finding
          }
          return found
        })
        expect(JSON.stringify(throughStorage(findings))).toBe(JSON.stringify(findings))
      }),
      runs(),
    )
  })

  it('keep their meaning, because no edition of the list ever changes', () => {
    const editions: unknown[] = JSON.parse(readFileSync('pb_hooks/evidence/usual-findings.json', 'utf8'))
    expect(editions.map((one) => createHash('sha256').update(JSON.stringify(one)).digest('hex'))).toEqual([
      'b0c4ebb6901d6c70532bf79be38debc0fcdcd576bfc4ed7da1be7a34adb4ca46',
      '357a1a217b8ff1b293e7c2ec8e08cc1532a4f93916bf62a98d843fad1225193c',
      '0f560dbe29110ee4e396c17de6e2c37e528ebd07cc435d9dd2533aba443d5d12',
      'a6f59de7c7cf88e2ca844b5b7ff1e280a64ca0ff0ef3cb8b914c39221408c5c5',
      '6a8391ed4b64d82af044bfbb2c52fa97d301a60ff4f691a5dc42d83b41c74ade',
      '7cd6a706cc5c27a9369d622888c6d86e087c489e18f3d0535f6222bf0255a7cc',
      '5a989535a207da80113098a39a46b53b5590ed8b80aa27bc8543833b9f6783fd',
    ])
  })

  it('of a later version are not guessed at', () => {
    for (const usual of [
      [newestUsual.edition + 1, 0, 0],
      [newestUsual.edition, 0, newestUsual.findings.length],
      [newestUsual.edition, -1, 0],
    ] as const)
      expect(() => unpackFindings([{ usual }])).toThrow('later version')
  })

  it('of an earlier version are read as they are', () => {
    const [first, second] = [finding('a', { actual: 'GET' }), finding('b', { subject: { queryId: 'pid', index: 0 } })]
    const stored = [first, { ...second, subject: 'pid#0' }]
    expect(unpackFindings(JSON.parse(JSON.stringify(stored)))).toEqual([first, second])
  })
})
