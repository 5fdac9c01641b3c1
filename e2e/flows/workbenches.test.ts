import { describe, expect, it } from 'vitest'
import { settingPresets } from '@/components/workbench/setting-presets'
import { jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** A workbench over its interface: what it is made of, which sessions are in its list, and that evidence names it only by its mark. */
const service = serviceForTests({})
const { http } = service

const post = (path: string, body: unknown) => http(jsonPost(path, body))
const send = (method: string, path: string, body: unknown) => http({ ...jsonPost(path, body), method })
interface Made {
  readonly workbench_id: string
  readonly mark: string
  readonly view_url: string
  readonly issuance: { readonly deeplink: string }
  readonly presentation: { readonly deeplink: string }
}
const open = async (body: object = {}) => {
  const answer = await post('/workbenches', body)
  expect(answer.status, answer.body).toBe(201)
  return answer.object() as unknown as Made
}
const get = async (path: string) => (await http({ path })).object() as Record<string, unknown>

describe('a workbench', () => {
  it('has two codes that name nothing of a session, and stays the same when it is read again', async () => {
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    const made = await open({ wallet, issuance: { flow: 'authorization_code' } })
    const id = made.workbench_id
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(made).toMatchObject({ wallet, last_number: 0, page_url: `${service.baseUrl}/w/${id}` })
    expect(made.issuance).toMatchObject({
      deeplink: expect.stringMatching(
        /^openid-credential-offer:\/\/\?credential_offer_uri=[^&]+%2Fd%2F[\w-]{22}%2Foffer$/,
      ),
      settings: { credential_offer_mode: 'credential_offer_uri', flow: 'authorization_code' },
    })
    expect(made.presentation).toMatchObject({
      deeplink: expect.stringMatching(
        /^openid4vp:\/\/\?client_id=x509_hash%3A[\w-]{43}&request_uri=[^&]+%2Fd%2F[\w-]{22}%2Frequest/,
      ),
      client_id: expect.stringMatching(/^x509_hash:/),
    })
    const again = await http({ path: `/workbenches/${id}` })
    expect(again.object()).toEqual(made)
    expect(again.header('cache-control')).toBe('no-store')
    expect(JSON.stringify([made.issuance, made.presentation])).not.toContain(id)
  })

  it('changes what the next scan gets, and its view link, but its code only with what stands in it', async () => {
    const made = await open()
    const path = `/workbenches/${made.workbench_id}`
    const changed = await send('PATCH', path, {
      name: 'mine',
      presentation: { scheme: 'haip-vp://' },
      issuance: { dpop_nonce: 'required' },
      new_view: true,
    })
    expect(changed.status, changed.body).toBe(200)
    const { issuance, presentation, view_url } = changed.object() as unknown as Made
    expect(issuance.deeplink).toBe(made.issuance.deeplink)
    expect(presentation.deeplink).toMatch(/^haip-vp:/)
    expect(view_url).not.toBe(made.view_url)
    expect(await get(path)).toEqual(changed.object())
  })

  it('says first that a change of settings makes another code, if it is asked to keep the code', async () => {
    const made = await open()
    const path = `/workbenches/${made.workbench_id}`
    const change = (presentation: object) => send('PATCH', path, { presentation, keep_code: true })
    const refused = await change({ scheme: 'haip-vp://' })
    expect([refused.status, refused.object()]).toEqual([
      409,
      { error: 'code_would_change', error_description: expect.stringMatching(/^This changes the code: /) },
    ])
    expect(await get(path)).toEqual(made)
    const kept = await change({ response_mode: 'direct_post' })
    expect([kept.status, kept.object().presentation]).toMatchObject([200, { deeplink: made.presentation.deeplink }])
  })

  it('keeps its last five settings of each kind, newest first, and none of them twice', async () => {
    const made = await open()
    const path = `/workbenches/${made.workbench_id}`
    const former = async () => {
      const { issuance, presentation } = (await get(path)) as Record<string, { former: Record<string, unknown>[] }>
      return [issuance?.former.map(({ dpop_nonce, name }) => dpop_nonce ?? name ?? null), presentation?.former]
    }
    expect(await former()).toEqual([[], []])
    const change = async (issuance: object) => expect((await send('PATCH', path, { issuance })).status).toBe(200)
    await change({ dpop_nonce: 'required' })
    await change({})
    await change({ dpop_nonce: 'required' })
    await send('PATCH', path, { name: 'another name' })
    expect(await former()).toEqual([[null], []])
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await change({ name })
    expect(await former()).toEqual([['e', 'd', 'c', 'b', 'a'], []])
  })

  it.each(
    (['issuance', 'presentation'] as const).flatMap((kind) => settingPresets[kind].map((one) => ({ kind, ...one }))),
  )('takes the settings of its page by name, and keeps its code: $label', async ({ kind, settings }) => {
    const made = await open()
    const changed = await send('PATCH', `/workbenches/${made.workbench_id}`, { [kind]: settings, keep_code: true })
    expect(changed.status, changed.body).toBe(200)
  })

  it.each([
    [
      { issuance: { credential_offer_mode: 'credential_offer' } },
      '/issuance/credential_offer_mode',
      /would be in the picture/,
    ],
    [{ presentation: { request_delivery: 'by_value' } }, '/presentation/request_delivery', /would be in the picture/],
    [{ presentation: { presentation_channel: 'dc_api' } }, '/presentation/presentation_channel', /browser/],
    [{ presentation: { client_id_prefix: 'redirect_uri' } }, '/presentation/client_id_prefix', /each session/],
    [
      { presentation: { trust_framework: 'eu', negative_test: 'access_expired' } },
      '/presentation',
      /another one for each session/,
    ],
    [{ issuance: { flow: 'implicit' } }, '/issuance/flow', /flow/],
    [{ issuance: { campaign_id: '6f0f0d1c-6a53-4f0a-9b55-0a7a3bb6d1f2' } }, '/issuance/campaign_id', /by itself/],
    [
      { presentation: { mutations: [{ target: 'link', op: 'put', path: '/foo', value: 'x' }] } },
      '/presentation/mutations/0/target',
      /one link/,
    ],
    [
      { issuance: { mutations: [{ target: 'offer_link', op: 'put', path: '/foo', value: 'x' }] } },
      '/issuance/mutations/0/target',
      /one link/,
    ],
    [
      { presentation: { request_mutation: { outer_request: { set: { '/foo': 'x' } } } } },
      '/presentation/request_mutation/outer_request',
      /one link/,
    ],
    [
      { presentation: { access_certificate: { chain: 'c', private_key: 'k' } } },
      '/presentation/access_certificate',
      /takes no private key/,
    ],
    [
      { issuance: { access_certificate: { chain: 'c', private_key: 'k' } } },
      '/issuance/access_certificate',
      /takes no private key/,
    ],
    [{ issuance: 'x' }, '/issuance', /object/],
    [{ wallet: { name: 'a' } }, '/wallet/version', /version/],
  ])('takes no settings that a code cannot carry: %j', async (body, pointer, because) => {
    const refused = await post('/workbenches', body)
    expect([refused.status, refused.object().pointer]).toEqual([400, pointer])
    expect(refused.object().error_description).toMatch(because)
  })

  it('takes no more than 64 KiB of settings', async () => {
    const refused = await post('/workbenches', { issuance: { name: 'x'.repeat(70_000) } })
    expect([refused.status, refused.object().error]).toEqual([413, 'payload_too_large'])
  })

  it('lists the sessions that join it, with what started them', async () => {
    const made = await open({ wallet: { name: 'Quillfern', version: '2' } })
    const path = `/workbenches/${made.workbench_id}`
    const { workbench_id: workbench } = made
    const first = await post('/sessions', { workbench, started_by: 'CI #1182' })
    const second = await http({
      ...jsonPost('/openid4vp/sessions', { workbench }),
      headers: [
        ['Content-Type', 'application/json'],
        ['User-Agent', 'curl/8.5.0'],
      ],
    })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body).not.toContain(workbench)
    const list = (await get(`${path}/sessions`)) as unknown as {
      last_number: number
      sessions: Record<string, unknown>[]
    }
    expect(list.last_number).toBe(2)
    expect(list.sessions.map((one) => [one.number, one.kind, one.started_by, one.session_id, one.wallet])).toEqual([
      [1, 'issuance', 'CI #1182', first.object().session_id, 'Quillfern 2'],
      [2, 'presentation', 'curl', second.object().session_id, 'Quillfern 2'],
    ])
    expect(list.sessions[0]).toMatchObject({ outcome: { id: 'waiting' }, cause: null })

    const later = (await get(`${path}/sessions?after=1`)) as unknown as typeof list
    expect(later.sessions.map(({ number }) => number)).toEqual([2])
    const none = (await get(`${path}/sessions?after=2`)) as unknown as typeof list
    expect(none).toEqual({ last_number: 2, sessions: [] })
    for (const query of ['after=x', 'wait=31', 'wait=-1'])
      expect((await http({ path: `${path}/sessions?${query}` })).status).toBe(400)

    const shown = await get(`/sessions/${first.object().session_id}`)
    expect(shown).toMatchObject({ workbench: { mark: made.mark, number: 1 }, started_by: 'CI #1182' })
    const junit = (await http({ path: `${path}/report?format=junit` })).body
    expect(junit.match(/<testsuite /g)).toHaveLength(2)
    expect(junit).toContain('<property name="started_by" value="CI #1182"/>')
    expect((await http({ path: `${path}/report?format=md` })).body).toContain(`# Workbench ${made.mark}`)
    expect(await get(`${path}/report`)).toMatchObject({ mark: made.mark, last_number: 2, sessions: list.sessions })
  })

  it('is named nowhere in evidence but by its mark', async () => {
    const made = await open()
    const { workbench_id: workbench } = made
    const { session_id: id } = (await post('/sessions', { workbench })).object()
    await http({ path: `/workbenches/${workbench}/sessions` })
    await http({ path: `/workbenches/${workbench}/nothing` })
    await http({ path: `/w/${workbench}` })
    const texts = await Promise.all(
      ['json', 'junit', 'md', 'html', 'har', 'tar'].map(
        async (format) => (await http({ path: `/sessions/${id}/report?format=${format}` })).body,
      ),
    )
    const stored = JSON.stringify([service.recorded(), await service.container.ports.store.session(id as never)])
    for (const text of [...texts, stored, (await http({ path: '/oid4vci/requests' })).body])
      expect(text).not.toContain(workbench)
    expect(texts[2]).toContain(`Session 1 of workbench ${made.mark}`)
  })

  it('ends with DELETE: its id then opens nothing, and its sessions stay', async () => {
    const { workbench_id: workbench } = await open()
    const { session_id: id } = (await post('/sessions', { workbench })).object()
    expect((await send('DELETE', `/workbenches/${workbench}`, {})).status).toBe(204)
    for (const path of ['', '/sessions', '/report']) {
      const ended = await http({ path: `/workbenches/${workbench}${path}` })
      expect([ended.status, ended.object().error, ended.object().error_description]).toEqual([
        404,
        'workbench_not_found',
        'This code has ended: open a new workbench.',
      ])
    }
    expect((await post('/sessions', { workbench })).object()).toMatchObject({
      error: 'invalid_request',
      pointer: '/workbench',
    })
    expect((await http({ path: `/sessions/${id}` })).status).toBe(200)
    expect((await http({ path: '/workbenches/..%2f' })).status).toBe(404)
  })
})
