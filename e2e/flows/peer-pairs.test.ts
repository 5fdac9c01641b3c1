import { describe, expect, it } from 'vitest'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** A member of the other implementation each, alone or refused with a body that makes the same. */
const members: readonly JsonRecord[] = [
  { client_id_scheme: 'x509_san_dns' },
  { client_id_scheme: 'redirect_uri' },
  { client_metadata: { logo_uri: 'https://logo.example/' } },
  { client_metadata: { jwks: null }, allow_undecryptable_response: true },
  { redirect_uri: 'https://example.com/back' },
  { redirect_uri: '{{base_url}}/openid4vp/redirect' },
  { request_mutation: { request_object: { unset: ['/nonce'] } } },
  { request_mutation: { outer_request: { set: { '/more': 'x' } } } },
  { request_behavior: { signature: 'corrupt' } },
  { request_behavior: { wallet_nonce: 'mismatch' } },
  { request_behavior: { certificate_chain: 'incomplete_chain' } },
  { response_scenario: { status: 400 } },
  { dcql_query: null },
  { request_uri_method: 'DELETE' },
  { request_delivery: 'plain' },
  { response_mode: 'dc_api.jwt' },
  { presentation_request: { client_id: 'word' } },
  { presentation_request: { aud: null } },
]

const pairs = members.flatMap((one, at) => members.slice(at).map((other) => ({ ...one, ...other })))

describe('two members of the other implementation', () => {
  const service = serviceForTests()
  const { http } = service

  it('are made, or refused at their place, and each body in their stead can be posted', async () => {
    const wrong: unknown[] = []
    let proposed = 0
    for (const body of pairs) {
      const answer = await http(jsonPost('/openid4vp/sessions', body))
      const told = answer.object()
      const errors = (told.errors ?? []) as JsonRecord[]
      const bodies = [told, ...errors].flatMap(({ instead }) => (instead === undefined ? [] : [instead as JsonRecord]))
      const places = errors.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)
      const isPlaced = errors.every(({ pointer }) =>
        Object.keys(body).some((name) => String(pointer).split('/')[1] === name),
      )
      if (![201, 400].includes(answer.status) || !isPlaced || new Set(places).size !== places.length)
        wrong.push([answer.status, body, places])
      for (const text of new Set(bodies.map((one) => JSON.stringify(one)))) {
        proposed += 1
        const made = await http(jsonPost('/openid4vp/sessions', JSON.parse(text)))
        if (made.status !== 201) wrong.push([body, JSON.parse(text), made.object().errors])
      }
    }
    expect(wrong).toEqual([])
    expect(proposed).toBeGreaterThan(20)
  })
})
