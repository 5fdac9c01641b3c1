import { expect, it } from 'vitest'
import { startService } from '@/lib/testing/service'
import { createNodeClient } from '@/lib/wallet/http/node-client'
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
  const task = { run: 'r', pipeline: 'p', kind: 'issuance', sessionId: 's', deeplink, txCode: null } as const
  const { broken: isStopped } = await driver.session({ ...task, signal: ending.signal })
  expect(isStopped).toBe(true)
  const { broken } = await createWalletDriver({
    ...{ baseUrl, adminKey: 'k' },
    http: async () => ({ status: 404, headers: [], body: '' }),
  }).session({ ...task, signal: new AbortController().signal })
  expect(broken).toBe(false)
})

it('a wallet that stops at a request without a word is seen to, where no person looks at it', async () => {
  const adminKey = 'an-admin-key-of-this-test'
  const { baseUrl, close } = await startService({ env: { ADMIN_API_KEY: adminKey, OPERATOR_TOKEN: 'token-of-a-test' } })
  try {
    const driver = createWalletDriver({ baseUrl, adminKey, http: createNodeClient() })
    const made = async (body: object) =>
      (
        await fetch(`${baseUrl}/openid4vp/sessions`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Api-Key': adminKey, 'X-Pipeline-Id': 'p' },
          body: JSON.stringify(body),
        })
      ).json()
    const task = { run: 'r', pipeline: 'p', kind: 'presentation', txCode: null } as const
    for (const negative_test of ['bad_signature', 'no_response_uri', 'missing_nonce']) {
      const { session_id: sessionId, deeplink } = await made({ negative_test })
      const { broken } = await driver.session({ ...task, sessionId, deeplink, signal: new AbortController().signal })
      const session = await fetch(`${baseUrl}/openid4vp/sessions/${sessionId}`, { headers: { 'X-Api-Key': adminKey } })
      expect([negative_test, broken, (await session.json()).checks.summary.verdict]).toEqual([
        negative_test,
        false,
        'pass',
      ])
    }
  } finally {
    await close()
  }
})
