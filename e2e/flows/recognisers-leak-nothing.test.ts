import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
const newWallet = () => createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
/** A wallet with a planted value in each member that is looked up. */
const plants: Readonly<
  Record<string, (wallet: HandWallet, value: string) => Promise<{ status: number; body: string }>>
> = {
  'nonce of the proof': async (wallet, value) => {
    await wallet.obtainToken()
    return wallet.requestCredential({ nonce: value })
  },
  'pre-authorized_code': (wallet, value) =>
    wallet.requestToken({ form: (form) => form.set('pre-authorized_code', value) }),
  code: (wallet, value) =>
    wallet.requestToken({
      form: (form) => {
        form.set('grant_type', 'authorization_code')
        form.set('code', value)
      },
    }),
  'a parameter with a name of its own': (wallet, value) =>
    wallet.requestToken({
      form: (form) => {
        form.delete('pre-authorized_code')
        form.set('preAuthCode', value)
      },
    }),
}

describe('a value of somebody else', () => {
  it.each(Object.entries(plants))('gets the same answer, whether it lives or not: as %s', async (_name, plant) => {
    const victim = await newWallet()
    const answers = new Set<string>()
    const told = new Set<string>()
    const dead = await victim.obtainToken()
    const living = await (await newWallet()).obtainToken()
    for (const value of [dead, living, `${living.slice(0, -4)}AAAA`]) {
      const stranger = await newWallet()
      const { status, body } = await plant(stranger, value)
      answers.add(`${status} ${body}`)
      const { cause } = await stranger.view()
      if (value !== dead && value !== living) continue
      told.add(`${cause?.reason} ${cause?.sentence}`)
    }
    expect([...answers]).toHaveLength(1)
    expect([...told]).toHaveLength(1)
  })

  it('is told by its kind, never with its session, issuer or time', async () => {
    const token = await (await newWallet()).obtainToken()
    const stranger = await newWallet()
    await plants['nonce of the proof']?.(stranger, token)
    expect((await stranger.view()).cause?.sentence).toBe(
      'The nonce of the proof is an access token of another session.',
    )
  })
})

describe('a planted value', () => {
  it('is found in no answer, storage, log or report', async () => {
    const owner = await newWallet()
    const token = await owner.obtainToken()
    const secret = token.split('.')[2] ?? ''
    expect(secret.length).toBeGreaterThan(40)
    const answers: string[] = []
    for (const plant of Object.values(plants)) {
      const stranger = await newWallet()
      answers.push((await plant(stranger, token)).body)
      const id = stranger.created.session_id
      for (const path of [
        `/sessions/${id}`,
        `/sessions/${id}/report?format=junit`,
        `/sessions/${id}/report?format=html`,
        `/sessions/${id}/report?format=markdown`,
        `/sessions/${id}/report?format=har`,
      ])
        answers.push((await stranger.http({ path })).body)
    }
    for (const answer of answers) expect(answer).not.toContain(secret)
    const { store } = service.container.ports
    const stored = JSON.stringify(await store.ledger(200))
    expect(stored).not.toContain(secret)
    expect(stored).toContain('another session')
    const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    )
    for (const file of files) expect(String(await readFile(`${file.parentPath}/${file.name}`))).not.toContain(secret)
  })
})
