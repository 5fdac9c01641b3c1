import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import { jsonPost } from '@/lib/testing/http-client'
import { openWorkbench } from '@/lib/testing/open-workbench'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { readJws } from '@/lib/wallet/jose/jws'

/** The code of a workbench names a certificate, and ends with it. */
const service = serviceForTests({})
const { http } = service

interface Asking {
  readonly client_id: string
  readonly deeplink: string
  readonly code_ends_at: string | null
}
const askingOf = async (id: string) =>
  (await http({ path: `/workbenches/${id}` })).object().presentation as unknown as Asking
const scan = (door: string) => http({ path: `/d/${door}/request`, headers: [['User-Agent', 'a wallet']] })

describe('a code that asks for a presentation', () => {
  it('is another one on the page of its workbench, once the certificate that it named has expired', async () => {
    const expired = `x509_hash:${'A'.repeat(43)}`
    const { id, door, sessions } = await openWorkbench(service, { clientId: expired })
    const refused = await scan(door)
    expectError(refused, 404, 'workbench_not_found')
    expect(refused.object().error_description).toBe(
      'This code has ended: scan the new one on the page of its workbench.',
    )
    expect(await sessions()).toEqual([])
    // The offer names no certificate.
    expect((await http({ path: `/d/${door}/offer` })).status).toBe(200)

    const { client_id: clientId, deeplink } = await askingOf(id)
    expect(clientId).toMatch(/^x509_hash:/)
    expect(clientId).not.toBe(expired)
    expect(deeplink).toContain(encodeURIComponent(clientId))
    const served = await scan(door)
    expect(readJws(served.body)?.claims).toMatchObject({ client_id: clientId })
    expect((await askingOf(id)).deeplink).toBe(deeplink)
  })

  it('says a week before that it ends, and not earlier', async () => {
    const [leaf = ''] = service.container.ports.verifierKeys.requestSigner.x5c
    const end = Date.parse(new X509Certificate(Buffer.from(leaf, 'base64')).validTo)
    const open = async () =>
      (await http(jsonPost('/workbenches', {}))).object() as unknown as {
        readonly workbench_id: string
        readonly presentation: Asking
      }
    const week = 7 * 86_400
    service.advance((end - service.now()) / 1000 - week - 60)
    const { workbench_id: id, presentation } = await open()
    expect(presentation.code_ends_at).toBeNull()
    service.advance(120)
    expect((await askingOf(id)).code_ends_at).toBe(new Date(end).toISOString())
    // A process that is not restarted has no other certificate.
    service.advance(week)
    expect(await askingOf(id)).toMatchObject({ code_ends_at: null, client_id: presentation.client_id })
  })
})
