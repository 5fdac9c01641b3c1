import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { JwtDraft } from '@/lib/wallet/jose/jws'

const service = serviceForTests()

const day = 86_400

const open = (body: JsonRecord = { trust_framework: 'eu' }) => createHandCodeWallet(service, body)

/** A status that the wallet provider keeps for 40 days. */
const kept = (idx: number, uri: string) => ({
  status: { status_list: { idx, uri } },
  exp: Math.floor(service.now() / 1000) + 40 * 86_400,
})

/** Pushes a request whose attestation has this status entry. */
async function show(wallet: HandCodeWallet, idx: number, uri = 'https://provider.example/status/of-units') {
  const answer = await wallet.push({
    headers: (fields) =>
      fields.push(
        ...wallet.attested(({ claims }) => {
          claims.client_status = kept(idx, uri)
        }),
      ),
  })
  expect(answer.status, answer.body).toBe(201)
}

/** What a check said of each request, oldest first. */
const said = async (wallet: HandCodeWallet, id: string) =>
  (await service.container.ports.store.exchanges(sessionId(wallet.created.session_id))).flatMap(({ findings }) =>
    findings.filter((one) => one.id === id),
  )

const notShared = 'vci.wallet_attestation.status_not_shared'

it('a status entry may come again at its issuer, and at no other', async () => {
  const [first, second, shared] = [await open(), await open(), await open({})]
  for (const wallet of [first, first, second, second, first]) await show(wallet, 4711)
  expect((await said(first, notShared)).map(({ status }) => status)).toEqual(['pass', 'pass', 'fail'])
  const seen = await said(second, notShared)
  expect(seen.map(({ status, rejected }) => [status, rejected])).toEqual([
    ['fail', false],
    ['fail', false],
  ])
  expect(seen[0]?.actual).toEqual({ seen_at: 'an issuer that another session has for itself' })
  // Another index of the list, and another list, are other entries.
  await show(second, 4712)
  await show(second, 4711, 'https://provider.example/status/others')
  expect((await said(second, notShared)).slice(2).map(({ status }) => status)).toEqual(['pass', 'pass'])
  // A fixed issuer judges nothing of TS3, and counts as another issuer.
  await show(shared, 4713)
  expect(await said(shared, notShared)).toEqual([])
  await show(second, 4713)
  expect((await said(second, notShared)).at(-1)).toMatchObject({
    status: 'fail',
    actual: { seen_at: 'eu-pid-device-bound' },
  })
})

it.each([
  // The end of the one status, of the other, one that comes too soon, and none.
  [{ client: 2 * day }, 2 * day - 1],
  [{ client: 12 * day, keys: day }, day - 1],
  [{ client: 10, keys: day }, 60],
  [{}, null],
])(
  'a credential ends before the statuses that were shown: %j',
  async (ahead: { client?: number; keys?: number }, left) => {
    const wallet = await createHandCodeWallet(service, { flow: 'pre_authorized_code', trust_framework: 'eu' })
    const now = Math.floor(service.now() / 1000)
    const change =
      (claim: string, seconds: number | undefined) =>
      ({ claims }: JwtDraft) => {
        if (seconds !== undefined)
          claims[claim] = { ...kept(1, 'https://provider.example/status/x'), exp: now + seconds }
      }
    const headers = (fields: [string, string][]) =>
      void fields.push(...wallet.attested(change('client_status', ahead.client)))
    const accessToken = String((await wallet.requestToken({ headers })).object().access_token)
    const keyAttestation = change('key_storage_status', ahead.keys)
    const answer = await wallet.requestCredential({ accessToken, keyAttestation })
    expect(answer.status, answer.body).toBe(200)
    const [first] = answer.object().credentials as { credential: string }[]
    const lives = Number(decodeJwt(first?.credential.split('~')[0] ?? '').exp) - now
    // Requests take time; what is asked for counts from the start of the day.
    expect(lives).toBeGreaterThanOrEqual(left ?? 13 * day)
    expect(lives).toBeLessThanOrEqual(left === null ? 14 * day : left === 60 ? 120 : left)
  },
)

const usedOnce = 'vci.key_attestation.used_once'

it('a key attestation counts as used once its request was granted', async () => {
  const first = await createHandCodeWallet(service, { flow: 'pre_authorized_code', trust_framework: 'eu' })
  const accessToken = String((await first.requestToken()).object().access_token)
  const refused = await first.requestCredential({ accessToken, proof: ({ claims }) => delete claims.aud })
  expect(refused.status).toBe(400)
  expect((await first.requestCredential({ accessToken })).status).toBe(200)
  expect((await first.requestCredential({ accessToken })).status).toBe(200)
  expect((await said(first, usedOnce)).map(({ status, cause }) => [status, cause ?? null])).toEqual([
    ['pass', null],
    ['pass', null],
    ['fail', 'An attested key was in an earlier key attestation'],
  ])
})
