import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { type FixedWorld, openFixedWorld } from './fixed-world'

let world: FixedWorld
beforeEach(async () => {
  world = await openFixedWorld()
})
afterEach(() => world.close())

const claims = [{ path: ['family_name'] }]
const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }
/** An empty body, and each member that the requirements name. */
const bodies: readonly JsonObject[] = [
  {},
  { scheme: 'haip-vp://' },
  { request_uri_method: 'post' },
  { request_delivery: 'by_value' },
  { response_type: 'vp_token id_token' },
  { response_type: 'code' },
  { response_mode: 'direct_post' },
  { presentation_request: { purpose: 'Test', dcql_query: { credentials: [pid] } } },
  { dcql_query: { credentials: [pid] } },
  { scopes: ['org.example.unknown'], dcql_query: { credentials: [pid] } },
  { transaction_data: ['eyJ0eXBlIjoiYSIsImNyZWRlbnRpYWxfaWRzIjpbInBpZCJdfQ'], dcql_query: { credentials: [pid] } },
  { verifier_info: [{ format: 'jwt', data: 'eyJhbGciOiJFUzI1NiJ9.e30.AA' }] },
]

const decoded = (part = ''): JsonObject => JSON.parse(Buffer.from(part, 'base64url').toString())

/** A request object without random content: its keys and certificates, and what is derived from these. */
function written(compact: string): string {
  const [head, body] = compact.split('.').slice(0, 2).map(decoded)
  const { x5c, ...header } = head ?? {}
  const text = JSON.stringify([{ ...header, x5c: Array.isArray(x5c) ? x5c.length : x5c }, body])
  return text
    .replaceAll(/"(x|y|kid|nonce|state)":"[\w-]+"/g, '"$1":"drawn"')
    .replaceAll(/x509_hash:[\w-]{43}/g, 'x509_hash:drawn')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'drawn')
}

it('a request without a member of trust is what it was before there was any', async () => {
  const texts: string[] = []
  for (const body of bodies) {
    const created = await world.http({
      method: 'POST',
      path: '/openid4vp/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
    expect(created.status, created.body).toBe(201)
    const { session_id: id, deeplink } = created.object() as { session_id: string; deeplink: string }
    const request = new URL(deeplink).searchParams.get('request')
    const isPost = body.request_uri_method === 'post'
    const fetched = await world.http({
      method: isPost ? 'POST' : 'GET',
      path: `/openid4vp/sessions/${id}/request`,
      headers: isPost ? [['Content-Type', 'application/x-www-form-urlencoded']] : [],
    })
    expect(request !== null || fetched.status === 200, fetched.body).toBe(true)
    texts.push(`${JSON.stringify(body)}\n${written(request ?? fetched.body)}\n`)
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('requests.txt')
})
