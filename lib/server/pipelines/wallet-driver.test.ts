import { expect, it } from 'vitest'
import { createWalletDriver } from './wallet-driver'

const baseUrl = 'https://capture.example.org'
const offer = encodeURIComponent(
  JSON.stringify({ credential_issuer: `${baseUrl}/issuers/x`, credential_configuration_ids: ['x'], grants: {} }),
)

it('a wallet that was stopped with its worker has not left by itself', async () => {
  const ending = new AbortController()
  const driver = createWalletDriver({
    ...{ baseUrl, adminKey: 'k' },
    // The worker stops while the service answers, and what it answers stops the wallet too.
    http: async () => {
      ending.abort()
      return { status: 404, headers: [], body: '' }
    },
  })
  const deeplink = `openid-credential-offer://?credential_offer=${offer}`
  const task = { run: 'r', pipeline: 'p', kind: 'issuance', deeplink, txCode: null } as const
  const { broken: isStopped } = await driver.session({ ...task, signal: ending.signal })
  expect(isStopped).toBe(true)
  const { broken } = await createWalletDriver({
    ...{ baseUrl, adminKey: 'k' },
    http: async () => ({ status: 404, headers: [], body: '' }),
  }).session({ ...task, signal: new AbortController().signal })
  expect(broken).toBe(false)
})
