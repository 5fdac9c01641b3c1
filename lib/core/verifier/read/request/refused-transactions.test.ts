import { describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/values/json'
import { onlyForPid, watchForRefusals } from './refused-transactions'

const sdJwt = (id: string, ...vct_values: Json[]) => ({ id, format: 'dc+sd-jwt', meta: { vct_values } })
const mdoc = (id: string, doctype_value: string) => ({ id, format: 'mso_mdoc', meta: { doctype_value } })
const entry = (...credential_ids: Json[]) => ({ at: '/0', data: { type: 'payment', credential_ids } })
const query: Json = {
  credentials: [
    sdJwt('pid', 'urn:eudi:pid:1', 'urn:eudi:pid:de:1'),
    sdJwt('either', 'urn:eudi:pid:1', 'urn:example:card:1'),
    sdJwt('any'),
    mdoc('pid_mdoc', 'eu.europa.ec.eudi.pid.1'),
    mdoc('licence', 'org.iso.18013.5.1.mDL'),
    { id: 'open', format: 'dc+sd-jwt' },
  ],
}

describe('an entry of transaction data', () => {
  it.each([[['pid']], [['pid_mdoc']], [['pid', 'pid_mdoc']]])('that names %j calls for the key of a PID', (ids) => {
    expect(onlyForPid([entry(...ids)], query)).toMatchObject([
      { code: 'pid_key_asked', severity: 'warning', pointer: '/0/credential_ids', clause: 'PIDRB-5' },
    ])
  })

  it.each([[['either']], [['any']], [['licence']], [['open']], [['pid', 'licence']], [['nobody']], [[]], [[1]]])(
    'that names %j does not',
    (ids) => {
      expect(onlyForPid([entry(...ids)], query)).toEqual([])
    },
  )

  it('that cannot be read, or has no query, calls for nothing', () => {
    expect(onlyForPid([{ at: '', data: null }], query)).toEqual([])
    expect(onlyForPid([entry('pid')], undefined)).toEqual([])
    expect(onlyForPid([entry('pid')], { credentials: 'x' })).toEqual([])
  })
})

describe('problems of transaction data', () => {
  const payment = { at: '/1', data: { type: 'urn:eudi:sca:payment:1' } }
  const other = { at: '/10', data: { type: 'urn:eudi:sca:payment:2' } }
  const causeOf = (decoded: Parameters<typeof watchForRefusals>[0], ...problems: object[]) => {
    const watched = watchForRefusals(
      decoded,
      problems.map((one) => ({ code: 'invalid_transaction_data', severity: 'violation', ...one }) as never),
    )
    expect(watched.cause()).toBeNull()
    expect([...watched.problems]).toHaveLength(problems.length)
    return watched.cause()
  }

  it.each(['/1/transaction_data_hashes_alg', '/1/credential_ids/0', '/1/payload'])(
    'call for a refusal inside an entry of a type of payment: %s',
    (pointer) => {
      expect(causeOf([other, payment], { pointer })).toBe('transaction_data')
    },
  )

  it('call for none in another entry, or between entries, or where they only remark', () => {
    expect(causeOf([other, payment], { pointer: '/10/credential_ids' }, { pointer: '' })).toBeNull()
    expect(causeOf([other, payment], { pointer: '/1/credential_ids', severity: 'note' })).toBeNull()
    expect(causeOf([{ at: '', data: { type: 'payment' } }], { pointer: '/type' })).toBeNull()
  })

  it('are known in an entry that stands alone, without an array', () => {
    expect(causeOf([{ ...payment, at: '' }], { pointer: '/credential_ids/0' })).toBe('transaction_data')
  })

  it('lead with the key of a PID, wherever it stands', () => {
    const asked = { code: 'pid_key_asked', severity: 'warning', pointer: '/1/credential_ids' }
    expect(causeOf([payment], { pointer: '/1/payload' }, asked, { pointer: '/1/type' })).toBe('pid_key')
  })
})
