import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPocketBaseClient } from '@/lib/adapters/pocketbase/client/client'
import { readRecords } from '@/lib/testing/expect-whole-evidence'
import { makeOwnCertificate, type OwnCertificateSample } from '@/lib/testing/own-certificate'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { readPlaces } from '@/lib/testing/read-places'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { findSecrets, type Place } from '@/lib/wallet/secrets/wallet-secrets'

/**
 * The private key of a tester's access certificate is found nowhere afterwards, in whatever form it came and whether it
 * was accepted or refused: not in the database, a log, a read-back, a report or the ledger. It is stored sealed, and
 * deleted a day after its session.
 */
let pocketBase: TestPocketBase
let web: WebProcess
let own: OwnCertificateSample
const printed: Buffer[] = []
const secrets = new Map<string, string>()
const sessions: string[] = []
const visible = `visible-${Math.random().toString(36).slice(2)}`

beforeAll(async () => {
  const onOutput = (chunk: Buffer): void => void printed.push(chunk)
  pocketBase = await startPocketBase({ onOutput })
  web = await startWebProcess({ pocketBase, onOutput, env: { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' } })
  own = await makeOwnCertificate()
})
afterAll(async () => {
  await web.remove()
  await pocketBase.remove()
})

/** Both halves accept such a key. */
const halves = ['/openid4vp/sessions', '/sessions'] as const

const post = async (
  half: (typeof halves)[number],
  body: object,
): Promise<{ status: number; session_id?: string; issuer_identifier?: string }> => {
  const note = half === '/sessions' ? { name: visible } : { presentation_request: { note: visible } }
  const answer = await fetch(`${web.baseUrl}${half}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...note, ...body }),
  })
  const text = await answer.text()
  answers.push(text)
  return { ...JSON.parse(text), status: answer.status }
}
const answers: string[] = []

/** Every form of a key, each a secret. */
function formsOf({ key, privateKey }: OwnCertificateSample): readonly (string | object)[] {
  const jwk = key.export({ format: 'jwk' })
  secrets.set('d', String(jwk.d))
  const sec1 = key.export({ type: 'sec1', format: 'pem' }).toString()
  // The last lines contain only the public key, which the request shows in its certificate.
  const [, ...pkcs8Lines] = privateKey.split('\n').slice(0, 3)
  const [, sec1Line = ''] = sec1.split('\n')
  for (const [index, line] of [...pkcs8Lines, sec1Line].entries()) secrets.set(`line ${index} of the key`, line)
  secrets.set('d in hex', Buffer.from(String(jwk.d), 'base64url').toString('hex'))
  return [privateKey, jwk, { ...jwk, kid: 'mine', use: 'sig' }, sec1, privateKey.replaceAll('\n', '\r\n')]
}

/** Issuer metadata, which their certificates sign. */
const metadata: string[] = []
const signed = { Accept: 'application/jwt' }
const reports = ['json', 'junit', 'md', 'html', 'har']

async function placesRead(): Promise<Place[]> {
  const places: Place[] = [
    { name: 'logs', bytes: Buffer.concat(printed) },
    { name: 'answers', bytes: Buffer.from(answers.join()) },
  ]
  const paths = sessions.flatMap((path) =>
    ['', '/events', ...reports.map((format) => `/report?format=${format}`), '/request', '/deeplink'].map(
      (end) => `${path}${end}`,
    ),
  )
  for (const path of [...metadata, ...paths, '/openid4vp/requests', '/requests']) {
    const answer = await fetch(`${web.baseUrl}${path}`, metadata.includes(path) ? { headers: signed } : {})
    expect(answer.status).toBeLessThan(500)
    places.push({ name: path.replace(/[0-9a-f-]{36}/, '{id}'), bytes: Buffer.from(await answer.text()) })
  }
  return places
}

it('is nowhere, in whatever form it came, and gone a day after the session', async () => {
  for (const private_key of formsOf(own)) {
    const access_certificate = { chain: own.chain, private_key }
    const other = await makeOwnCertificate()
    for (const half of halves) {
      const taken = await post(half, { trust_framework: 'eu', access_certificate })
      expect(taken.status).toBe(201)
      sessions.push(`${half}/${taken.session_id}`)
      if (taken.issuer_identifier !== undefined)
        metadata.push(`/.well-known/openid-credential-issuer${new URL(taken.issuer_identifier).pathname}`)
    }
    for (const wrong of [
      { access_certificate: { chain: other.chain, private_key } },
      { access_certificate: { chain: 'x', private_key } },
      { access_certificate: { chain: own.chain, private_key: [private_key] } },
      { access_certificate: { chain: private_key, private_key: own.chain } },
      { access_certificate: private_key },
      { access_certificate, negative_test: 'no_such', fault: 'no_such' },
      { access_certificate, trust_identity: 'none' },
    ])
      for (const half of halves) expect((await post(half, wrong)).status).toBe(400)
  }
  const places = [...(await placesRead()), ...(await readPlaces(pocketBase.dataDir))]
  const seen = findSecrets(places, new Map([['visible on purpose', visible]])).map(({ place }) => place)
  expect(seen).toEqual(expect.arrayContaining(['/openid4vp/sessions/{id}', '/sessions/{id}', 'data.db-wal']))
  expect(findSecrets(places, secrets).map(({ place, secret, form }) => `${secret} is in ${place} ${form}`)).toEqual([])

  const sealed = async (): Promise<string[]> =>
    (await readRecords(pocketBase, 'sessions')).map(({ sealed_access_key }) => String(sealed_access_key))
  expect((await sealed()).filter((text) => text.length > 100)).toHaveLength(sessions.length)
  const client = createPocketBaseClient({
    url: pocketBase.url,
    credentials: { adminFile: pocketBase.adminFile },
    timeoutMillis: 30_000,
  })
  try {
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().replace('T', ' ')
    const body = { sessionsBefore: null, valuesBefore: '2000-01-01 00:00:00.000Z', keysBefore: inTwoDays, limit: 100 }
    await client.call('/api/internal/evidence/purge', { method: 'POST', body })
  } finally {
    client.close()
  }
  expect((await sealed()).filter((text) => text !== '')).toEqual([])
})

it('is a key that the search would find', () => {
  const text = own.key.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(createPrivateKey(text).type).toBe('private')
  expect(findSecrets([{ name: 'x', bytes: Buffer.from(text) }], secrets)).not.toEqual([])
})
