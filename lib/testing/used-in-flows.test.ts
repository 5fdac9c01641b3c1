import { describe, expect, it } from 'vitest'
import { contractEntry, operationIds } from '@/lib/contract/contract'
import { pathsOf } from '@/lib/contract/contract-entry'
import { sessionRequests } from '@/lib/core/issuer-and-verifier'
import { flowSources, uncalledOperations, unusedOptions } from './used-in-flows'

const sources = flowSources()

describe('flows', () => {
  it('set every option of a session', () => {
    const { issuance, presentation } = sessionRequests
    expect(unusedOptions('issuance', Object.keys(issuance.shape), sources)).toEqual([])
    expect(unusedOptions('presentation', Object.keys(presentation.shape), sources)).toEqual([])
  })

  it('set every option of a laboratory', () => {
    const laboratory = sessionRequests.issuance.shape.laboratory.unwrap()
    expect(unusedOptions('issuance', Object.keys(laboratory.shape), sources)).toEqual([])
  })

  it('call every operation of the contract', () => {
    const operations = operationIds.map((id) => {
      const entry = contractEntry(id)
      return { id, method: entry.method, paths: pathsOf(entry) }
    })
    expect(uncalledOperations(operations, sources)).toEqual([])
  })
})

describe('the guard of flows', () => {
  it('names an option that none sets', () => {
    const flow = "send('/sessions', { flow, 'tx_code': 1, scheme: 'x' }); const mtls = 1"
    expect(unusedOptions('issuance', ['flow', 'tx_code', 'scheme', 'mtls'], [flow])).toEqual(['mtls'])
    expect(unusedOptions('presentation', ['scheme'], [flow])).toEqual(['scheme'])
  })

  it('names an operation that none calls, whatever else is at its path', () => {
    const operation = (method: string, ...paths: string[]) => ({ id: `${method} ${paths[0]}`, method, paths })
    const operations = [
      operation('GET', '/names'),
      operation('POST', '/names'),
      operation('GET', '/sessions/{sessionId}/offer'),
      operation('GET', '/lab/{labId}/types/{number}', '/issuers/{id}/types/{number}'),
      operation('GET', '/media/{file}'),
    ]
    const flow = "get('/names'); get(`" + '$' + "{at}/types/1`); get('/openid4vp/names'); get('/sessions/x/offers')"
    expect(uncalledOperations(operations, [flow])).toEqual([
      'POST /names',
      'GET /sessions/{sessionId}/offer',
      'GET /media/{file}',
    ])
    expect(uncalledOperations(operations, [flow, "{ method: 'POST', path: '/names' }"])).not.toContain('POST /names')
  })
})
