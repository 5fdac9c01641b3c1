import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../shared/ports/check-id'
import { defineCheck, type Explained, pass } from '../checks/check'
import type { Explaining } from '../checks/leading'
import { exchange, finding } from './fixtures/sessions'
import { failuresInOrder, leadingFinding } from './leading-finding'
import type { ConformanceEntry } from './session-view'

const form = 'vci.token.params_in_body'
const grant = 'vci.token.grant_type'
const code = 'vci.token.preauth_code_valid'
const other = 'vci.token.no_duplicate_params'
const member = 'vci.dpop.htu'

type Relation = Readonly<Partial<Record<CheckId, readonly Explained[]>>>

/** The checks of these tests; each explains what the relation says. */
const checksOf = (relation: Relation): ReadonlyMap<string, Explaining> =>
  new Map(
    ([form, grant, code, other, member] as const).map((id) => [
      id,
      defineCheck<null>(id, {
        title: 'It holds',
        reasons: {
          broken: { says: 'It is broken', fix: 'Mend it.', explains: relation[id] ?? [] },
          other: { says: 'It is otherwise', fix: 'Change it.' },
        },
        clauses: ['RFC6749-4.1.3'],
        level: 'must',
        why: 'So that it holds.',
        ...(id === member ? { judges: { token: 'dpop_proof', member: 'claims.htu' } } : {}),
        run: () => pass(),
      }),
    ]),
  )

const entry = (id: CheckId, second: number | null, more: Partial<ConformanceEntry> = {}): ConformanceEntry =>
  ({
    id,
    exchange_id: second === null ? null : exchange(second, 'requestToken').id,
    status: 'fail',
    level: 'must',
    correlation: 'exact',
    rejected: false,
    error: null,
    ...more,
  }) as ConformanceEntry

const refusing = { rejected: true, error: 'invalid_grant' } as const

/** The ids of what is told first and of what refused. `order`: of evaluation, if it is not that of the entries. */
function told(entries: readonly ConformanceEntry[], relation: Relation = {}, order: readonly string[] = []) {
  const place = ({ id }: ConformanceEntry) => (order.includes(id) ? order.indexOf(id) : entries.length)
  const checks = checksOf(relation)
  const exchanges = [1, 2, 3].map((second) => {
    const { id } = exchange(second, 'requestToken')
    const own = entries.filter(({ exchange_id }) => exchange_id === id).sort((a, b) => place(a) - place(b))
    return exchange(second, 'requestToken', {
      findings: own.map((one) => ({
        ...finding(one.id as CheckId, one.status, one.subject && { subject: subjectOf(one) }),
        rejected: one.rejected,
      })),
    })
  })
  const found = leadingFinding(entries, exchanges, { mixedTraffic: false, checkOf: (id) => checks.get(id) ?? null })
  return found && { lead: found.lead.id, refused: found.refused?.id ?? null }
}

const subjectOf = ({ subject }: ConformanceEntry) => ({ queryId: subject?.query_id ?? '', index: subject?.index ?? 0 })

describe('the finding that is told first', () => {
  it('is the one that refused, of the earliest exchange that was refused, where none explains it', () => {
    expect(told([entry(form, 1), entry(code, 2, refusing), entry(grant, 3, refusing)])).toEqual({
      lead: code,
      refused: code,
    })
  })

  it('is the first failure in the order of evaluation where nothing was refused, and none without a failure', () => {
    expect(told([entry(code, 1), entry(form, 1)], {}, [form, code])).toEqual({ lead: form, refused: null })
    expect(told([entry(form, 1, { status: 'warn' }), entry(code, 1, { status: 'pass' })])).toBeNull()
    expect(told([])).toBeNull()
  })

  it('is the one that explains the refusal, over others in between, also if it only warns', () => {
    const relation: Relation = { [form]: [grant], [grant]: [code] }
    const chain = [entry(form, 1, { status: 'warn' }), entry(grant, 1), entry(code, 1, refusing)]
    expect(told(chain, relation)).toEqual({ lead: form, refused: code })
    expect(told(chain.slice(1), relation)).toEqual({ lead: grant, refused: code })
    // Nothing in between, nothing to reach it by.
    expect(told([chain[0]!, chain[2]!], relation)).toEqual({ lead: code, refused: code })
  })

  it('explains by its reason: another one of the same check does not', () => {
    const relation: Relation = { [form]: [code] }
    const other = { reason: `${form}#other` } as const
    expect(told([entry(form, 1, other), entry(code, 1, refusing)], relation)?.lead).toBe(code)
    expect(told([entry(form, 1, { reason: `${form}#broken` }), entry(code, 1, refusing)], relation)?.lead).toBe(form)
  })

  it('explains one reason alone where it names one', () => {
    const relation: Relation = { [form]: [`${code}#broken`] }
    expect(told([entry(form, 1), entry(code, 1, { ...refusing, reason: `${code}#broken` })], relation)?.lead).toBe(form)
    expect(told([entry(form, 1), entry(code, 1, { ...refusing, reason: `${code}#other` })], relation)?.lead).toBe(code)
  })

  it('explains in the same exchange alone', () => {
    expect(told([entry(form, 1), entry(code, 2, refusing)], { [form]: [code] })?.lead).toBe(code)
  })

  it('explains about the same credential, or about none', () => {
    const of = (query_id: string, index = 0) => ({ subject: { query_id, index } })
    const relation: Relation = { [form]: [code] }
    const lead = (one: object, two: object) =>
      told([entry(form, 1, one), entry(code, 1, { ...refusing, ...two })], relation)
    expect(lead(of('pid'), of('pid'))?.lead).toBe(form)
    expect(lead(of('pid'), of('pid', 1))?.lead).toBe(code)
    expect(lead(of('pid'), of('mdl'))?.lead).toBe(code)
    expect(lead({}, of('pid'))?.lead).toBe(form)
    expect(lead(of('pid'), {})?.lead).toBe(form)
  })

  it('is of several a form before a member, then the first in the order of evaluation', () => {
    const relation: Relation = { [member]: [code], [form]: [code], [other]: [code] }
    const all = [entry(member, 1), entry(form, 1), entry(other, 1), entry(code, 1, refusing)]
    expect(told(all, relation, [member, other, form, code])?.lead).toBe(other)
    expect(told(all, relation, [member, form, other, code])?.lead).toBe(form)
    expect(told([all[0]!, all[3]!], relation)?.lead).toBe(member)
  })

  it('is not a request for a nonce that the wallet then sent, beside another refusal', () => {
    const asked = { rejected: true, error: 'use_dpop_nonce', level: 'should' } as const
    expect(told([entry(other, 1, asked), entry(code, 2, refusing)])?.lead).toBe(code)
    expect(told([entry(other, 1, asked), entry(other, 2, asked), entry(code, 3, refusing)])?.lead).toBe(other)
    expect(told([entry(other, 1, asked)])?.lead).toBe(other)
  })

  it('stays with an exchange that decided what a later one only repeats', () => {
    expect(told([entry(form, 1, refusing), entry(code, 2, { ...refusing, status: 'warn' })])?.lead).toBe(form)
  })
})

describe('a refusal', () => {
  const lead = (more: Partial<ConformanceEntry>) => told([entry(code, 1, { ...refusing, ...more })])?.lead ?? null

  it('is told whatever its level, profile or softening', () => {
    expect(lead({ status: 'warn', level: 'info' })).toBe(code)
    expect(lead({ status: 'warn', softened: 'unclaimed' })).toBe(code)
    expect(lead({ status: 'warn', softened: 'inferred', correlation: 'inferred' })).toBe(code)
  })

  it('is not, if it is planned or came after the end', () => {
    for (const error of ['use_dpop_nonce', 'use_attestation_challenge', 'invalid_nonce']) {
      expect(lead({ status: 'warn', level: 'info', error })).toBeNull()
      expect(lead({ level: 'must', error })).toBe(code)
    }
    expect(lead({ status: 'warn', softened: 'after_end' })).toBeNull()
  })
})

describe('failures in order', () => {
  const order = (...entries: ConformanceEntry[]) =>
    failuresInOrder(
      entries,
      [1, 2].map((second) => exchange(second, null).id),
      false,
    ).map(({ id }) => id)

  it('go by time, those of the whole session last, refusals first within their exchange', () => {
    expect(order(entry(other, null), entry(code, 2), entry(grant, 1), entry(form, 1, { rejected: true }))).toEqual([
      form,
      grant,
      code,
      other,
    ])
  })

  it('hold no pass, and no warning that refused nothing', () => {
    expect(order(entry(form, 1, { status: 'pass' }), entry(grant, 1, { status: 'warn' }))).toEqual([])
  })
})
