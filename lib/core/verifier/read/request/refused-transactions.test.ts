import { describe, expect, it } from 'vitest'
import type { Json } from '../../../shared/values/json'
import { onlyForPid, refusalCause } from './refused-transactions'

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
    expect(refusalCause([entry(...ids)], query)).toBe('pid_key')
  })

  it.each([[['either']], [['any']], [['licence']], [['open']], [['pid', 'licence']], [['nobody']], [[]], [[1]]])(
    'that names %j does not',
    (ids) => {
      expect(refusalCause([entry(...ids)], query)).toBeNull()
    },
  )

  it('that cannot be read, or has no query, calls for nothing', () => {
    expect(refusalCause([{ at: '', data: null }], query)).toBeNull()
    expect(refusalCause([entry('pid')], undefined)).toBeNull()
    expect(refusalCause([entry('pid')], { credentials: 'x' })).toBeNull()
  })
})
