import { describe, expect, it } from 'vitest'
import type { CborItem } from '../cbor/cbor-item'
import { type FormKey, forms } from './forms'
import { formReasons, whatForm } from './what-form'

const part = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const jws = `${part({ alg: 'ES256' })}.${part({ iss: 'x' })}.${'A'.repeat(86)}`
const jwe = `${part({ alg: 'ECDH-ES', enc: 'A128GCM' })}..${part('iv')}.${part('text')}.${part('tag')}`
const encoded = new Uint8Array()
const item = {
  text: (value: string): CborItem => ({ kind: 'text', value, encoded }),
  integer: (value: number): CborItem => ({ kind: 'integer', value, encoded }),
  bytes: { kind: 'bytes', value: encoded, encoded } satisfies CborItem,
  array: (...items: readonly CborItem[]): CborItem => ({ kind: 'array', items, encoded }),
  map: (...entries: readonly (readonly [CborItem, CborItem])[]): CborItem => ({ kind: 'map', entries, encoded }),
}

const examples: Readonly<Record<FormKey, { readonly has: unknown; readonly lacks: unknown }>> = {
  json_for_form: { has: '{"a":1}', lacks: 'a=1' },
  form_for_json: { has: 'a=1&b=2', lacks: '{"a":"b=1"}' },
  json_in_json: { has: '"{\\"a\\":1}"', lacks: '{"a":1}' },
  json_text: { has: '{"a":1}', lacks: 'text' },
  percent_twice: { has: '%7B%22a%22', lacks: '{"a":1}' },
  encoded_twice: { has: part(part('some longer text')), lacks: part('some longer text') },
  base64_json: { has: part('{"a":1}'), lacks: part('text') },
  hexadecimal: { has: '00ff'.repeat(4), lacks: 'xyz' },
  pem: { has: '-----BEGIN CERTIFICATE-----\nx', lacks: 'MIIB' },
  json_for_cbor: { has: '{"documents":[]}', lacks: 'o2d2' },
  signed_not_encrypted: { has: jws, lacks: jwe },
  encrypted_not_signed: { has: jwe, lacks: jws },
  json_serialisation: { has: { ciphertext: 'x' }, lacks: jwe },
  plain_json: { has: '{"vp_token":{}}', lacks: jwe },
  embedded_response: { has: { kind: 'tag', tag: 24, content: item.text('x'), encoded }, lacks: item.map() },
  array_of_documents: {
    has: item.array(item.map([item.text('issuerSigned'), item.map()])),
    lacks: item.array(item.map()),
  },
  document: {
    has: item.map([item.text('docType'), item.text('x')], [item.text('issuerSigned'), item.map()]),
    lacks: item.map([item.text('docType'), item.text('x')]),
  },
  issuer_signed: { has: item.map([item.text('issuerAuth'), item.array()]), lacks: item.map() },
  issuer_auth: {
    has: item.array(item.bytes, item.map(), item.bytes, item.bytes),
    lacks: item.array(item.bytes, item.map(), item.bytes),
  },
  security_object: { has: item.map([item.text('valueDigests'), item.map()]), lacks: item.map() },
  array_of_one: { has: [{}], lacks: {} },
  presentation_alone: { has: `${jws}~`, lacks: 'text' },
}

describe('whatForm', () => {
  it.each(Object.entries(examples))('knows %s', (key, { has, lacks }) => {
    expect(whatForm(has, [key as FormKey])).toBe(key)
    expect(whatForm(lacks, [key as FormKey])).toBeNull()
  })

  it('takes the first form of those that a check looks for', () => {
    expect(whatForm('"{\\"a\\":1}"', ['json_in_json', 'json_text'])).toBe('json_in_json')
    expect(whatForm(jws, ['json_in_json', 'signed_not_encrypted', 'presentation_alone'])).toBe('signed_not_encrypted')
  })

  it('takes no type alone for a draft', () => {
    for (const value of ['text', '', 7, null, [], ['x'], {}, '"{}"', '{}'])
      expect(whatForm(value, ['presentation_alone'])).toBeNull()
  })

  it('leaves alone what is too long, too deep or too large', () => {
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)
    for (const value of [`"${'x'.repeat(256 * 1024)}"`, deep, Array.from({ length: 3000 }, () => 1)])
      expect(whatForm(value, Object.keys(forms) as FormKey[])).toBeNull()
  })

  it('gives each form the words of a reason', () => {
    expect(formReasons('vp_token', ['json_in_json'])).toEqual({
      json_in_json: {
        says: 'The vp_token is encoded twice: a JSON text in a JSON text',
        fix: 'Encode the vp_token as JSON once.',
      },
    })
    expect(formReasons('vp_token', ['presentation_alone']).presentation_alone.draft).toContain('before 1.0')
  })
})
