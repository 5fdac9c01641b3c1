import { type APIRequestContext, expect, test } from '@playwright/test'
import { findSecrets, type Place } from '@/lib/testing/search-secrets'
import { secretsOf } from '@/lib/testing/wallet-secrets'
import { runIssuance } from '@/lib/wallet/issuance/run-issuance'
import type { WalletProfile } from '@/lib/wallet/issuance/settings'
import { inspector } from './support/sessions'

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
const tabs = ['request', 'response', 'decoded']

/** A page as document, and as what Next sends when it is drawn again. */
async function read(request: APIRequestContext, path: string): Promise<Place[]> {
  const document = await request.get(path)
  const data = await request.get(path, { headers: { RSC: '1' } })
  expect([document.status(), data.status()]).toEqual([200, 200])
  expect(data.headers()['content-type']).toContain('text/x-component')
  return [
    { name: path, bytes: await document.body() },
    { name: `${path} as data`, bytes: await data.body() },
  ]
}

for (const [what, session, options] of ways)
  test(`no page shows a secret of a wallet: ${what}`, async ({ request }) => {
    test.setTimeout(180_000)
    const created = await (
      await request.post('/sessions', { data: { flow: 'pre_authorized_code', ...session } })
    ).json()
    const run = await runIssuance({ deeplink: created.deeplink, ...options })
    expect(run.outcome).toBe(options.misbehave === undefined ? 'credential_stored' : 'refused_by_issuer')
    const secrets = secretsOf(run, what)
    expect(secrets.size).toBeGreaterThan(20)

    const { exchanges } = await (await request.get(`/sessions/${created.session_id}`)).json()
    const pages: Place[] = []
    for (const { id } of exchanges)
      for (const tab of tabs)
        pages.push(...(await read(request, `${inspector(created.session_id)}?exchange=${id}&tab=${tab}`)))
    pages.push(...(await read(request, `${inspector(created.session_id)}?all=1`)))
    const isOffer = (name: string) => name.includes('pre-authorized_code')
    const beyondOffer = new Map([...secrets].filter(([name]) => !isOffer(name)))
    // The code is one value, whatever name it was sent under.
    for (const [name, value] of secrets)
      if (isOffer(name)) for (const [other, same] of beyondOffer) if (same === value) beyondOffer.delete(other)
    expect(findSecrets(pages, beyondOffer)).toEqual([])
    expect(findSecrets(await read(request, '/ledger'), secrets)).toEqual([])
    // The search finds what is there.
    const shown = new Map([['the session', String(created.session_id)]])
    expect(new Set(findSecrets(pages, shown).map(({ place }) => place)).size).toBe(pages.length)
  })
