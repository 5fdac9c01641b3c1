import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Whatever is sent in place of a form has no pairs, so all of it is a name. Findings name parameters that nobody knows. */
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService()
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const texts = [
  JSON.stringify({ credentials: [{ code: { a: [{ b: 'marigold' }] } }] }),
  JSON.stringify({ note: JSON.stringify({ client_secret: 'marigold' }) }),
  JSON.stringify([{ name: 'code', value: 'marigold' }]),
  '<x><code>marigold</code></x>',
  'code: marigold\n',
]

it.each(texts)('no finding repeats the value in %s', async (text) => {
  const created = await post('/sessions', 'application/json', JSON.stringify({ flow: 'authorization_code' }))
  const { session_id: id, issuer_configuration_id: issuer } = created.object()
  const offer = await http({ path: `/sessions/${String(id)}/offer` })
  const state = /"issuer_state":\s*"([^"]+)"/.exec(offer.body)?.[1] ?? ''
  const name = encodeURIComponent(text)
  const par = `/issuers/${String(issuer)}/par`
  await post(par, 'text/plain', text)
  const token = par.replace('/par', '/token')
  for (const path of [par, token])
    await post(`${path}?${name}=x`, 'application/x-www-form-urlencoded', `issuer_state=${state}&${name}=x&${name}=y`)
  await post(par, 'application/x-www-form-urlencoded', `issuer_state=${state}&${name}=x`)
  await http({ path: `/issuers/${String(issuer)}/authorize?issuer_state=${state}&${name}=x` })
  const { body } = await http({ path: `/sessions/${String(id)}` })
  expect(body).toContain(`a name of ${text.length} characters`)
  expect(body).not.toContain('marigold')
})

const post = (path: string, type: string, body: string) =>
  http({ method: 'POST', path, headers: [['Content-Type', type]], body })
