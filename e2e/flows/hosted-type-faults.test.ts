import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { presetById } from '@/lib/core/campaigns/presets'
import { paymentCard } from '@/lib/core/issuer/deviations/type-metadata'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

/** Hosted type metadata that are wrong on purpose. TS12-3.2, TS12-4.1, SDJWTVC19-6, SDJWTVC19-7.4 */
const service = serviceForTests()
const { http } = service

/** Runs the issuance of a preset with a wallet that reads types only when it uses them, unless told otherwise. */
async function issued(preset: string, { readsTypes = false, also = {} as JsonRecord } = {}) {
  const body = presetById(preset)?.body({ authorityKeyIdentifier: '', scopeAlias: null })
  const created = (await http(jsonPost('/sessions', { ...body, ...also }))).object()
  const run = await runAtIssuer({ deeplink: String(created.deeplink), profile: { readsTypes } })
  const types = `${new URL(String(created.issuer_identifier)).pathname}/types`
  const session = async () => (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
  return { id: String(created.session_id), run, held: run.credentials[0] as HeldCredential, types, session }
}
const resultOf = ({ events }: IssuanceSessionView) => events.findLast(({ type }) => type === 'fault_result')?.detail

/** Pays with what an issuance gave. */
async function paying(followed: Awaited<ReturnType<typeof issued>>, ignoresTypeMetadata = false) {
  const body = presetById('payments.payment')?.body({ authorityKeyIdentifier: '', scopeAlias: null })
  const presenter = await createHandPresenter(service, followed.held, {
    ...body,
    follows: followed.id,
    expect: 'refusal',
  })
  const { declined } = await runAtVerifier({
    deeplink: presenter.created.deeplink,
    credentials: [followed.held],
    profile: { ignoresTypeMetadata },
  })
  const view = await presenter.view()
  const failed = view.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
  return { error: declined?.error, failed, verdict: view.checks.summary.verdict }
}

it.each<[string, string[]]>([
  ['type_no_category', ['vp.negative.rejected', 'vp.sca.type_allowed']],
  ['type_other_transactions', ['vp.negative.rejected', 'vp.sca.type_allowed']],
  ['type_no_labels', ['vp.negative.rejected']],
  ['type_404', ['vp.negative.rejected']],
  ['vct_integrity_wrong', ['vp.negative.rejected']],
])('%s is told at issuance, and the payment that follows is to be refused', async (fault, failures) => {
  const card = await issued(`fault.${fault}`)
  expect(card.run.outcome).toBe('credential_stored')
  const session = await card.session()
  expect([session.checks.summary.verdict, session.laboratory?.options.credentials?.length]).toEqual(['pass', 1])
  expect(resultOf(session)).toMatchObject({
    fault,
    outcome: 'continued',
    seen: 'the notification credential_accepted; the type metadata were not fetched',
  })
  expect(await paying(card)).toEqual({ error: 'invalid_transaction_data', failed: [], verdict: 'pass' })
  expect(resultOf(await card.session())?.seen).toMatch(/; the type metadata were fetched$/)
  const careless = await paying(card, true)
  expect([careless.verdict, careless.failed.sort()]).toEqual(['fail', failures])
})

it('a wrong hash is that of other octets, and a wallet may refuse the credential', async () => {
  const { run, held, session } = await issued('fault.vct_integrity_wrong', { readsTypes: true })
  expect(run.outcome).toBe('stopped_by_wallet')
  expect(resultOf(await session())).toMatchObject({
    outcome: 'refused',
    seen: 'the notification credential_failure; the type metadata were fetched',
  })
  expect(held).toBeUndefined()
  const kept = await issued('fault.vct_integrity_wrong')
  const hash = createHash('sha256')
    .update((await http({ path: `${kept.types}/1` })).body)
    .digest()
  const wrong = String(kept.held.claims['vct#integrity'])
  expect(wrong).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/)
  for (const [index, octet] of Buffer.from(wrong.slice('sha256-'.length), 'base64').entries())
    expect(octet).not.toBe(hash[index])
})

it('any other fault of a document leaves its hash right: the octets are those that are served', async () => {
  const laboratory = { credentials: [{ ...paymentCard(), integrity: true }] }
  const { held, types } = await issued('fault.type_no_category', { also: { laboratory } })
  const served = await http({ path: `${types}/1` })
  expect(served.object()).not.toHaveProperty('category')
  const hash = createHash('sha256').update(served.body).digest('base64')
  expect(held.claims['vct#integrity']).toBe(`sha256-${hash}`)
})

it('a circle of types leads to no type that is wanted', async () => {
  const { held, types, session } = await issued('fault.extends_circle')
  const [child, parent] = await Promise.all(['1', '2'].map((number) => http({ path: `${types}/${number}` })))
  expect([child?.object().extends, parent?.object().extends]).toEqual([
    `${service.baseUrl}${types}/2`,
    `${service.baseUrl}${types}/1`,
  ])
  expect(resultOf(await session())?.outcome).toBe('continued')
  const query = { id: 'own', format: 'dc+sd-jwt', meta: { vct_values: [`${service.baseUrl}${types}/2`] } }
  const presenter = await createHandPresenter(service, held, { dcql_query: { credentials: [query] } })
  expect((await presenter.answer(presenter.payload())).status).toBe(400)
  const statuses = (await presenter.view()).checks.conformance.filter(({ id }) => id === 'vp.dcql.vct')
  expect(statuses.at(-1)?.status).toBe('fail')
})

it.each(['type_no_category', 'type_other_transactions', 'type_no_labels', 'vct_integrity_wrong', 'extends_circle'])(
  '%s is refused among types that it cannot change',
  async (fault) => {
    const credentials = [{ id: 'plain', format: 'dc+sd-jwt', claims: { seat: '1' } }]
    const refused = await http(jsonPost('/sessions', { fault, laboratory: { credentials } }))
    expect([refused.status, refused.object().error, refused.object().members]).toEqual([
      400,
      'conflicting_laboratory_options',
      ['/laboratory/credentials', '/fault'],
    ])
  },
)
