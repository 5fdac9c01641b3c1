import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import {
  type MdocChanges,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

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
async function present(
  service: TestService,
  credential: HeldCredential,
  body: JsonObject,
  finish = (compact: string): string => compact,
) {
  const presenter = await createHandPresenter(service, credential, { dcql_query, ...body })
  const presentation = presenter.present({ finish })
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

/** Replaces the issuer's signature. */
const spoil = (compact: string): string => compact.replace(/\.([^.~]*)~/, (_all, tail: string) => `.${spoilt(tail)}~`)

/** Another signature of the same length. */
const spoilt = (signature: string): string => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`

/** Claim values with their salts and encoded texts. */
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

  covers('A1.5')
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
    const { stored } = await present(closed, own, { reveal_claims: true }, spoil)
    expect(stored).not.toContain(familyName)
  })

  it('are shown of no Disclosure that the issuer did not sign, however it came into the presentation', async () => {
    const encode = (...disclosure: unknown[]) => Buffer.from(JSON.stringify(disclosure)).toString('base64url')
    const inner = encode('c2FsdC1vZi1vbmUtaW5zaWRl', 'given_name', 'Slipped-Inside')
    const digest = createHash('sha256').update(inner).digest('base64url')
    const slipped = [
      encode('c2FsdC1vZi1vbmUtYWxvbmU0', 'nickname', 'Slipped-Alone'),
      encode('c2FsdC1vZi1vbmUtYWJvdmU0', 'relative', { name: 'Slipped-Above', _sd: [digest] }),
      inner,
      encode('c2FsdC1vZi1hbi1lbGVtZW50', 'Slipped-Element'),
      encode(7, 'alias', 'Slipped-Malformed'),
    ]
    const { familyName } = secretsOf(own)
    const { shown, stored } = await present(closed, own, { reveal_claims: true }, (compact) =>
      compact.replace(/~([^~]*)$/, (_all, keyBinding: string) => `~${slipped.join('~')}~${keyBinding}`),
    )
    expect(shown).toMatchObject({ family_name: familyName, nickname: masked, given_name: masked, alias: masked })
    expect(stored).not.toContain('Slipped-')
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

describe('values of the elements of an mdoc', () => {
  const wanted = ['family_name', 'birth_date', 'sex', 'place_of_birth', 'portrait', 'document_number']
  const query = {
    credentials: [
      {
        id: 'pid',
        format: 'mso_mdoc',
        meta: { doctype_value: pidNamespace },
        claims: wanted.slice(0, -1).map((name) => ({ path: [pidNamespace, name] })),
      },
    ],
  }

  async function recordOf(service: TestService, id: string) {
    const session = (await (
      await fetch(`${service.baseUrl}/openid4vp/sessions/${id}`)
    ).json()) as PresentationSessionView
    const { store } = service.container.ports
    const stored = JSON.stringify([session, await store.exchanges(sessionId(id)), await store.events(sessionId(id))])
    const [{ elements = [] } = {}] =
      (session.observed.presentations[0]?.decoded as { documents: { elements?: Element[] }[] } | undefined)
        ?.documents ?? []
    return { session, stored, elements, shown: Object.fromEntries(elements.map((one) => [one.element, one.value])) }
  }
  interface Element {
    readonly element: string
    readonly digest_ok: boolean | null
    readonly requested: boolean | null
    readonly value: unknown
  }

  /** Presents the mdoc that our issuer made. */
  async function presentOwn(credential: HeldCredential, body: JsonObject) {
    const claims = ['family_name', 'birth_date', 'sex'].map((name) => ({ path: [pidNamespace, name] }))
    const created = await fetch(`${closed.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ dcql_query: { credentials: [{ ...query.credentials[0], claims }] }, ...body }),
    })
    const { session_id, deeplink } = await created.json()
    const run = await runAtVerifier({ deeplink, credentials: [credential], http: createNodeClient() })
    expect(run.outcome).toBe('presented')
    return recordOf(closed, session_id)
  }

  /** Presents an mdoc of an issuer that this service does not know. */
  async function presentForeign(service: TestService, body: JsonObject, changes: MdocChanges = {}) {
    const parties = await mdocParties(epochMillis(Date.now()))
    const presenter = await createHandPresenter(service, own, {
      dcql_query: query,
      response_mode: 'direct_post',
      trust_anchors: [parties.rootBase64],
      ...body,
    })
    const { request } = presenter
    const mdoc = makeDeviceResponse(parties, {
      now: Date.now(),
      transcript: transcriptOf({
        clientId: String(request.client_id),
        nonce: String(request.nonce),
        responseUri: String(request.response_uri),
        thumbprint: null,
      }),
      elements: {
        family_name: 'Otter-Unverwechselbar',
        sex: 2,
        place_of_birth: new Map([['locality', 'Otterstadt-am-Fluss']]),
        portrait: new Uint8Array(24).fill(7),
        document_number: new Map([['digits', 'NUMMER-0815-4711']]),
      },
      ...changes,
    })
    await presenter.answer({ vp_token: { pid: [mdoc] }, state: String(request.state) })
    return recordOf(service, presenter.created.session_id)
  }

  it('are shown where the session asks for them and the document was issued here, and nowhere without that', async () => {
    const issued = await obtainCredential({
      origin: closed.baseUrl,
      http: createNodeClient(),
      format: 'mso_mdoc',
    })
    const mdoc = issued.credentials[0] as HeldCredential
    const asked = await presentOwn(mdoc, { reveal_claims: true })
    const { family_name, birth_date } = asked.shown
    expect(family_name).toMatch(/^\p{L}/u)
    expect(birth_date).toEqual({ cbor_tag: 1004, value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(asked.shown.sex).toEqual(expect.any(Number))
    expect(asked.elements.map(({ digest_ok, requested }) => [digest_ok, requested])).toEqual(
      asked.elements.map(() => [true, true]),
    )
    const born = (birth_date as { value: string }).value
    for (const value of [String(family_name), born]) expect(JSON.stringify(asked.session.checks)).not.toContain(value)

    const kept = await presentOwn(mdoc, {})
    expect(kept.shown).toMatchObject({ family_name: masked, birth_date: { value: masked }, sex: masked })
    for (const value of [String(family_name), born]) expect(kept.stored).not.toContain(value)
  })

  it('of other issuers are shown only where the operator allows it, and those that name one person never', async () => {
    const kept = await presentForeign(closed, { reveal_claims: true })
    expect(kept.shown.family_name).toMatchObject(masked)
    expect(kept.elements.map(({ element, digest_ok, requested }) => [element, digest_ok, requested])).toEqual([
      ['family_name', true, true],
      ['sex', true, true],
      ['place_of_birth', true, true],
      ['portrait', true, true],
      ['document_number', true, false],
    ])
    for (const value of ['Unverwechselbar', 'Otterstadt']) expect(kept.stored).not.toContain(value)

    const allowed = await presentForeign(open, { reveal_claims: true })
    expect(allowed.shown).toMatchObject({
      family_name: 'Otter-Unverwechselbar',
      sex: 2,
      place_of_birth: { locality: 'Otterstadt-am-Fluss' },
      portrait: masked,
      document_number: { digits: masked },
    })
    expect(allowed.stored).not.toContain('NUMMER-0815')
    expect((await presentForeign(open, {})).stored).not.toContain('Unverwechselbar')
  })

  it('are never shown of what its issuer did not sign', async () => {
    const body = { reveal_claims: true }
    const forged = await presentForeign(open, body, {
      issuerAuth: (parts) => void parts.splice(3, 1, new Uint8Array(64).fill(1)),
    })
    expect(forged.shown.family_name).toMatchObject(masked)
    expect(forged.stored).not.toContain('Unverwechselbar')

    // Swapped digests: the values are not the ones they were made from.
    const differing = await presentForeign(open, body, {
      mso: (mso) => {
        const [digests] = (mso.get('valueDigests') as Map<string, Map<number, Uint8Array>>).values()
        digests?.set(0, new Uint8Array(32))
      },
    })
    expect(differing.elements[0]).toMatchObject({ element: 'family_name', digest_ok: false, value: masked })
    expect(differing.elements[1]).toMatchObject({ element: 'sex', digest_ok: true, value: 2 })
    expect(differing.stored).not.toContain('Unverwechselbar')
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
