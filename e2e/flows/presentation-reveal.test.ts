import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PresentationSessionView } from '@/lib/core/evidence/presentation/presentation-types'
import { sessionId } from '@/lib/core/ids'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/presentation/obtain-credential'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/held-credential'

const services: TestService[] = []
let closed: TestService
let open: TestService
let own: HeldCredential
let foreign: HeldCredential
beforeAll(async () => {
  closed = await startService()
  open = await startService({ env: { ALLOW_REVEAL_FOREIGN: 'on' } })
  services.push(closed, open)
  const issued = await obtainCredential({ origin: closed.baseUrl, http: createNodeClient() })
  own = issued.credentials[0] as HeldCredential
  foreign = await holdCredential(await createCredentialMaker(Date.now()), {
    payload: {
      family_name: 'Otter-Unverwechselbar',
      address: { locality: 'Bologna', country: 'IT', email: 'otter@unverwechselbar.example' },
    },
  })
})
afterAll(async () => {
  for (const service of services) await service.close()
})

const claims = [{ path: ['family_name'] }, { path: ['address', 'locality'] }]
const dcql_query = {
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }],
}

/** Presents a credential; returns everything on record about the session, and the values that were shown. */
async function present(service: TestService, credential: HeldCredential, body: JsonObject, spoil = false) {
  const presenter = await createHandPresenter(service, credential, { dcql_query, ...body })
  const presentation = presenter.present({
    finish: (compact) =>
      spoil ? compact.replace(/\.([^.~]*)~/, (_all, tail: string) => `.${spoilt(tail)}~`) : compact,
  })
  await presenter.answer({ ...presenter.payload(), vp_token: { pid: [presentation] } })
  const session: PresentationSessionView = await presenter.view()
  const { store } = service.container.ports
  const id = sessionId(session.session_id)
  const stored = JSON.stringify([session, await store.exchanges(id), await store.events(id)])
  const [first] = session.observed.presentations
  const disclosures =
    (first?.decoded as { disclosures: { name: string; value: unknown }[] } | undefined)?.disclosures ?? []
  const shown = Object.fromEntries(disclosures.map(({ name, value }) => [name, value]))
  return { session, stored, shown, presentation }
}

/** Another signature of the same length. */
const spoilt = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`

/** Values as the credential contains them, with the salts and the encoded texts that carry them. */
function secretsOf({ raw }: HeldCredential) {
  const disclosures = raw.split('~').slice(1, -1)
  const decoded = disclosures.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[])
  return {
    familyName: String(decoded.find(([, name]) => name === 'family_name')?.[2]),
    hidden: [...disclosures, ...decoded.map(([salt]) => String(salt)), raw.split('~')[0]?.split('.')[2] ?? ''],
  }
}

const masked = { redacted: true }

describe('values of disclosed claims', () => {
  it('are shown where the session asks for them and the credential was issued here, without salts and tokens', async () => {
    const { familyName, hidden } = secretsOf(own)
    const { shown, stored, session, presentation } = await present(closed, own, { reveal_claims: true })
    expect(shown.family_name).toBe(familyName)
    expect(session.options).toMatchObject({ reveal_claims: true })
    for (const secret of [...hidden, presentation.split('.').at(-1) ?? '']) expect(stored).not.toContain(secret)
    expect(JSON.stringify(session.checks)).not.toContain(familyName)
  })

  it('are nowhere in storage where the session does not ask for them', async () => {
    const { familyName } = secretsOf(own)
    for (const body of [{}, { reveal_claims: false }]) {
      const { shown, stored } = await present(closed, own, body)
      expect(shown.family_name).toMatchObject(masked)
      expect(stored).not.toContain(familyName)
    }
  })

  it('are never shown of a credential whose signature does not hold', async () => {
    const { familyName } = secretsOf(own)
    const { stored } = await present(closed, own, { reveal_claims: true }, true)
    expect(stored).not.toContain(familyName)
  })

  it('of other issuers are shown only where the operator allows it, and those that name one person never', async () => {
    const asked = { reveal_claims: true }
    const kept = await present(closed, foreign, asked)
    expect(kept.shown.family_name).toMatchObject(masked)
    expect(kept.stored).not.toContain('Unverwechselbar')

    const allowed = await present(open, foreign, asked)
    expect(allowed.shown.family_name).toBe('Otter-Unverwechselbar')
    expect(allowed.shown).toMatchObject({ locality: 'Bologna', address: { email: masked } })
    expect(allowed.stored).not.toContain('otter@unverwechselbar.example')
    expect((await present(open, foreign, {})).stored).not.toContain('Unverwechselbar')
  })
})

it('the status of a credential is accepted as a question, and said not to be fetched', async () => {
  const presenter = await createHandPresenter(closed, own, { dcql_query, check_status: true })
  await presenter.answer(presenter.payload())
  const session = await presenter.view()
  expect(session.options).toMatchObject({ check_status: true })
  const created = session.events.find(({ type }) => type === 'vp_session_created')
  expect(created?.detail).toMatchObject({ ignored_members: [] })
  const status = session.checks.conformance.find(({ id }) => id === 'vp.sdjwt.status_value')
  expect(['not_observed', 'not_applicable']).toContain(status?.status)
})
