import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../shared/ports/errors'
import { isObject, type JsonObject } from '../shared/values/json'
import { paymentTemplate } from './payment-template'
import { presetById, presets } from './presets'
import { cardQueryId } from './presets/payments'
import { missingOfTemplate, personWords } from './presets/preset'
import { readTemplate, templateBytesMax, templateView, zTransactionTemplate } from './transaction-template'

const payload = { transaction_id: '1', payee: { name: 'Bookshop', id: '2' }, currency: 'EUR', amount: 12.5 }
const asked = {
  data: { type: 'urn:eudi:sca:payment:1', payload },
  required_field: 'payload',
  out_of_range: { payload: { ...payload, currency: 'EURO' } },
}
const template = readTemplate(asked)
const facts = { authorityKeyIdentifier: '', scopeAlias: null }
const bodyOf = (id: string, transactionTemplate = template): JsonObject =>
  presetById(id)?.body({ ...facts, transactionTemplate }) ?? {}
const entryOf = (body: JsonObject): unknown => (Array.isArray(body.transaction_data) ? body.transaction_data[0] : null)

/** The JSON pointer with which a template is refused. */
function pointerOf(wrong: unknown): unknown {
  try {
    readTemplate(zTransactionTemplate.parse(wrong))
  } catch (error) {
    return error instanceof ProtocolError ? error.members.pointer : error
  }
  return null
}

describe('the transaction of a campaign', () => {
  it('is read as it was sent, and shown so', () => {
    expect(templateView(template)).toEqual(asked)
    expect(templateView(readTemplate(paymentTemplate))).toEqual(paymentTemplate)
    const least = { data: { type: 'payment' } }
    expect(templateView(readTemplate(least))).toEqual(least)
  })

  it.each<[string, JsonObject, string]>([
    ['names credentials', { data: { ...asked.data, credential_ids: ['pid'] } }, '/data/credential_ids'],
    [
      'has hash algorithms that are none',
      { data: { ...asked.data, transaction_data_hashes_alg: 'sha-256' } },
      '/data/transaction_data_hashes_alg',
    ],
    ['requires what is not there', { ...asked, required_field: 'amount' }, '/required_field'],
    ['requires the type', { ...asked, required_field: 'type' }, '/required_field'],
    ['requires a member of every object', { ...asked, required_field: 'toString' }, '/required_field'],
    ['requires an array', { data: { type: 'a', b: [] }, required_field: 'b' }, '/required_field'],
    ['changes nothing', { ...asked, out_of_range: {} }, '/out_of_range'],
    ['changes nothing by the same value', { ...asked, out_of_range: { payload } }, '/out_of_range'],
    ['changes the type', { ...asked, out_of_range: { type: 'b' } }, '/out_of_range/type'],
    ['changes the credentials', { ...asked, out_of_range: { credential_ids: [] } }, '/out_of_range/credential_ids'],
    ['is too long', { data: { type: 'a', note: 'ä'.repeat(templateBytesMax / 2) } }, ''],
  ])('is refused where it %s', (_, wrong, pointer) => {
    expect(pointerOf(wrong)).toBe(`/transaction_template${pointer}`)
  })

  it('is long enough with all its bytes', () => {
    const rest = JSON.stringify({ data: { type: 'a', note: '' } }).length
    expect(pointerOf({ data: { type: 'a', note: 'n'.repeat(templateBytesMax - rest) } })).toBeNull()
    expect(pointerOf({ data: { type: 'a', note: 'n'.repeat(templateBytesMax - rest + 1) } })).not.toBeNull()
  })
})

describe('a preset about transactions', () => {
  const about = presets.filter(({ transaction }) => transaction !== undefined)

  it('asks for the transaction of its campaign, for the credential of its query', () => {
    expect(about).toHaveLength(11)
    for (const { id } of about) {
      const { type, payload: sent, credential_ids: ids } = entryOf(bodyOf(id)) as JsonObject
      expect([id, type, sent]).toEqual([id, asked.data.type, payload])
      // Without a query, the session asks for the card that it follows.
      const query = bodyOf(id).dcql_query as { readonly credentials: readonly JsonObject[] } | undefined
      expect(ids).toEqual(query?.credentials.map((credential) => credential.id) ?? [cardQueryId])
      expect(presetById(id)?.follows).toBe(query === undefined ? 'payments.card' : undefined)
    }
    expect(bodyOf('txn_missing_field')).toMatchObject({ transaction_required_field: 'payload' })
    expect(bodyOf('txn_value_out_of_range')).toMatchObject({ transaction_out_of_range: asked.out_of_range })
  })

  it('takes the hash algorithms of that, but where they are what it is about', () => {
    const own = { ...template, data: { ...template.data, transaction_data_hashes_alg: ['sha-384'] } }
    const algorithms = (id: string, of = template) => {
      const entry = entryOf(bodyOf(id, of))
      return isObject(entry) ? entry.transaction_data_hashes_alg : null
    }
    expect([algorithms('transaction_data'), algorithms('transaction_data', own)]).toEqual([['sha-256'], ['sha-384']])
    expect([algorithms('txn_unknown_field'), algorithms('txn_unknown_field', own)]).toEqual([['sha-256'], ['sha-384']])
    expect(algorithms('transaction_sha512_only', own)).toEqual(['sha-512'])
  })

  it('has a made-up one without it, and tells the tester to replace that', () => {
    for (const preset of about) {
      expect(entryOf(preset.body(facts))).toMatchObject({ type: 'com.example.payment' })
      expect(personWords(preset, undefined)).toContain('Replace com.example.payment')
      expect(personWords(preset, template) ?? '').not.toContain('Replace')
    }
  })

  it('says what of it is missing', () => {
    const missing = (id: string, of = undefined as Parameters<typeof missingOfTemplate>[1]) =>
      missingOfTemplate(presetById(id) ?? {}, of)
    const { data } = template
    expect([missing('transaction_data'), missing('sd_jwt_baseline')]).toEqual([null, null])
    expect([missing('txn_unknown_field'), missing('txn_unknown_field', { data })]).toEqual([
      'transaction_template',
      null,
    ])
    expect(missing('txn_missing_field', { data })).toBe('transaction_template.required_field')
    expect(missing('txn_value_out_of_range', { data })).toBe('transaction_template.out_of_range')
    expect(about.filter(({ id }) => missing(id, template) !== null)).toEqual([])
  })
})
