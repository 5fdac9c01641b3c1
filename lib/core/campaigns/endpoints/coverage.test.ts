import { expect, it } from 'vitest'
import { sampleExchange, sampleStart } from '@/lib/testing/store-samples'
import type { PlainEndpoint } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { EnteredResult } from '../../shared/ports/store-types'
import { casesOfEditions, officialCases } from '../official-cases/cases'
import { takesEntry } from '../official-cases/official-case'
import { mayBeEntered } from '../official-cases/stated-failure'
import { enteredMax, enteredReadMax } from '../official-cases/wallet-coverage'
import { enterResult } from './coverage'

const wallet = { name: 'Wallet', version: '1' }

const caseId = officialCases.find(takesEntry)?.id ?? ''

const entry: EnteredResult = {
  id: 'x',
  wallet,
  caseId,
  result: 'passed',
  note: '',
  byOperator: false,
  enteredAt: sampleStart,
}

/** Enters a result for a wallet that already has `stored` results. */
const enter = async (asked: object, stored: number) => {
  const store = {
    campaigns: async () => [{}],
    enteredResults: async ({ max }: { max: number }) => Array.from({ length: Math.min(stored, max) }, () => entry),
  }
  const ports = { store, now: () => sampleStart, uuid: () => 'an id', refuseCreation: async () => null }
  const body = new TextEncoder().encode(JSON.stringify({ wallet, case: caseId, result: 'passed', ...asked }))
  const exchange = { ...sampleExchange(), body, bodyOverflow: false, headers: [['content-type', 'application/json']] }
  return (enterResult as PlainEndpoint).answer({ exchange, ports, asker: 'anybody' } as unknown as RequestContext)
}

it('takes no more than are read, but lets what was said be taken back', async () => {
  expect((await enter({}, enteredMax - 1)).entered?.result).toBe('passed')
  await expect(enter({}, enteredMax)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await enter({ result: 'withdrawn' }, enteredMax)).entered?.result).toBe('withdrawn')
  expect(enteredReadMax - enteredMax).toBe(casesOfEditions.filter(mayBeEntered).length)
})

it('keeps no half of a character', async () => {
  const { entered } = await enter({ note: `a\ud83db` }, 0)
  expect(entered?.note.isWellFormed()).toBe(true)
})
