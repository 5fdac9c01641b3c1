import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import { obtainCredential } from '@/lib/wallet/presentation/obtain-credential'

/** N83, and faults that come together. */
let pocketBase: TestPocketBase
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  pocketBase = await startPocketBase()
  service = await startService({ pocketBase })
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(async () => {
  await service.close()
  await pocketBase.remove()
})

describe('ten good answers at once', () => {
  it.each(['direct_post', 'direct_post.jwt'])('end the session once (%s)', async (response_mode) => {
    const presenter = await createHandPresenter(service, credential, { response_mode })
    const payload = presenter.payload()
    const answers = await Promise.all(Array.from({ length: 10 }, () => presenter.answer(payload)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)])
    const refused = answers.filter(({ status }) => status === 400)
    expect(new Set(refused.map((answer) => answer.object().error))).toEqual(new Set(['response_already_received']))

    const session = await presenter.view()
    expect(session.status).toBe('presentation_validated')
    expect(session.checks.presentation_valid).toBe(true)
    expect(session.exchanges.map(({ response }) => response.status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(400),
    ])
    expect(session.events.filter(({ type }) => type === 'vp_response_replayed')).toHaveLength(9)
  })

  it('a bad answer after a good one changes no verdict, and is on record', async () => {
    const presenter = await createHandPresenter(service, credential)
    expect((await presenter.answer(presenter.payload())).status).toBe(200)
    const before = await presenter.view()
    const bad = presenter.payload({ keyBinding: (draft) => Object.assign(draft, { key: generateKey() }) })
    expect((await presenter.answer(bad)).object().error).toBe('response_already_received')
    const after = await presenter.view()
    expect(after.status).toBe('presentation_validated')
    expect(after.checks).toMatchObject({
      presentation_valid: true,
      nonce_verified: true,
      holder_binding_verified: true,
      signature_valid: true,
    })
    expect(after.exchanges).toHaveLength(before.exchanges.length + 1)
    const reused = after.checks.conformance.filter(
      ({ id, status }) => id === 'vp.response.single_use' && status === 'fail',
    )
    expect(reused).toHaveLength(1)
  })
})

describe('faults that come together', () => {
  it('are five failed checks, each at its subject', async () => {
    const query = (id: string, name: string) => ({
      id,
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: [name] }],
    })
    const presenter = await createHandPresenter(service, credential, {
      dcql_query: { credentials: [query('first', 'family_name'), query('second', 'given_name')] },
    })
    const first = presenter.present({
      keyBinding: ({ header, claims }) => {
        Object.assign(header, { typ: 'JWT' })
        Object.assign(claims, { aud: 'https://somebody.example', mood: 'fine' })
      },
    })
    const second = presenter.present(
      { keyBinding: ({ claims }) => Object.assign(claims, { nonce: 'of-nobody', iat: Number(claims.iat) + 600 }) },
      1,
    )
    const answer = await presenter.answer({
      vp_token: { first: [first], second: [second] },
      state: presenter.request.state,
      presentation_submission: {},
    })
    expect(answer.status).toBe(400)
    expect(answer.object().error).toBe('invalid_presentation')
    const { checks } = await presenter.view()
    const failed = checks.conformance.filter(({ status, level }) => status === 'fail' && level === 'must')
    expect(failed.map(({ id, subject }) => [id, subject?.query_id ?? null, subject?.index ?? null])).toEqual([
      ['vp.response.no_presentation_submission', null, null],
      ['vp.kb.typ', 'first', 0],
      ['vp.kb.iat_window', 'second', 0],
      ['vp.kb.aud', 'first', 0],
      ['vp.kb.nonce', 'second', 0],
    ])
    expect(failed.filter(({ rejected }) => rejected).map(({ id }) => id)).toEqual(['vp.kb.typ'])
  })
})
