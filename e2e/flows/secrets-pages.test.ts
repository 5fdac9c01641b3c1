import { afterAll, beforeAll, expect, it } from 'vitest'
import { endStarts, ready, type Start, started } from '@/lib/testing/npm-start'
import { findSecrets, type Place } from '@/lib/testing/search-secrets'
import { secretsOf } from '@/lib/testing/wallet-secrets'
import { runIssuance } from '@/lib/wallet/issuance/run-issuance'
import type { WalletProfile } from '@/lib/wallet/issuance/settings'

/**
 * What a wallet sent as a secret is on no page: not in the document, and not in the data from which the browser draws it
 * again. The offer of a session shows its code on purpose, and on the pages of that session alone.
 */
const pid = 'urn:eu.europa.ec.eudi:pid:1'
const ways: readonly (readonly [
  what: string,
  session: object,
  run: { profile?: Partial<WalletProfile>; misbehave?: string },
])[] = [
  ['code flow with attestation', { flow: 'authorization_code' }, { profile: { clientAuthentication: 'attestation' } }],
  [
    'encrypted mdoc',
    { credential_configuration_id: `${pid}.mdoc.key-attestation-required` },
    { profile: { encrypt: true } },
  ],
  ['attestation proof', {}, { profile: { proof: 'attestation', attestedKeys: 2 } }],
  ['refused proof', { issuer_configuration_id: 'eu-pid-jwt-proof-only' }, { misbehave: 'vci.proof.jwt.aud' }],
]

let service: Start
beforeAll(async () => {
  service = await started({ SESSION_RATE_LIMIT: '0' })
  await ready(service)
})
afterAll(endStarts, 60_000)

const tabs = ['request', 'response', 'decoded']

/** A page as document, and as what Next sends when it is drawn again. */
async function read(path: string): Promise<Place[]> {
  const document = await fetch(service.origin + path)
  const data = await fetch(service.origin + path, { headers: { RSC: '1' } })
  expect([document.status, data.status]).toEqual([200, 200])
  expect(data.headers.get('content-type')).toContain('text/x-component')
  return [
    { name: path, bytes: Buffer.from(await document.arrayBuffer()) },
    { name: `${path} as data`, bytes: Buffer.from(await data.arrayBuffer()) },
  ]
}

it.each(ways)(
  'no page shows a secret of a wallet: %s',
  async (what, session, options) => {
    const made = await fetch(`${service.origin}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flow: 'pre_authorized_code', ...session }),
    })
    const created = await made.json()
    const run = await runIssuance({ deeplink: created.deeplink, ...options })
    expect(run.outcome).toBe(options.misbehave === undefined ? 'credential_stored' : 'refused_by_issuer')
    const secrets = secretsOf(run, what)
    expect(secrets.size).toBeGreaterThan(20)

    const inspector = `/inspect/issuance/${created.session_id}`
    const { exchanges } = await (await fetch(`${service.origin}/sessions/${created.session_id}`)).json()
    const pages: Place[] = []
    for (const { id } of exchanges)
      for (const tab of tabs) pages.push(...(await read(`${inspector}?exchange=${id}&tab=${tab}`)))
    pages.push(...(await read(`${inspector}?all=1`)))
    const isOffer = (name: string) => name.includes('pre-authorized_code')
    const beyondOffer = new Map([...secrets].filter(([name]) => !isOffer(name)))
    // The code is one value, whatever name it was sent under.
    for (const [name, value] of secrets)
      if (isOffer(name)) for (const [other, same] of beyondOffer) if (same === value) beyondOffer.delete(other)
    expect(findSecrets(pages, beyondOffer)).toEqual([])
    expect(findSecrets(await read('/ledger'), secrets)).toEqual([])
    // The search finds what is there.
    const shown = new Map([['the session', String(created.session_id)]])
    expect(new Set(findSecrets(pages, shown).map(({ place }) => place)).size).toBe(pages.length)
  },
  180_000,
)
