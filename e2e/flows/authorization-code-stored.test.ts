import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
let stop: () => Promise<void>
let dataDir: string
beforeAll(async () => {
  const pocketBase = await startPocketBase()
  stop = () => pocketBase.remove()
  dataDir = pocketBase.dataDir
  service = await startService({ pocketBase })
})
afterAll(async () => {
  await service.close()
  await stop()
})

describe('the authorization code flow over PocketBase', () => {
  it('spends a code once, however many requests come at once, and revokes what came from it (N58)', async () => {
    const wallet = await createHandCodeWallet(service)
    const code = await wallet.obtainCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => wallet.redeem(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
    const refused = await wallet.requestCredential({ accessToken: String(won[0]?.object().access_token) })
    expect([refused.status, refused.object().error]).toEqual([401, 'invalid_token'])
  })

  covers('A1.4')
  it('keeps the whole redirect chain in order, our own call in it', async () => {
    const wallet = await createHandCodeWallet(service)
    await wallet.redeem(await wallet.obtainCode())
    const { exchanges } = await wallet.view()
    expect(exchanges.filter(({ origin }) => origin !== 'operator').map(({ operation }) => operation)).toEqual([
      'pushAuthorizationRequest',
      'authorize',
      'authorizeChained',
      'returnFromChained',
      'requestChainedToken',
      'requestToken',
    ])
  })

  it('lets one of two browsers that come back at once have a code', async () => {
    const wallet = await createHandCodeWallet(service)
    const url = wallet.authorizeUrl(await wallet.pushed())
    const backs = await Promise.all(
      [0, 1].map(async () => {
        const chained = (await wallet.open(url)).header('location') ?? ''
        return (await wallet.open(chained)).header('location') ?? ''
      }),
    )
    const answers = await Promise.all(backs.map((back) => wallet.open(back)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
  })

  it('finds the session of a pushed request by the client that fetched its offer', async () => {
    const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
    const userAgent: [string, string] = ['User-Agent', 'wallet/stored']
    await wallet.http({ path: new URL(wallet.created.offer_url).pathname, headers: [userAgent] })
    const answer = await wallet.push({
      form: (form) => form.delete('issuer_state'),
      headers: (fields) => fields.push(userAgent),
    })
    expect(answer.status).toBe(201)
    expect((await wallet.view()).status).toBe('authorization_requested')
  })

  it('leaves no secret of the flow in a database file (N102)', async () => {
    const wallet = await createHandCodeWallet(service)
    const fields = wallet.attested()
    const pushed = await wallet.push({
      form: (form) => form.set('redirect_uri', 'https://wallet.example/cb?access_token=planted-in-redirect'),
      headers: (headers) => headers.push(...fields),
    })
    const requestUri = String(pushed.object().request_uri)
    const arrival = await wallet.browse(requestUri)
    const code = arrival.searchParams.get('code') ?? ''
    const token = await wallet.redeem(code, {
      form: (form) => form.set('redirect_uri', 'https://wallet.example/cb?access_token=planted-in-redirect'),
      headers: (headers) => headers.push(...wallet.attested()),
    })
    expect(token.status).toBe(200)
    const { access_token: accessToken, c_nonce: cNonce } = token.object()
    const secrets = [
      wallet.state,
      wallet.verifier,
      code,
      requestUri.split(':').at(-1),
      'planted-in-redirect',
      ...fields.map(([, value]) => value.split('.').at(-1)),
      String(accessToken).split('.').at(-1),
      String(cNonce),
    ]
    const names = await readdir(dataDir, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
    expect(bytes.includes(wallet.clientId)).toBe(true)
    for (const secret of secrets) expect(bytes.includes(secret ?? '')).toBe(false)
  })
})
