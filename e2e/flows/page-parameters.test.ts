import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
let http: HttpClient
const drawn: string[] = []
beforeAll(async () => {
  service = await startService({
    pages: ({ url = '' }, response) => {
      drawn.push(url)
      response.writeHead(200).end('drawn')
    },
  })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

it('a page is not drawn for more parameters than a query may have', async () => {
  for (const path of ['/ledger', '/scoreboard', '/']) {
    expect((await http({ path: `${path}?${'a=b&'.repeat(255)}a=b` })).status).toBe(200)
    const refused = await http({ path: `${path}?${'a=b&'.repeat(256)}a=b` })
    expect([refused.status, refused.object().error_description]).toEqual([400, 'A page takes at most 256 parameters.'])
  }
  expect(drawn).toHaveLength(3)
})
