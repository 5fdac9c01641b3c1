import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { createHttpClient } from '@/lib/testing/http-client'
import {
  type FilledOrganization,
  type OrganizationWorld,
  openOrganizationWorld,
} from '@/lib/testing/organization-world'
import { testAdminKey } from '@/lib/testing/scoreboard'

/** Birch claims in its reports what belongs to acme, where evidence is open to all. */
let world: OrganizationWorld
let acme: FilledOrganization
let birch: FilledOrganization
beforeAll(async () => {
  world = await openOrganizationWorld({ env: { OPERATOR_TOKEN: '' } })
  acme = world.acme
  birch = world.birch
})
afterAll(() => world.close())

let runs = 0
const report = async (key: string, members: Record<string, unknown>) => {
  const { namespace } = key === acme.owner ? acme : birch
  const response = await world.as(key, 'POST', '/api/pipeline/executions', {
    ...{ namespace, pipeline: `${namespace}/nightly`, workflow_id: 'claims', run_id: `${++runs}`, status: 'completed' },
    ...{ started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z', ...members },
  })
  expect(response.status).toBe(201)
  return response.json()
}

describe('a session in a report of an organisation', () => {
  const make = async (key: string, headers: Record<string, string> = {}, path = '/sessions') =>
    (await (await world.as(key, 'POST', path, { flow: 'pre_authorized_code' }, headers)).json()).session_id
  const shownOf = async (key: string, session: string) => {
    const { artifacts, unresolved } = await report(key, { steps: [{ id: 'a', session_id: session }] })
    return { cards: artifacts.screenshots.length, reports: artifacts.report.length, unresolved }
  }
  const shown = { cards: 1, reports: 1, unresolved: [] }
  const refused = (session: string) => ({
    ...{ cards: 0, reports: 0 },
    unresolved: [{ field: 'session_id', name: session }],
  })

  it('gives it evidence if the organisation or a run of it has made the session, and not if another one has', async () => {
    const made = {
      'with a key of acme': acme.session,
      'by a run of acme': await make(testAdminKey, { 'x-pipeline-id': acme.ran }),
    }
    for (const [how, session] of Object.entries(made)) {
      expect([how, await shownOf(birch.owner, session)]).toEqual([how, refused(session)])
      expect([how, await shownOf(acme.owner, session)]).toEqual([how, shown])
    }
    const ofOperator = await make(testAdminKey)
    expect(await shownOf(birch.owner, ofOperator)).toEqual(refused(ofOperator))
  })

  it('is told alike if another organisation has made it and if nobody has', async () => {
    for (const none of [crypto.randomUUID(), 'no-uuid']) expect(await shownOf(birch.owner, none)).toEqual(refused(none))
  })

  it('gives it evidence if nobody has made it with a key, as everybody reads such sessions here', async () => {
    expect(await shownOf(birch.owner, await make(''))).toEqual(shown)
  })
})

describe('the report of a run of this service', () => {
  const made = async (path: string, pipeline: string, body: unknown) => {
    const created = await world.as(testAdminKey, 'POST', path, body, { 'x-pipeline-id': pipeline })
    expect(created.status).toBe(201)
    return created.json()
  }
  const session = async (pipeline: string) =>
    (await made('/sessions', pipeline, { flow: 'pre_authorized_code' })).session_id
  const campaign = async (pipeline: string) =>
    (await made('/campaigns', pipeline, { campaign: 'smoke', wallet: { name: 'a', version: '1' } })).campaign_id
  const reportOf = async (steps: unknown, headers: Record<string, string>) => {
    const sent = {
      ...{ namespace: 'birch', pipeline: 'birch/nightly', workflow_id: 'ours', run_id: `${++runs}` },
      ...{ status: 'completed', started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z', steps },
    }
    const response = await world.as(testAdminKey, 'POST', '/api/pipeline/executions', sent, headers)
    expect(response.status).toBe(201)
    const { id, unresolved, artifacts } = await response.json()
    const { steps: kept } = await (await world.as(testAdminKey, 'GET', `/api/executions/${id}`)).json()
    return { kept, unresolved, cards: artifacts.screenshots.length }
  }

  it('shows what runs of its pipeline made, and nothing else', async () => {
    const own = { id: 'own', session_id: await session(birch.ran) }
    const ofCampaign = { id: 'campaign', campaign_id: await campaign(birch.ran) }
    const headers = { 'x-pipeline-id': birch.ran }
    expect(await reportOf([own, ofCampaign], headers)).toMatchObject({
      ...{ kept: [own, ofCampaign], unresolved: [], cards: 1 },
    })
    const others = [await session(acme.ran), acme.session, await campaign(acme.ran)]
    const steps = others.map((id, place) => ({ id: `${place}`, [place < 2 ? 'session_id' : 'campaign_id']: id }))
    expect(await reportOf(steps, headers)).toMatchObject({
      kept: steps.map(({ id }) => ({ id })),
      unresolved: others.map((name) => ({ field: 'session_id', name })),
      cards: 0,
    })
    // The operator shows what there is.
    expect((await reportOf(steps.slice(0, 2), {})).cards).toBe(2)
  })
})

describe('what a report says of a wallet', () => {
  const claim = (id: string, passed: number, total: number) => ({ id, passed, total })
  const countsOf = async (id: string) => {
    const { steps } = await (await world.as(acme.owner, 'GET', `/api/executions/${id}`)).json()
    return steps.map(({ capabilities = [] }: { capabilities?: unknown[] }) => capabilities)
  }

  it('is what its sessions tell, and nothing without one', async () => {
    const plain = createHttpClient(world.service.baseUrl)
    const keyed = Object.assign(
      (request: Parameters<typeof plain>[0]) =>
        plain({ ...request, headers: [...(request.headers ?? []), ['X-Api-Key', acme.owner]] }),
      { close: () => plain.close() },
    )
    const wallet = await createHandWallet(world.service, {}, keyed)
    await wallet.obtainToken()
    expect((await wallet.requestCredential()).status).toBe(200)
    const { session_id } = wallet.created
    // This wallet does not authenticate, so its session fails.
    const told = [claim('issue_sd_jwt', 0, 1)]
    const steps = [
      { id: 'bare', capabilities: [claim('haip', 4, 4)] },
      { id: 'silent', session_id },
      { id: 'true', session_id, capabilities: told },
      { id: 'better', session_id, capabilities: [claim('issue_sd_jwt', 1, 1)] },
      { id: 'other', session_id, capabilities: [...told, claim('present_mdoc', 1, 1)] },
      { id: 'unused', session_id: acme.session, capabilities: told },
      { campaign_id: crypto.randomUUID(), capabilities: told },
    ]
    const { id, unresolved } = await report(acme.owner, { steps })
    expect(await countsOf(id)).toEqual([[], told, told, told, told, [], []])
    const names = ['bare', 'better', 'other', 'unused', 'steps/6']
    expect(unresolved).toEqual(names.map((name) => ({ field: 'capabilities', name })))
  })

  it('is refused where it cannot be, with the place', async () => {
    const steps = [{ id: 'a' }, { id: 'b', capabilities: [claim('haip', 5, 4)] }]
    const refused = await world.as(acme.owner, 'POST', '/api/pipeline/executions', {
      ...{ namespace: 'acme', pipeline: 'acme/nightly', workflow_id: 'claims', run_id: 'odd', status: 'completed' },
      ...{ started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z', steps },
    })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'invalid_request', pointer: '/steps/1/capabilities/0/passed' },
    ])
  })
})

describe('a name below another organisation in a report', () => {
  it('is no conformance check, whether it exists or not', async () => {
    const names = ['acme/quillfern', 'acme/nightly', 'acme/none', 'acme/suite/none']
    const own = ['birch/suite/own', 'other-suite/free', 'quill']
    const published = { published: true }
    expect((await world.as(birch.owner, 'PUT', `/api/pipelines/${birch.ran}`, published)).status).toBe(200)
    const { unresolved } = await report(birch.owner, { entities: { conformance_tests: [...names, ...own] } })
    expect(unresolved).toEqual(names.map((name) => ({ field: 'conformance_tests', name })))
  })
})
