import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** Behaviours that wallets reported of issuers, each made on purpose. */
const mdoc = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof' }

const service = serviceForTests()
const { http } = service

async function run(body: JsonObject, misbehave?: string) {
  const created = await http({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body }),
  })
  expect(created.status, created.body).toBe(201)
  const { session_id: id, deeplink } = created.object()
  const ended = await runAtIssuer({
    deeplink: String(deeplink),
    clock: service.now,
    wait: async (millis) => service.advance(millis / 1000),
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  const read = async () => (await http({ path: `/sessions/${id}` })).object() as unknown as IssuanceSessionView
  return { ended, read }
}

const failed = ({ checks }: IssuanceSessionView) =>
  checks.conformance.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const resultOf = ({ events }: IssuanceSessionView) => events.find(({ type }) => type === 'fault_result')?.detail

describe('a wallet that behaves', () => {
  it.each([
    ['offer_no_grants', {}],
    ['issuer_metadata_mdoc_alg_specified', mdoc],
  ])('goes on at %s', async (fault, more) => {
    const { ended, read } = await run({ ...more, fault })
    expect(ended.outcome, ended.reason ?? '').toBe('credential_stored')
    const session = await read()
    expect(failed(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.goes_on')).toBe('pass')
    expect(resultOf(session)).toMatchObject({ fault, outcome: 'continued' })
  })

  it('stops at an error with status 200', async () => {
    const { ended, read } = await run({ fault: 'token_error_200' })
    expect(ended.outcome).toBe('stopped_by_wallet')
    service.advance(60)
    const session = await read()
    expect(failed(session)).toEqual([])
    expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
  })

  it.each([
    ['issuer_metadata_mdoc_alg_text', mdoc],
    ['deferred_no_transaction', {}],
    ['mdoc_date_fraction', mdoc],
    ['mdoc_signed_after_valid_from', mdoc],
    ['mdoc_signed_outside_certificate', mdoc],
  ])('is judged by no check at %s, which tells what it did', async (fault, more) => {
    const { ended, read } = await run({ ...more, fault })
    const session = await read()
    expect(
      session.events.some(({ type }) => type === 'answer_altered'),
      ended.reason ?? '',
    ).toBe(true)
    expect(failed(session)).toEqual([])
    expect([statusOf(session, 'vci.fault.goes_on'), statusOf(session, 'vci.fault.refused')]).not.toContain('fail')
    expect(resultOf(session)?.fault).toBe(fault)
  })
})

describe('a wallet that does not', () => {
  it.each([
    ['vci.fault.refused~token_error_200', 'token_error_200', {}],
    ['vci.fault.goes_on~offer_no_grants', 'offer_no_grants', {}],
    ['vci.fault.goes_on~issuer_metadata_mdoc_alg_specified', 'issuer_metadata_mdoc_alg_specified', mdoc],
  ])('fails with %s', async (misbehaviour, fault, more) => {
    const { read } = await run({ ...more, fault }, misbehaviour)
    service.advance(60)
    expect(statusOf(await read(), misbehaviour.split('~')[0] ?? '')).toBe('fail')
  })
})
