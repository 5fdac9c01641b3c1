import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '@/lib/testing/artifacts'
import {
  definitionOfTests,
  type FilledOrganization,
  type OrganizationWorld,
  openOrganizationWorld,
  seen,
} from '@/lib/testing/organization-world'
import { testAdminKey } from '@/lib/testing/scoreboard'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** Birch tries to reach what belongs to acme, in every way that the interface has. */
let world: OrganizationWorld
let acme: FilledOrganization
let birch: FilledOrganization
/** A session that a run of acme's pipeline made, as its worker makes it. */
let made = ''
/** A session of acme at which a wallet has obtained its credential. */
let stored = ''
/** A run that acme has reported, whose ids anybody could guess. */
const reported = { workflow_id: 'nightly', run_id: '7' }
beforeAll(async () => {
  world = await openOrganizationWorld()
  acme = world.acme
  birch = world.birch
  const headers = { 'x-pipeline-id': acme.ran }
  const session = await world.as(testAdminKey, 'POST', '/sessions', { flow: 'pre_authorized_code' }, headers)
  made = (await session.json()).session_id
  const created = await world.as(acme.owner, 'POST', '/sessions', { flow: 'pre_authorized_code' })
  const { deeplink, session_id } = await created.json()
  stored = session_id
  // The wallet has a clock of its own, and the tries move that of the service.
  expect((await runAtIssuer({ deeplink })).outcome).toBe('credential_stored')
  expect((await report(acme.owner, { ...reported, reason: 'acme_only' })).status).toBe(201)
  await world.as(acme.owner, 'PUT', `/api/pipelines/${acme.ran}/schedule`, { daily_at: '02:30' })
})
afterAll(() => world.close())

it('a run reads what runs of its own pipeline made, and not what others did', async () => {
  const read = async (headers: Record<string, string>) =>
    (await world.as(testAdminKey, 'GET', `/sessions/${made}`, undefined, headers)).status
  expect(await read({})).toBe(200)
  expect(await read({ 'x-pipeline-id': acme.ran })).toBe(200)
  expect(await read({ 'x-pipeline-id': birch.ran })).toBe(401)
})

const report = (key: string, members: Record<string, unknown>) => {
  const { namespace } = key === acme.owner ? acme : birch
  return world.as(key, 'POST', '/api/pipeline/executions', {
    ...{ namespace, pipeline: `${namespace}/nightly`, workflow_id: 'w', run_id: 'r', status: 'completed' },
    ...{ started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z', ...members },
  })
}

interface Try {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/**
 * Each try names something of acme by `named`, and gets what it gets for a name that nobody has. Ids keep their form, so
 * that the form tells nothing.
 */
const ways: Record<string, (named: Named) => Try> = {}
interface Named {
  readonly organization: string
  readonly pipeline: string
  readonly ran: string
  readonly execution: string
  readonly workflowId: string
  readonly runId: string
  readonly keyId: string
  readonly session: string
  readonly wallet: string
  readonly version: string
  readonly path: string
}
const acmes = (): Named => ({
  ...{ organization: 'acme', pipeline: acme.pipeline, ran: acme.ran, execution: acme.execution, keyId: acme.keyId },
  ...{ workflowId: acme.workflowId, runId: acme.runId, session: acme.session },
  ...{ wallet: acme.wallet, version: acme.version, path: 'acme/nightly' },
})
const nobodys: Named = {
  ...{ organization: 'nobo', pipeline: 'z'.repeat(15), ran: 'y'.repeat(15), execution: 'x'.repeat(15) },
  ...{ keyId: 'w'.repeat(15), workflowId: `pipeline-${'y'.repeat(15)}-${'0'.repeat(32)}`, runId: 'run' },
  ...{ session: '00000000-0000-4000-8000-000000000000', wallet: 'nobo/quillfern', version: 'nobo/quillfern/2-4' },
  path: 'nobo/nightly',
}

const json = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Try => ({
  method,
  path,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
})
const definition = (entities: Record<string, unknown>, step: Record<string, unknown> = {}) => ({
  ...definitionOfTests(entities),
  steps: [{ id: 'issue', kind: 'issuance', session: { flow: 'pre_authorized_code' }, ...step }],
})
const ofBirch = (members: Record<string, unknown>) => ({
  ...{ namespace: 'birch', pipeline: 'birch/nightly', workflow_id: 'tries', run_id: '1', status: 'completed' },
  ...{ started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z', ...members },
})

Object.assign(ways, {
  // Reading
  'its pipelines by namespace': (one) => json('GET', `/api/pipelines?organization=${one.organization}`),
  'a page of them': (one) => json('GET', `/api/pipelines?organization=${one.organization}&page=2&per_page=1`),
  'a pipeline': (one) => json('GET', `/api/pipelines/${one.pipeline}`),
  'the head of a pipeline': (one) => json('HEAD', `/api/pipelines/${one.pipeline}`),
  'a pipeline that has run': (one) => json('GET', `/api/pipelines/${one.ran}`),
  'a run': (one) => json('GET', `/api/executions/${one.execution}`),
  'the head of a run': (one) => json('HEAD', `/api/executions/${one.execution}`),
  'the details of a run': (one) =>
    json('GET', `/api/pipeline/execution-details/${one.organization}/${one.workflowId}/${one.runId}`),
  'the details of a run under its own namespace': (one) =>
    json('GET', `/api/pipeline/execution-details/birch/${one.workflowId}/${one.runId}`),
  statistics: (one) => json('GET', `/api/pipeline/scoreboard/${one.organization}`),
  'statistics with details': (one) => json('GET', `/api/pipeline/scoreboard/${one.organization}?include=details`),
  'statistics by any ETag': (one) =>
    json('GET', `/api/pipeline/scoreboard/${one.organization}`, undefined, { 'if-none-match': '*' }),
  'its keys': (one) => json('GET', `/api/organizations/${one.organization}/keys`),
  'its audit': (one) => json('GET', `/api/organizations/${one.organization}/audit`),
  'a session': (one) => json('GET', `/sessions/${one.session}`),
  'the events of a session': (one) => json('GET', `/sessions/${one.session}/events`),
  'the report of a session': (one) => json('GET', `/sessions/${one.session}/report`),
  'the link of a session': (one) => json('GET', `/sessions/${one.session}/deeplink`),
  'the offer of a session': (one) => json('GET', `/sessions/${one.session}/offer`),
  'the keys of a session': (one) => json('GET', `/sessions/${one.session}/jwks`),
  // Public addresses, which show what is public alone
  'a pipeline as a record': (one) => json('GET', `/api/collections/pipelines/records/${one.pipeline}`),
  'a run as a record': (one) => json('GET', `/api/collections/pipeline_results/records/${one.execution}`),
  'its badge': (one) => json('GET', `/badge/pipeline/${one.path}.svg`),
  'files of a run': (one) => json('GET', `/media/executions/${one.execution}/screenshots-1.png`),
  'files of a run as a record': (one) => json('GET', `/api/files/pipeline_results/${one.execution}/screenshots-1.png`),
  'its keys as records': (one) => json('GET', `/api/collections/api_keys/records/${one.keyId}`),
  // Writing
  'adding a pipeline': (one) =>
    json('POST', '/api/pipelines', { organization: one.organization, name: 'X', definition: definition({}) }),
  'adding one where it has one': (one) =>
    json('POST', '/api/pipelines', { organization: one.organization, name: 'Nightly', definition: definition({}) }),
  'changing a pipeline': (one) => json('PUT', `/api/pipelines/${one.pipeline}`, { name: 'Mine' }),
  'publishing a pipeline': (one) => json('PUT', `/api/pipelines/${one.pipeline}`, { published: true }),
  'opening its evidence': (one) => json('PUT', `/api/pipelines/${one.ran}`, { evidence_public: true, published: true }),
  'changing a pipeline by any tag': (one) =>
    json('PUT', `/api/pipelines/${one.pipeline}`, { name: 'Mine' }, { 'if-match': '*' }),
  'changing a pipeline by a guessed tag': (one) =>
    json('PUT', `/api/pipelines/${one.pipeline}`, { name: 'Mine' }, { 'if-match': '"5f2c"' }),
  'changing nothing of a pipeline': (one) => json('PUT', `/api/pipelines/${one.pipeline}`, {}),
  'a wrong change of a pipeline': (one) =>
    json('PUT', `/api/pipelines/${one.pipeline}`, { definition: { version: 9 } }),
  'moving a pipeline to itself': (one) => json('PUT', `/api/pipelines/${one.pipeline}`, { organization: 'birch' }),
  'deleting a pipeline': (one) => json('DELETE', `/api/pipelines/${one.pipeline}`),
  'deleting one that has run': (one) => json('DELETE', `/api/pipelines/${one.ran}`),
  'deleting by a guessed tag': (one) =>
    json('DELETE', `/api/pipelines/${one.pipeline}`, undefined, { 'if-match': '"5f2c"' }),
  'a schedule': (one) => json('PUT', `/api/pipelines/${one.pipeline}/schedule`, { every_seconds: 900 }),
  'ending a schedule': (one) => json('DELETE', `/api/pipelines/${one.ran}/schedule`),
  'ending a schedule that is none': (one) => json('DELETE', `/api/pipelines/${one.pipeline}/schedule`),
  'making a key': (one) =>
    json('POST', `/api/organizations/${one.organization}/keys`, { name: 'x', scopes: ['keys:write'] }),
  'a wrong key': (one) => json('POST', `/api/organizations/${one.organization}/keys`, { name: '' }),
  'revoking a key': (one) => json('DELETE', `/api/organizations/${one.organization}/keys/${one.keyId}`),
  'revoking a key under its own namespace': (one) => json('DELETE', `/api/organizations/birch/keys/${one.keyId}`),
  'reporting for its namespace': (one) =>
    json('POST', '/api/pipeline/executions', ofBirch({ namespace: one.organization })),
  'reporting for its pipeline': (one) => json('POST', '/api/pipeline/executions', ofBirch({ pipeline: one.path })),
  'reporting for both': (one) =>
    json('POST', '/api/pipeline/executions', ofBirch({ namespace: one.organization, pipeline: one.path })),
  // Running
  'running a pipeline': (one) => json('POST', `/api/pipelines/${one.ran}/run`),
  'running one by a key': (one) =>
    json('POST', `/api/pipelines/${one.ran}/run`, undefined, { 'idempotency-key': 'nightly' }),
  'a wrong run': (one) => json('POST', `/api/pipelines/${one.ran}/run`, { wallet_version: one.version }),
  'running its own with a version of the other': (one) =>
    json('POST', `/api/pipelines/${birch.ran}/run`, { wallet_version: one.version }),
  'cancelling a run': (one) => json('POST', `/api/executions/${one.execution}/cancel`),
  'the result of a step': (one) =>
    json('POST', `/api/executions/${one.execution}/result`, { step: 'issue', passed: true }),
  'the result of no step': (one) =>
    json('POST', `/api/executions/${one.execution}/result`, { step: 'none', passed: true }),
  // Guessing names by what definitions and reports may name
  'a wallet in a definition': (one) =>
    json('POST', '/api/pipelines', {
      ...{ organization: 'birch', name: 'Guess' },
      definition: definition({ wallet: one.wallet }),
    }),
  'a version in a definition': (one) =>
    json('POST', '/api/pipelines', {
      ...{ organization: 'birch', name: 'Guess' },
      definition: definition({ wallet: birch.wallet, wallet_version: one.version }),
    }),
  'a wallet in a change': (one) =>
    json('PUT', `/api/pipelines/${birch.pipeline}`, { definition: definition({ wallet: one.wallet }) }),
  'a credential in a definition': (one) =>
    json('POST', '/api/pipelines', {
      ...{ organization: 'birch', name: 'Guess' },
      definition: definition({}, { credential: `${one.organization}/issuer/pid` }),
    }),
  'names in a report': (one) =>
    json(
      'POST',
      '/api/pipeline/executions',
      ofBirch({ entities: { wallets: [one.wallet], wallet_versions: [one.version] } }),
    ),
  'a session in a report': (one) =>
    json(
      'POST',
      '/api/pipeline/executions',
      ofBirch({ workflow_id: 'named', steps: [{ id: 'a', state: 'running', session_id: one.session }] }),
    ),
} satisfies Record<string, (named: Named) => Try>)

/** The text of a response with every name of acme, or of nobody, hidden. */
const hidden = (text: string, named: Named) =>
  Object.values(named)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, '…'), text)

const ask = async (named: Named, way: (one: Named) => Try, key: string) => {
  world.service.advance(61)
  const { method = 'GET', path, body, headers } = way(named)
  const answer = await seen(await world.as(key, method, path, body, headers))
  return { ...answer, body: hidden(answer.body, named) }
}

describe('an organisation learns nothing of another one by', () => {
  it.each(Object.entries(ways))('%s', async (_, way) => {
    const answers = [await ask(acmes(), way, birch.owner), await ask(nobodys, way, birch.owner)]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.body).not.toMatch(/acme_only|Quillfern/)
  })

  it('sixty ways and more', () => {
    expect(Object.keys(ways).length).toBeGreaterThanOrEqual(60)
  })
})

describe('and changes nothing of it', () => {
  it('after all of that', async () => {
    const state = async () => {
      const at = `/api/pipelines?organization=acme`
      const { pipelines, total } = await (await world.as(acme.owner, 'GET', at)).json()
      const run = await (await world.as(acme.owner, 'GET', `/api/executions/${acme.execution}`)).json()
      const { keys } = await (await world.as(acme.owner, 'GET', '/api/organizations/acme/keys')).json()
      return {
        names: pipelines.map(({ name, published, schedule }: Record<string, unknown>) => [name, published, schedule]),
        ...{ total, status: run.status, keys: keys.map(({ state: one }: { state: string }) => one) },
      }
    }
    expect(await state()).toEqual({
      names: [
        ['Never run', false, null],
        ['Nightly', false, expect.objectContaining({ daily_at: '02:30' })],
      ],
      ...{ total: 2, status: 'running', keys: ['valid'] },
    })
  })

  it('where both report under the same workflow and run id', async () => {
    const statistics = async (key: string, namespace: string) =>
      (await (await world.as(key, 'GET', `/api/pipeline/scoreboard/${namespace}`)).json()).map(
        ({ total_runs, total_successes }: Record<string, number>) => [total_runs, total_successes],
      )
    const before = await statistics(acme.owner, 'acme')
    const failed = await report(birch.owner, { ...reported, status: 'failed', reason: 'birch_only' })
    expect(failed.status).toBe(201)
    expect(await statistics(acme.owner, 'acme')).toEqual(before)
    const rows = await world.client.sdk
      .collection('pipeline_results')
      .getFullList({ filter: "workflow_id = 'nightly'", sort: 'namespace' })
    expect(rows.map(({ namespace, status, reason }) => [namespace, status, reason])).toEqual([
      ['acme', 'completed', 'acme_only'],
      ['birch', 'failed', 'birch_only'],
    ])
    // Each still changes its own.
    expect((await report(acme.owner, { ...reported, reason: 'again' })).status).toBe(201)
    expect(await world.count("SELECT count(*) AS n FROM pipeline_results WHERE workflow_id = 'nightly'")).toBe(2)
  })

  it('by the key of a run that it repeats', async () => {
    const run = (key: string, pipeline: string) =>
      world.as(key, 'POST', `/api/pipelines/${pipeline}/run`, undefined, { 'idempotency-key': 'release-7' })
    const first = await (await run(acme.owner, acme.ran)).json()
    const other = await (await run(birch.owner, birch.ran)).json()
    expect([first.created, other.created]).toEqual([true, true])
    expect(other.workflow_id).not.toBe(first.workflow_id)
    expect((await (await run(acme.owner, acme.ran)).json()).created).toBe(false)
  })

  it('nor lists, counts or adds it to its own', async () => {
    const listed = await (await world.as(birch.owner, 'GET', '/api/pipelines')).json()
    expect([listed.total, listed.pipelines.map(({ organization }: { organization: string }) => organization)]).toEqual([
      2,
      ['birch', 'birch'],
    ])
    expect(JSON.stringify(listed)).not.toContain('acme')
    const { total } = await (await world.as(testAdminKey, 'GET', '/api/pipelines')).json()
    expect(total).toBe(4)
  })

  it('nor opens its files', async () => {
    const form = new FormData()
    const body = ofBirch({ namespace: 'acme', pipeline: 'acme/nightly', workflow_id: 'pictured' })
    form.set('execution', new Blob([JSON.stringify(body)], { type: 'application/json' }))
    form.set('screenshots', new Blob([Uint8Array.from(png())]), 'first.png')
    const sent = await world.as(acme.owner, 'POST', '/api/pipeline/executions', form)
    const { artifacts } = await sent.json()
    expect(sent.status).toBe(201)
    const [address = ''] = artifacts.screenshots
    const { pathname } = new URL(address)
    for (const key of [birch.owner, '']) expect((await world.as(key, 'GET', pathname)).status).toBe(404)
    const own = await world.as(birch.owner, 'POST', '/api/pipeline/executions', ofBirch({ screenshots: address }))
    expect((await own.json()).unresolved).toContainEqual({ field: 'screenshots', name: address })
  })
})

describe('evidence of an organisation', () => {
  const read = (key: string, id: string, headers: Record<string, string> = {}) =>
    world.as(key, 'GET', `/sessions/${id}`, undefined, headers)

  it('is read with its key, by who may: what was made with a key of it, and what runs of its pipelines made', async () => {
    const { key } = await world.makeKey('acme', ['evidence:read'])
    const without = await world.makeKey('acme', ['pipelines:run'])
    for (const id of [acme.session, made]) {
      expect((await read(key, id)).status).toBe(200)
      expect((await read(acme.owner, id)).status).toBe(200)
      expect((await read(testAdminKey, id)).status).toBe(200)
      const refused = await read(without.key, id)
      expect([refused.status, (await refused.json()).error]).toEqual([403, 'insufficient_api_key_scope'])
      expect((await read('', id)).status).toBe(401)
    }
    // It reads, and changes nothing.
    expect((await world.as(key, 'POST', '/names', { session_id: made, name: 'x' })).status).not.toBe(200)
    expect((await world.as(key, 'GET', '/oid4vci/requests')).status).toBe(401)
  })

  it('is to another one what no session has, on pages too', async () => {
    for (const id of [acme.session, made]) {
      const answers = await Promise.all([id, nobodys.session].map((one) => read(birch.owner, one).then(seen)))
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(401)
    }
    const page = `/inspect/issuance/${acme.session}`
    const headers = { accept: 'text/html' }
    expect((await world.as(birch.owner, 'GET', page, undefined, headers)).status).toBe(401)
  })

  it('is not shown by a pipeline of another one that names it', async () => {
    const session = stored
    const steps = [{ id: 'a', Session_ID: session.toUpperCase(), inner: [{ session_id: session }] }]
    const told = await report(birch.owner, { workflow_id: 'thief', steps })
    const { unresolved } = await told.json()
    expect(unresolved.map(({ field }: { field: string }) => field)).toEqual(['session_id', 'session_id'])
    const publish = { published: true, evidence_public: true }
    expect((await world.as(birch.owner, 'PUT', `/api/pipelines/${birch.ran}`, publish)).status).toBe(200)
    expect((await read('', session)).status).toBe(401)
    // Its own organisation may show it.
    expect((await report(acme.owner, { workflow_id: 'owner', steps })).status).toBe(201)
    expect((await world.as(acme.owner, 'PUT', `/api/pipelines/${acme.ran}`, publish)).status).toBe(200)
    expect((await read('', session)).status).toBe(200)
  })
})
