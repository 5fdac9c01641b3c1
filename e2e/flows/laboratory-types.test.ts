import { createHash } from 'node:crypto'
import { IssuerSigned } from '@owf/mdoc'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { presetById } from '@/lib/core/campaigns/presets'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { SendHttp } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { readJws } from '@/lib/wallet/jose/jws'

/** Hosted type metadata, and credentials that say what their hash is. SDJWTVC-6.3.1, SDJWTVC-7 */
const service = serviceForTests()
const { http } = service

const post = (body: JsonRecord) => http(jsonPost('/sessions', body))

const send = createNodeClient()

/** A wallet that reads no type metadata: nothing answers at their address. */
const blind: SendHttp = async (request) =>
  request.url.includes('/types/') ? { status: 404, headers: [], body: '' } : send(request)

/** What a preset asks for. */
const asked = (id: string) => presetById(id)?.body({ authorityKeyIdentifier: '', scopeAlias: null }) ?? {}

async function run(body: JsonRecord, misbehave?: string) {
  const answer = await post(body)
  expect(answer.status, answer.body).toBe(201)
  const created = answer.object()
  const ended = await runAtIssuer({
    deeplink: String(created.deeplink),
    clock: service.now,
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  const read = async () => (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
  const types = new URL(`${created.issuer_identifier}/types/1`).pathname
  const [held] = ended.credentials
  const claims = readJws(held?.raw.split('~')[0] ?? '')?.claims ?? {}
  return { ended, claims, read, types, type: await http({ path: types }) }
}

const statusOf = ({ checks }: IssuanceSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)?.status
const resultOf = ({ events }: IssuanceSessionView) => events.findLast(({ type }) => type === 'fault_result')?.detail
const notified = ({ ended: { log } }: Awaited<ReturnType<typeof run>>) =>
  log.flatMap(({ step, body }) => (step === 'notification' ? [JSON.parse(body ?? '{}').event] : []))
const fetched = ({ ended: { log } }: Awaited<ReturnType<typeof run>>) =>
  log.filter(({ step }) => step === 'type_metadata').length

describe('the hash of type metadata in a credential', () => {
  it('is that of the document that the issuer serves, and a wallet keeps the credential', async () => {
    const made = await run(asked('lab.vct_integrity'))
    expect([made.ended.outcome, made.ended.reason]).toEqual(['credential_stored', null])
    const hash = createHash('sha256').update(made.type.body).digest('base64')
    expect(made.claims['vct#integrity']).toBe(`sha256-${hash}`)
    expect(fetched(made)).toBe(1)
    const session = await made.read()
    expect(session.checks.conformance.filter(({ status }) => status === 'fail')).toEqual([])
    expect(session.laboratory?.options.vct_integrity).toBe(true)
  })

  it('is left out by default, and of a type whose metadata are elsewhere', async () => {
    const hosted = { id: 'hosted', format: 'dc+sd-jwt', claims: { a: 1 } }
    const elsewhere = { ...hosted, id: 'elsewhere', vct: 'urn:example:elsewhere' }
    const usual = await run({ laboratory: { credentials: [hosted] } })
    expect(usual.claims).not.toHaveProperty('vct#integrity')
    const other = await run({
      credential_configuration_id: 'elsewhere',
      laboratory: { credentials: [hosted, elsewhere], vct_integrity: true },
    })
    expect(other.claims).toMatchObject({ vct: 'urn:example:elsewhere' })
    expect(other.claims).not.toHaveProperty('vct#integrity')
  })

  it.each([
    [{ vct_integrity: true }],
    [{ vct_integrity: true, credentials: [{ id: 'a', format: 'dc+sd-jwt', vct: 'urn:example:a', claims: { a: 1 } }] }],
  ])('is no option of %j, which hosts none', async (laboratory) => {
    const answer = await post({ laboratory })
    expect([answer.status, answer.object().error]).toEqual([400, 'conflicting_laboratory_options'])
    expect(answer.object().members).toEqual(['/laboratory/vct_integrity', '/laboratory/credentials'])
  })
})

describe('a wrong hash', () => {
  it('has a wallet that compares it report that it keeps nothing', async () => {
    const made = await run(asked('fault.type_metadata_integrity'))
    expect(made.ended.outcome).toBe('stopped_by_wallet')
    expect(notified(made)).toEqual(['credential_failure'])
    const session = await made.read()
    expect(statusOf(session, 'vci.fault.refused')).toBe('pass')
    expect(resultOf(session)).toMatchObject({ fault: 'type_metadata_integrity', outcome: 'refused' })
  })

  it('fails a wallet that fetched the metadata and accepts the credential', async () => {
    const made = await run(asked('fault.type_metadata_integrity'), 'vci.fault.refused~type_metadata_integrity')
    expect([fetched(made), notified(made)]).toEqual([1, ['credential_accepted']])
    expect(made.claims['vct#integrity']).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/)
    const hash = createHash('sha256').update(made.type.body).digest('base64')
    expect(made.claims['vct#integrity']).not.toBe(`sha256-${hash}`)
    expect(statusOf(await made.read(), 'vci.fault.refused')).toBe('fail')
  })

  it('tests nothing in a wallet that reads no type metadata', async () => {
    const body = asked('fault.type_metadata_integrity')
    const answer = (await post(body)).object()
    const ended = await runAtIssuer({
      deeplink: String(answer.deeplink),
      clock: service.now,
      http: blind,
    })
    expect(ended.outcome).toBe('credential_stored')
    service.advance(60)
    const session = (await http({ path: `/sessions/${answer.session_id}` })).json() as IssuanceSessionView
    expect(['pass', 'fail', 'warn']).not.toContain(statusOf(session, 'vci.fault.refused'))
    expect(resultOf(session)).toBeUndefined()
  })
})

/** What TS12 1.0.1 asks of the metadata of a type for payments, written from its text. TS12-4.1, TS12-3.3.3 */
const label = (maxLength: number) => ({
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['lang', 'value'],
    properties: { lang: { type: 'string' }, value: { type: 'string', minLength: 1, maxLength } },
  },
})
const paymentType = {
  type: 'object',
  required: ['vct', 'category', 'transaction_data_types'],
  properties: {
    category: { const: 'urn:eu:europa:ec:eudi:sua:sca' },
    transaction_data_types: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^urn:eudi:sca:(payment|login_risk_transaction|account_access|emandate):1$' },
      additionalProperties: {
        type: 'object',
        required: ['schema', 'claims', 'ui_labels'],
        properties: {
          schema: { type: 'string' },
          schema_uri: false,
          claims_uri: false,
          ui_labels_uri: false,
          claims: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['path', 'visualisation', 'display'],
              properties: {
                path: { type: 'array', minItems: 2, prefixItems: [{ const: 'payload' }], items: { type: 'string' } },
                visualisation: { type: 'integer', minimum: 1, maximum: 4 },
                display: {
                  type: 'array',
                  minItems: 1,
                  items: {
                    type: 'object',
                    required: ['lang', 'locale', 'label'],
                    properties: {
                      lang: { const: 'en' },
                      locale: { const: 'en' },
                      label: { type: 'string', minLength: 1 },
                    },
                  },
                },
                sd: false,
              },
            },
          },
          ui_labels: {
            type: 'object',
            required: ['affirmative_action_label', 'transaction_title'],
            properties: { affirmative_action_label: label(30), transaction_title: label(50) },
          },
        },
      },
    },
  },
}

describe('a type for payments', () => {
  const transactions = ['payment', 'login_risk_transaction', 'account_access', 'emandate']
  const card = {
    id: 'sca_card',
    format: 'dc+sd-jwt',
    claims: { pan_last_four: '1234', scheme: 'Test scheme' },
    category: 'urn:eu:europa:ec:eudi:sua:sca',
    transaction_types: transactions,
  }
  const metadataOf = async (type: JsonRecord) => {
    const created = (await post({ laboratory: { credentials: [type] } })).object()
    const served = await http({ path: new URL(`${created.issuer_identifier}/types/1`).pathname })
    return served.object() as JsonRecord & { transaction_data_types?: JsonRecord }
  }

  it('has metadata that another program reads as TS12 has them, for the transactions asked for', async () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false, strictTuples: false }).compile(paymentType)
    const all = await metadataOf(card)
    expect([validate(all), validate.errors]).toEqual([true, null])
    expect(Object.keys(all.transaction_data_types ?? {})).toEqual(transactions.map((name) => `urn:eudi:sca:${name}:1`))
    const login = await metadataOf({ ...card, transaction_types: ['login_risk_transaction'] })
    expect([validate(login), Object.keys(login.transaction_data_types ?? {})]).toEqual([
      true,
      ['urn:eudi:sca:login_risk_transaction:1'],
    ])
    const { category: _, transaction_types: __, ...plain } = card
    expect(Object.keys(await metadataOf(plain))).toEqual(['vct', 'name', 'display', 'claims'])
  })

  it.each<[string, JsonRecord, string, string[]]>([
    ['another transaction', { transaction_types: ['gift'] }, 'unsupported_laboratory_option', ['transaction_types/0']],
    ['no transaction', { transaction_types: [] }, 'unsupported_laboratory_option', ['transaction_types']],
    [
      'one twice',
      { transaction_types: ['payment', 'payment'] },
      'unsupported_laboratory_option',
      ['transaction_types'],
    ],
    ['no category', { category: '' }, 'unsupported_laboratory_option', ['category']],
    ['a long one', { category: 'x'.repeat(201) }, 'unsupported_laboratory_option', ['category']],
    ['an mdoc', { format: 'mso_mdoc', doctype: 'org.example.card' }, 'unsupported_laboratory_option', ['category']],
    ['a vct', { vct: 'urn:example:card' }, 'conflicting_laboratory_options', ['category', 'vct']],
    ['no key', { binding: 'none' }, 'conflicting_laboratory_options', ['category', 'binding']],
  ])('cannot have %s', async (_name, changes, error, members) => {
    const refused = await post({ laboratory: { credentials: [{ ...card, ...changes }] } })
    const answer = refused.object()
    expect([refused.status, answer.error]).toEqual([400, error])
    const at = members.map((member) => `/laboratory/credentials/0/${member}`)
    expect(answer.members ?? [answer.member]).toEqual(at)
  })
})

describe('elements that the key of an mdoc may sign', () => {
  const card = { id: 'card', format: 'mso_mdoc', doctype: 'org.example.card', claims: { scheme: 'Test scheme' } }

  it('are authorised by its mobile security object, whose credential is issued as any other', async () => {
    const asked = { laboratory: { credentials: [{ ...card, transaction_elements: ['payment_hash'] }] } }
    const created = (await post(asked)).object()
    const { outcome, reason, credentials } = await runAtIssuer({
      deeplink: String(created.deeplink),
      clock: service.now,
    })
    expect([outcome, reason]).toEqual(['credential_stored', null])
    const { issuerAuth } = IssuerSigned.fromEncodedForOid4Vci(credentials[0]?.raw ?? '')
    const { keyAuthorizations } = issuerAuth.mobileSecurityObject.deviceKeyInfo
    expect([...(keyAuthorizations?.dataElements ?? [])]).toEqual([['org.example.card', ['payment_hash']]])
  })

  it.each<[string, JsonRecord, string]>([
    ['none', { ...card, transaction_elements: [] }, ''],
    ['five', { ...card, transaction_elements: ['a', 'b', 'c', 'd', 'e'] }, ''],
    ['one twice', { ...card, transaction_elements: ['a', 'a'] }, ''],
    ['one without a name', { ...card, transaction_elements: [''] }, '/0'],
    ['an SD-JWT VC', { id: 'a', format: 'dc+sd-jwt', claims: { a: 1 }, transaction_elements: ['a'] }, ''],
  ])('cannot be %s', async (_name, type, place) => {
    const refused = await post({ laboratory: { credentials: [type] } })
    expect([refused.status, refused.object().error]).toEqual([400, 'unsupported_laboratory_option'])
    expect(refused.object().member).toBe(`/laboratory/credentials/0/transaction_elements${place}`)
  })
})
