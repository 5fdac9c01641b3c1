import { expect, it } from 'vitest'
import { stepDetails } from './pipeline-definition'

it('names what a step uses, and how its session is made', () => {
  expect(stepDetails({ kind: 'issuance', session: { flow: 'authorization_code', client_id: 'wallet' } })).toEqual([
    'authorization_code',
    'wallet',
  ])
  expect(stepDetails({ kind: 'campaign', campaign: 'smoke' })).toEqual(['smoke'])
  expect(stepDetails({ kind: 'campaign', presets: ['bad_signature', 'unknown_claim'] })).toEqual([
    'bad_signature',
    'unknown_claim',
  ])
  expect(stepDetails({ kind: 'custom', custom_check: 'acme/probe', runs: 'external' })).toEqual(['acme/probe'])
})

it('shows a query only where no use case stands for it', () => {
  const session = { dcql_query: { credentials: [] }, profile: 'haip' }
  expect(stepDetails({ kind: 'presentation', session })).toEqual(['{"credentials":[]}', 'haip'])
  expect(stepDetails({ kind: 'presentation', use_case: 'acme/verifier/age', session })).toEqual([
    'acme/verifier/age',
    'haip',
  ])
})

it('takes a malformed step as it is', () => {
  expect(stepDetails({ kind: 7, session: 'none', campaign: ['a'] })).toEqual(['["a"]'])
})
