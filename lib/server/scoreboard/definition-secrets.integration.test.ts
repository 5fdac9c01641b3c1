import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import {
  definitionNaming,
  hiddenName as hidden,
  makePrivateRecords,
  sealedMarker as marker,
} from '@/lib/testing/private-records'
import { listen } from '@/lib/testing/realtime'
import { openScoreboardWorld, rowOf, type ScoreboardWorld } from '@/lib/testing/scoreboard'

const all = '/api/pipelines'

let world: ScoreboardWorld
let chain: string
let privateKey: string
/** A part of the key that no encoding of JSON changes. */
let keyPart: string
beforeAll(async () => {
  world = await openScoreboardWorld()
  const own = await makeOwnCertificate()
  chain = own.chain
  privateKey = own.privateKey
  keyPart = privateKey.split('\n')[1] ?? ''
  await makePrivateRecords(world)
})
afterAll(() => world.close())

const definition = () => definitionNaming({ chain, privateKey })

async function send(method: string, path: string, body?: unknown) {
  const init = { method, headers: { 'content-type': 'application/json' } }
  const response = await world.call(path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}

let count = 0
async function add(members: object = {}) {
  const added = await send('POST', all, {
    organization: 'acme',
    name: `Sealed ${++count}`,
    definition: definition(),
    ...members,
  })
  expect([added.status, added.body.details]).toEqual([201, undefined])
  return { ...added, id: String(added.body.id), at: `${all}/${added.body.id}` }
}

const secrets = () => new RegExp([marker, keyPart.replaceAll(/[+/]/g, '\\$&'), 'PRIVATE KEY', 'BEGIN CERT'].join('|'))
const everything = () => new RegExp(`${secrets().source}|${hidden}`)

/** Every byte that storage has of what was written, deleted pages and journals included. */
const filesOfStorage = (): string =>
  readdirSync(world.server.dataDir)
    .filter((name) => name.startsWith('data.db'))
    .map((name) => readFileSync(join(world.server.dataDir, name), 'latin1'))
    .join('')

const stored = async (id: string): Promise<unknown> =>
  (await world.client.sdk.collection('pipelines').getOne(id)).definition

/** What visitors read, at the public origin and at PocketBase itself. */
async function read(path: string): Promise<string[]> {
  const urls = [world.service.baseUrl, world.server.url].map((origin) => `${origin}/api/collections/${path}`)
  return Promise.all(urls.map(async (url) => (await fetch(url)).text()))
}

describe('a definition with secrets', () => {
  it('is sealed in storage, and tells of each that it is there', async () => {
    const { id, at, text, body } = await add({ published: true })
    const [issue, present] = body.definition.steps
    expect(present.session.access_certificate).toEqual({
      chain: { redacted: true, present: true, length: chain.length },
      private_key: { redacted: true, present: true, length: privateKey.length },
    })
    expect(issue.session.laboratory.credentials[0].claims).toEqual({
      redacted: true,
      present: true,
      length: JSON.stringify({ marker, other: marker }).length,
    })
    for (const shown of [text, (await send('GET', at)).text, (await send('GET', all)).text])
      expect(shown).not.toMatch(secrets())
    expect((await send('GET', at)).body.problems).toEqual([])
    expect(JSON.stringify(await stored(id))).not.toMatch(secrets())
    expect(filesOfStorage()).not.toMatch(secrets())
  })

  it('keeps them as it is sent back, or sent without them, and takes new ones', async () => {
    const { id, at, body } = await add()
    const before = await stored(id)
    const [issue, present, outside] = body.definition.steps
    expect((await send('PUT', at, body)).status).toBe(200)
    expect(await stored(id)).toEqual(before)
    const without = { ...present, session: { ...present.session, access_certificate: {} } }
    const changed = { ...body.definition, wait_seconds: 60, steps: [outside, issue, without] }
    expect((await send('PUT', at, { definition: changed })).status).toBe(200)
    const kept = (await stored(id)) as { steps: { session: { access_certificate?: unknown } }[] }
    expect(kept.steps[2]?.session.access_certificate).toEqual(
      (before as typeof kept).steps[1]?.session.access_certificate,
    )
    const renamed = { ...body.definition, steps: [{ ...present, id: 'another' }] }
    const refused = await send('PUT', at, { definition: renamed })
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_pipeline'])
    expect(refused.body.details).toContainEqual(
      expect.objectContaining({ path: 'steps.0.session.access_certificate.private_key', code: 'nothing_to_keep' }),
    )
  })

  it('makes the session of its run, which alone opens them', async () => {
    const { id } = await add()
    const { steps } = (await stored(id)) as { steps: { kind: string; session: object }[] }
    const paths: Record<string, string> = { issuance: '/sessions', presentation: '/openid4vp/sessions' }
    const create = (kind: string, session: object, headers: Record<string, string>) =>
      world.call(paths[kind] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(session),
      })
    for (const { kind, session } of steps.filter((step) => step.kind !== 'custom')) {
      const made = await create(kind, session, { [pipelineHeader]: id })
      expect(made.status).toBe(201)
      expect(await made.text()).not.toMatch(secrets())
    }
    // Without the pipeline's header nothing is opened: the sealed form is no key.
    expect((await create('presentation', steps[1]?.session ?? {}, {})).status).toBe(400)
    const broken = structuredClone(steps[1]?.session) as { access_certificate: { private_key: { sealed: string } } }
    broken.access_certificate.private_key.sealed = 'AAAA'
    const refused = await (await create('presentation', broken, { [pipelineHeader]: id })).json()
    expect(refused).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('another key'),
    })
  })

  it('takes a private key in no other place, and neither does a report of a run', async () => {
    const [step] = definition().steps
    const misplaced = { ...definition(), steps: [{ ...step, session: { client_name: privateKey } }] }
    for (const method of ['POST', 'PUT']) {
      const path = method === 'POST' ? all : (await add()).at
      const named = method === 'POST' ? { organization: 'acme', name: 'Misplaced' } : {}
      const refused = await send(method, path, { ...named, definition: misplaced })
      expect([refused.status, refused.body.errors]).toMatchObject([
        400,
        [{ pointer: '/definition/steps/0/session/client_name' }],
      ])
      expect(refused.text).not.toContain(keyPart)
    }
    const entry = Buffer.from(JSON.stringify({ type: 'x', note: privateKey })).toString('base64url')
    const encoded = { id: 'p', kind: 'presentation', session: { transaction_data: [entry] } }
    const hiddenKey = { ...definition(), steps: [encoded] }
    expect(await send('POST', all, { organization: 'acme', name: 'Encoded', definition: hiddenKey })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/definition/steps/0/session/transaction_data/0' }] },
    })
    const { path } = await world.pipeline('reported')
    expect((await world.execute({ pipeline: path, steps: [{ id: 'a', summary: privateKey }] })).status).toBe(400)
  })

  it('that was stored in clear shows nothing, and is sealed by the next start, published or not', async () => {
    for (const published of [true, false]) {
      const { id, path } = await world.pipeline(`clear-${published}`, { definition: definition(), published })
      for (const text of await read(`pipelines/records?filter=${encodeURIComponent(`path = "${path}"`)}`)) {
        expect(JSON.parse(text).totalItems).toBe(published ? 1 : 0)
        expect(text).not.toMatch(everything())
      }
      expect(filesOfStorage()).toMatch(secrets())
      await world.service.container.seed()
      expect(JSON.stringify(await stored(id))).not.toMatch(secrets())
      expect(filesOfStorage()).not.toMatch(secrets())
      expect((await send('GET', `${all}/${id}`)).body).toMatchObject({
        problems: [],
        definition: { runner: 'real_wallet_qr' },
      })
      await world.service.container.seed()
    }
  })

  it('stays in the files of storage until a start can write them anew, whichever that is', async () => {
    const { id } = await world.pipeline('clear-twice', { definition: definition() })
    const { pipelines } = world.service.container.ports.scoreboard
    const away = vi.spyOn(pipelines, 'forgetReplaced').mockRejectedValueOnce(new StoreUnavailable('The disk is full.'))
    await world.service.container.seed()
    expect(away).toHaveBeenCalledOnce()
    away.mockRestore()
    expect(JSON.stringify(await stored(id))).not.toMatch(secrets())
    expect(filesOfStorage()).toMatch(secrets())
    await world.service.container.seed()
    expect(filesOfStorage()).not.toMatch(secrets())
  })
})

describe('what visitors see of a definition', () => {
  it('holds no private key that an earlier version took in a place that is none for it', async () => {
    const keyOf = (d: string) => ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d })
    const misplaced = {
      ...definition(),
      runner: privateKey,
      steps: [
        { id: 'issue', kind: 'issuance', session: { client_name: `Moss ${privateKey}` } },
        { id: privateKey, kind: 'presentation', session: { presentation_request: { keys: [keyOf(marker)] } } },
        { id: 'smoke', kind: 'campaign', expected_failures: JSON.stringify(keyOf(marker)) },
        { id: 'later', kind: 'custom', [privateKey]: btoa(JSON.stringify({ jwk: keyOf(marker) })) },
        { id: 'der', kind: 'custom', note: privateKey.replaceAll(/-----[^-]+-----|\s/g, '') },
        { id: 'no-kty', kind: 'custom', note: { ...keyOf(marker), kty: undefined } },
      ],
    }
    const { id, path } = await world.pipeline('mislaid', { definition: misplaced })
    const inBase64 = btoa(JSON.stringify({ jwk: keyOf(marker) }))
    const shown = [
      ...(await read(`pipelines/records/${id}`)),
      ...(await read(`pipelines/records?filter=${encodeURIComponent(`path = "${path}"`)}`)),
      (await send('GET', `${all}/${id}`)).text,
      (await send('GET', all)).text,
    ]
    for (const text of shown) {
      expect(text).toContain(id)
      expect(text).not.toMatch(secrets())
      expect(text).not.toContain(inBase64)
    }
    const { definition: seen } = JSON.parse(shown[0] ?? '')
    const placeholder = (length: number) => ({ redacted: true, present: true, length })
    expect(seen.steps.slice(0, 2)).toEqual([
      { id: 'issue', kind: 'issuance', session: { client_name: placeholder(privateKey.length + 5) } },
      {
        id: placeholder(privateKey.length),
        kind: 'presentation',
        session: { presentation_request: { keys: [placeholder(JSON.stringify(keyOf(marker)).length)] } },
      },
    ])
  })

  it('is without secrets and without private names, wherever it comes out', async () => {
    const { id, body } = await add({ published: true })
    const path = String(body.path)
    const { id: execution } = await (await world.execute({ pipeline: path })).json()
    const last_execution = { wallet_used: [`acme/${hidden}`, 'acme/shown'] }
    expect((await world.save({ aggregated_pipelines: [rowOf(id, { last_execution })] })).status).toBe(200)
    const places = [
      `pipelines/records?filter=${encodeURIComponent(`path = "${path}"`)}`,
      `pipelines/records/${id}`,
      `pipelines/records/${id}?fields=definition`,
      `pipeline_results/records/${execution}?expand=pipeline`,
      'pipeline_scoreboard_cache/records?expand=pipeline,wallets,wallet_versions',
      'organizations/records?expand=pipelines_via_owner',
    ]
    for (const place of places) for (const text of await read(place)) expect(text).not.toMatch(everything())
    for (const place of ['/api/scoreboard/rows', `/badge/pipeline/${path}.svg`, `/api/pipeline/scoreboard/acme`]) {
      const headers = place.includes('scoreboard/acme') ? { 'x-api-key': 'wrong-key-of-some-length' } : {}
      expect(await (await fetch(world.service.baseUrl + place, { headers })).text()).not.toMatch(everything())
    }
    const [record] = await read(`pipelines/records/${id}`)
    const { definition: shown } = JSON.parse(record ?? '')
    expect(shown.entities).toEqual({ wallet: 'acme/shown', custom_checks: ['acme/open-check'] })
    expect(shown.steps).toMatchObject([
      { id: 'issue' },
      { id: 'present', use_case: 'acme/verifier/u' },
      { id: 'outside' },
    ])
    expect(shown.steps[0]).not.toHaveProperty('credential')
    expect(shown.steps[1].session).toMatchObject({ trust_framework: 'eu', registration_certificate: 'none' })
    expect(Object.keys(shown)).toEqual(Object.keys(definition()))
  })

  it('comes over live updates likewise', async () => {
    const { id } = await world.pipeline('live', { definition: definition() })
    const stream = await listen(world.server.url, [`pipelines/${id}`])
    await world.client.sdk.collection('pipelines').update(id, { description: 'now-changed' })
    await stream.heard(/now-changed/)
    expect(stream.texts.join('')).not.toMatch(everything())
    await stream.close()
  })

  it.each([
    `definition ~ "${hidden}"`,
    `definition.entities.wallet_version = "acme/shown/${hidden}"`,
    `pipeline.definition ~ "${hidden}"`,
  ])('answers no question about it: %s', async (filter) => {
    const collection = filter.startsWith('pipeline.') ? 'pipeline_results' : 'pipelines'
    for (const text of await read(`${collection}/records?filter=${encodeURIComponent(filter)}`))
      expect(JSON.parse(text)).toMatchObject({ status: 400 })
  })
})
