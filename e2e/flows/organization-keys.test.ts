import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { needsApiKey } from '@/lib/contract/contract-entry'
import { type KeyScope, keyScopes, readOrganizationKey } from '@/lib/core/scoreboard/organization-keys'
import {
  definitionOfTests,
  guardingToken,
  type OrganizationWorld,
  openOrganizationWorld,
  previousAdminKey,
  seen,
} from '@/lib/testing/organization-world'
import { rowOf, testAdminKey } from '@/lib/testing/scoreboard'
import { runOrganizationCommand } from '@/scripts/organizations.mjs'

let world: OrganizationWorld
/** Keys of acme that open nothing. */
const shut = { wrong: '', wrongSecret: '', revoked: '', expired: '' }
beforeAll(async () => {
  world = await openOrganizationWorld()
  const revoked = await world.makeKey('acme', keyScopes)
  await world.as(testAdminKey, 'DELETE', `/api/organizations/acme/keys/${revoked.id}`)
  const expired = await world.makeKey('acme', keyScopes, { expires_in_days: 1 })
  world.service.advance(86_401)
  const { owner } = world.acme
  Object.assign(shut, {
    wrong: `wck_aaaaaaaa_${'A'.repeat(43)}`,
    wrongSecret: `${owner.slice(0, 13)}${'A'.repeat(43)}`,
    revoked: revoked.key,
    expired: expired.key,
  })
})
afterAll(() => world.close())
/** An organisation has fifty valid keys at most, and the matrix makes more of them. */
afterEach(async () => {
  const kept = [world.acme.owner, world.birch.owner, shut.revoked, shut.expired].map((key) => `'${key.slice(4, 12)}'`)
  await world.sql(`DELETE FROM api_keys WHERE prefix NOT IN (${kept.join(', ')})`)
})

interface Asked {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

let count = 0
const newPipeline = async () => {
  const body = { organization: 'acme', name: `Added ${++count}`, definition: definitionOfTests() }
  return (await (await world.as(world.acme.owner, 'POST', '/api/pipelines', body)).json()).id
}
const newRun = async () =>
  (await (await world.as(world.acme.owner, 'POST', `/api/pipelines/${world.acme.ran}/run`)).json()).execution_id
const newWallet = async () => {
  const body = { name: `Wallet ${++count}` }
  return (await (await world.as(world.acme.owner, 'POST', '/api/organizations/acme/wallets', body)).json()).id
}
const report = () => ({
  ...{ namespace: 'acme', pipeline: 'acme/nightly', workflow_id: `w${++count}`, run_id: '1', status: 'completed' },
  ...{ started_at: '2026-11-20T10:00:00Z', closed_at: '2026-11-20T10:01:00Z' },
})

/** A request about acme for each operation, and what another organisation gets for it. `null`: as for an unknown thing. */
const requests: Partial<Record<OperationId, { readonly ask: () => Promise<Asked> | Asked; readonly others?: number }>> =
  {
    listPipelines: { ask: () => ({ path: '/api/pipelines' }), others: 200 },
    createPipeline: {
      ask: () => ({
        path: '/api/pipelines',
        body: { organization: 'acme', name: `New ${++count}`, definition: definitionOfTests() },
      }),
      others: 400,
    },
    getPipeline: { ask: () => ({ path: `/api/pipelines/${world.acme.pipeline}` }) },
    putPipeline: {
      ask: () => ({ path: `/api/pipelines/${world.acme.pipeline}`, body: { description: `${++count}` } }),
    },
    deletePipeline: { ask: async () => ({ path: `/api/pipelines/${await newPipeline()}` }) },
    runPipeline: { ask: () => ({ path: `/api/pipelines/${world.acme.ran}/run` }) },
    cancelExecution: { ask: async () => ({ path: `/api/executions/${await newRun()}/cancel` }) },
    giveStepResult: {
      ask: () => ({
        path: `/api/executions/${world.acme.execution}/result`,
        body: { step: 'login', passed: true },
      }),
    },
    putPipelineSchedule: {
      ask: () => ({ path: `/api/pipelines/${world.acme.ran}/schedule`, body: { daily_at: '02:30' } }),
    },
    deletePipelineSchedule: {
      ask: async () => {
        const path = `/api/pipelines/${world.acme.ran}/schedule`
        await world.as(testAdminKey, 'PUT', path, { daily_at: '02:30' })
        return { path }
      },
    },
    getNamespaceStatistics: { ask: () => ({ path: '/api/pipeline/scoreboard/acme' }) },
    getExecutionDetails: {
      ask: () => ({
        path: `/api/pipeline/execution-details/acme/${world.acme.workflowId}/${world.acme.runId}`,
      }),
    },
    recordExecution: { ask: () => ({ path: '/api/pipeline/executions', body: report() }), others: 400 },
    createOrganizationKey: {
      ask: () => ({ path: '/api/organizations/acme/keys', body: { name: 'of the matrix', scopes: ['evidence:read'] } }),
    },
    listOrganizationKeys: { ask: () => ({ path: '/api/organizations/acme/keys' }) },
    revokeOrganizationKey: {
      ask: async () => ({
        path: `/api/organizations/acme/keys/${(await world.makeKey('acme', ['evidence:read'])).id}`,
      }),
    },
    listOrganizationAudit: { ask: () => ({ path: '/api/organizations/acme/audit' }) },
    listOrganizations: { ask: () => ({ path: '/api/organizations' }), others: 200 },
    getOrganization: { ask: () => ({ path: '/api/organizations/acme' }) },
    patchOrganization: { ask: () => ({ path: '/api/organizations/acme', body: { description: `${++count}` } }) },
    listEntities: { ask: () => ({ path: '/api/organizations/acme/wallets' }) },
    createEntity: { ask: () => ({ path: '/api/organizations/acme/wallets', body: { name: `Wallet ${++count}` } }) },
    getEntity: { ask: async () => ({ path: `/api/organizations/acme/wallets/${await newWallet()}` }) },
    patchEntity: {
      ask: async () => ({
        path: `/api/organizations/acme/wallets/${await newWallet()}`,
        body: { description: `${++count}` },
      }),
    },
    deleteEntity: { ask: async () => ({ path: `/api/organizations/acme/wallets/${await newWallet()}` }) },
    saveScoreboardResults: {
      ask: () => ({
        path: '/api/pipeline/scoreboard/save-results',
        body: { aggregated_pipelines: [rowOf(world.acme.ran)] },
      }),
    },
    startAggregation: { ask: () => ({ path: '/api/pipeline/scoreboard/aggregate/start' }) },
    cancelAggregationSchedule: {
      ask: async () => {
        await world.call('/api/pipeline/scoreboard/aggregate/start?schedule=300', { method: 'POST' })
        return { path: '/api/pipeline/scoreboard/aggregate/schedule/every-300' }
      },
    },
    listNamespaces: { ask: () => ({ path: '/api/organizations/namespaces' }) },
  }

/** An operation that is not listed above is asked about things that nobody has. */
const askOf = (operation: OperationId) =>
  requests[operation]?.ask() ?? { path: contractEntry(operation).path.replaceAll(/\{[^}]+\}/g, 'nothing') }

const keyed = operationIds.filter((id) => needsApiKey(contractEntry(id)))
const ofOrganizations = keyed.filter((id) => contractEntry(id).auth === 'organization')
const ofOperator = keyed.filter((id) => contractEntry(id).auth === 'admin')

/** Each cell starts with a new minute, because wrong keys of an address are counted. */
const send = async (operation: OperationId, key: string, asked?: Asked) => {
  world.service.advance(61)
  const { path, body, headers } = asked ?? (await askOf(operation))
  return world.as(key, contractEntry(operation).method, path, body, headers)
}
const outcome = async (response: Response) => {
  const { status } = response
  const { error = null } = await response.json().catch(() => ({}))
  return status < 400 ? [status < 300 ? 'done' : status, null] : [status, error]
}

describe.each(keyed)('%s', (operation) => {
  it('is shut without a key that is valid', async () => {
    const asked = await askOf(operation)
    const cells: [key: string, status: number, error: string][] = [
      ['', 401, 'api_key_required'],
      [shut.wrong, 401, 'invalid_api_key'],
      [shut.wrongSecret, 401, 'invalid_api_key'],
      [shut.revoked, 401, 'revoked_api_key'],
      [shut.expired, 401, 'expired_api_key'],
      [guardingToken, 403, 'insufficient_api_key_scope'],
    ]
    for (const [key, status, error] of cells) {
      const response = await send(operation, key, asked)
      const body = await response.clone().json()
      expect([key, ...(await outcome(response))]).toEqual([key, status, error])
      expect(body).toMatchObject({ error_description: body.message, request_id: expect.any(String) })
    }
  })

  it('opens with the admin key and the one before it', async () => {
    for (const key of [testAdminKey, previousAdminKey])
      expect([401, 403]).not.toContain((await send(operation, key)).status)
  })
})

describe.each(ofOrganizations)('%s with a key of an organisation', (operation) => {
  const { scope = 'any' } = contractEntry(operation)
  const needed: KeyScope = scope === 'any' ? 'entities:write' : scope

  it('takes exactly the scope that it needs', async () => {
    const { key } = await world.makeKey('acme', [needed])
    if (requests[operation] !== undefined) {
      // A key gives no scope that it lacks, so this one makes one that manages keys.
      const asked = await askOf(operation)
      const own = operation === 'createOrganizationKey' ? { ...asked, body: { name: 'x', scopes: [needed] } } : asked
      const done = operation === 'giveStepResult' ? [404, 'step_not_found'] : ['done', null]
      expect(await outcome(await send(operation, key, own))).toEqual(done)
    } else expect([401, 403]).not.toContain((await send(operation, key)).status)
    if (scope === 'any') return
    const others = keyScopes.filter((one) => one !== needed)
    const lacking = await world.makeKey('acme', others)
    const refused = await send(operation, lacking.key)
    expect((await refused.clone().json()).error_description).toContain(`the scope ${needed}`)
    expect(await outcome(refused)).toEqual([403, 'insufficient_api_key_scope'])
  })

  it('does nothing for another organisation, to which this one looks like none', async () => {
    const rule = requests[operation]
    if (rule === undefined) return
    const asked = await rule.ask()
    const answer = await seen(await send(operation, world.birch.owner, asked))
    expect(answer.status).toBe(rule.others ?? 404)
    // The same request about what nobody has gets the same response, byte for byte.
    const ids = [world.acme.pipeline, world.acme.ran, world.acme.execution, world.acme.workflowId]
    const nobodys = (text: string) =>
      [...ids, ...(/(?:pipelines|executions|keys|wallets)\/([a-z0-9]{15})/.exec(text)?.slice(1) ?? [])].reduce(
        (left, id) => left.replaceAll(id, 'zzzzzzzzzzzzzzz'),
        text.replaceAll('acme', 'nobody'),
      )
    const body = asked.body === undefined ? undefined : JSON.parse(nobodys(JSON.stringify(asked.body)))
    const unknown = await seen(await send(operation, world.birch.owner, { path: nobodys(asked.path), body }))
    expect(answer).toEqual(unknown)
    expect(answer.body).not.toContain('acme')
  })
})

describe.each(ofOperator)('%s with a key of an organisation', (operation) => {
  it("is the operator's alone", async () => {
    for (const key of [world.acme.owner, world.birch.owner])
      expect(await outcome(await send(operation, key))).toEqual([403, 'insufficient_api_key_scope'])
  })
})

describe('a key of an organisation', () => {
  const at = '/api/organizations/acme/keys'

  it('is shown once, is found by its prefix, and leaves no secret in storage', async () => {
    const { key, id, prefix } = await world.makeKey('acme', ['pipelines:run'], { name: 'Shown once' })
    expect(key).toMatch(/^wck_[a-z2-7]{8}_[\w-]{43}$/)
    const { keys } = await (await world.as(world.acme.owner, 'GET', at)).json()
    const [listed] = keys
    expect(listed).toMatchObject({ id, prefix, name: 'Shown once', created_by: 'operator', state: 'valid' })
    const secret = key.slice(13)
    expect(JSON.stringify(keys)).not.toContain(secret)
    // Used everywhere that keeps what it gets.
    for (const [method, path, body] of [
      ['POST', '/sessions', { flow: 'pre_authorized_code' }],
      ['GET', '/oid4vci/requests', undefined],
      ['POST', '/issuers/eu-pid-jwt-proof-only/token', { key }],
      ['POST', `/api/pipelines/${world.acme.ran}/run`, undefined],
    ] as const)
      await world.as(key, method, path, body)
    const tables = ['api_keys', 'audit_entries', 'sessions', 'exchanges', 'events', 'findings', 'one_time_values']
    for (const table of [...tables, 'pipeline_results', 'pipelines']) {
      const rows = await world.client.sdk.collection(table).getFullList()
      expect([table, JSON.stringify(rows).includes(secret)]).toEqual([table, false])
    }
  })

  it('is taken in each header that takes the admin key, and not twice', async () => {
    const { owner } = world.acme
    const get = async (headers: Record<string, string>) =>
      (await world.as('', 'GET', '/api/pipelines', undefined, headers)).status
    world.service.advance(61)
    expect(await get({ 'x-api-key': owner })).toBe(200)
    expect(await get({ 'credimi-api-key': owner })).toBe(200)
    expect(await get({ authorization: `Bearer ${owner}` })).toBe(200)
    expect(await get({ 'x-api-key': owner, authorization: `Bearer ${guardingToken}` })).toBe(200)
    expect(await get({ 'x-api-key': owner, 'credimi-api-key': world.birch.owner })).toBe(401)
    expect(await get({ 'x-api-key': owner, 'credimi-api-key': testAdminKey })).toBe(401)
    expect(await get({ 'x-api-key': owner, authorization: `Bearer ${world.birch.owner}` })).toBe(401)
    expect(await get({ 'x-api-key': owner, authorization: `Bearer ${testAdminKey}` })).toBe(401)
  })

  it('gives no scope that it lacks, and no more time than two years', async () => {
    const { key } = await world.makeKey('acme', ['keys:write', 'evidence:read'])
    const make = async (body: unknown) => {
      const response = await world.as(key, 'POST', at, body)
      return [response.status, (await response.json()).error]
    }
    expect(await make({ name: 'x', scopes: ['evidence:read'] })).toEqual([201, undefined])
    expect(await make({ name: 'x', scopes: ['evidence:read', 'pipelines:run'] })).toEqual([
      403,
      'insufficient_api_key_scope',
    ])
    for (const wrong of [
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['everything'] },
      { name: ' ', scopes: ['evidence:read'] },
      { name: 'x'.repeat(61), scopes: ['evidence:read'] },
      { name: 'x', scopes: ['evidence:read'], expires_in_days: 731 },
      { name: 'x', scopes: ['evidence:read'], expires_in_days: 0 },
      { name: 'x', scopes: ['evidence:read'], role: 'owner' },
      { scopes: ['evidence:read'] },
    ])
      expect(await make(wrong)).toEqual([400, 'invalid_request'])
  })

  it('ends at once when it is revoked, may revoke itself, and is on the audit', async () => {
    const { key, id, prefix } = await world.makeKey('acme', ['keys:write'])
    expect((await world.as(key, 'GET', at)).status).toBe(200)
    const revoked = await (await world.as(key, 'DELETE', `${at}/${id}`)).json()
    expect(revoked).toMatchObject({ id, state: 'revoked', revoked_at: expect.any(String) })
    expect((await world.as(key, 'GET', at)).status).toBe(401)
    const again = await (await world.as(world.acme.owner, 'DELETE', `${at}/${id}`)).json()
    expect(again.revoked_at).toBe(revoked.revoked_at)
    const { entries } = await (await world.as(world.acme.owner, 'GET', '/api/organizations/acme/audit')).json()
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'key_revoked', target: prefix, actor: `key ${prefix}`, network: '' },
      { action: 'key_made', target: prefix, actor: 'operator' },
    ])
  })

  it('puts what it changes on the audit, once, and not what it left as it was', async () => {
    const { key, prefix } = await world.makeKey('acme', ['entities:write', 'pipelines:write'])
    const send = async (method: string, path: string, body?: unknown) => {
      const response = await world.as(key, method, path, body)
      expect([path, response.status < 300]).toEqual([path, true])
      return response.json()
    }
    const wallets = '/api/organizations/acme/wallets'
    const { id } = await send('POST', wallets, { name: 'Audited' })
    for (const description of ['once', 'once']) await send('PATCH', `${wallets}/${id}`, { description })
    await send('PATCH', `${wallets}/${id}`, { canonified_name: 'audited-2' })
    await send('DELETE', `${wallets}/${id}`)
    for (const website of ['https://acme.example/', 'https://acme.example/'])
      await send('PATCH', '/api/organizations/acme', { website })
    const definition = definitionOfTests()
    const made = await send('POST', '/api/pipelines', { organization: 'acme', name: 'Audited', definition })
    for (const name of ['Other', 'Other']) await send('PUT', `/api/pipelines/${made.id}`, { name })
    await send('PUT', `/api/pipelines/${made.id}/schedule`, { daily_at: '02:30' })
    await send('DELETE', `/api/pipelines/${made.id}/schedule`)
    await send('DELETE', `/api/pipelines/${made.id}`)
    const { entries } = await (await world.as(world.acme.owner, 'GET', '/api/organizations/acme/audit')).json()
    const own = entries.filter(({ actor }: { actor: string }) => actor === `key ${prefix}`)
    expect(own.map(({ action, target }: Record<string, string>) => `${action} ${target}`).reverse()).toEqual([
      'record_made wallets acme/audited',
      'record_changed wallets acme/audited',
      'record_changed wallets acme/audited-2',
      'record_deleted wallets acme/audited-2',
      'organization_changed acme',
      'pipeline_made acme/audited',
      'pipeline_changed acme/audited',
      'schedule_set acme/audited',
      'schedule_ended acme/audited',
      'pipeline_deleted acme/audited',
    ])
  })

  it('notes its last use, and works while that cannot be noted', async () => {
    const { key, prefix } = await world.makeKey('acme', ['keys:write'])
    const lastUse = async () => {
      const { keys } = await (await world.as(world.acme.owner, 'GET', at)).json()
      return keys.find((one: { prefix: string }) => one.prefix === prefix).last_used_at
    }
    expect(await lastUse()).toBeNull()
    expect((await world.as(key, 'GET', at)).status).toBe(200)
    await expect.poll(lastUse).not.toBeNull()
    await world.sql(
      "CREATE TRIGGER no_use BEFORE UPDATE OF last_used_at ON api_keys BEGIN SELECT RAISE(FAIL, 'x'); END",
    )
    world.service.advance(3601)
    expect((await world.as(key, 'GET', at)).status).toBe(200)
    await world.sql('DROP TRIGGER no_use')
  })

  it('waits with its address like any other when it is guessed at, and is itself taken at once', async () => {
    world.service.advance(61)
    const guess = (index: number) => `wck_${'abcdefgh'}_${String(index).padStart(43, '0')}`
    for (let index = 0; index < 20; index += 1)
      expect((await world.as(guess(index), 'GET', '/api/pipelines')).status).toBe(401)
    const held = await world.as(guess(21), 'GET', '/api/pipelines')
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await world.as(world.acme.owner, 'GET', '/api/pipelines')).status).toBe(200)
    expect((await world.as(testAdminKey, 'GET', '/api/pipelines')).status).toBe(200)
    world.service.advance(61)
  })

  it('makes room for a large body, which a wrong one does not', async () => {
    const definition = { ...definitionOfTests(), steps: [], padding: 'x'.repeat(100_000) }
    const body = { organization: 'acme', name: 'Large', definition }
    expect((await (await world.as(world.acme.owner, 'POST', '/api/pipelines', body)).json()).error).toBe(
      'invalid_pipeline',
    )
    expect((await world.as(shut.wrong, 'POST', '/api/pipelines', body)).status).toBe(401)
  })
})

describe('npm run org', () => {
  const lines: string[] = []
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    lines.length = 0
    await runOrganizationCommand(args, { BASE_URL: world.service.baseUrl, ...env }, (line) => void lines.push(line))
    return [...lines]
  }

  it('makes, lists and revokes keys with the admin key or that of an owner', async () => {
    const admin = { ADMIN_API_KEY: testAdminKey }
    const [key = '', told = ''] = await run(
      ['make-key', 'acme', '--name', 'By command', '--owner', '--days', '30'],
      admin,
    )
    expect(readOrganizationKey(key)).not.toBeNull()
    expect(told).toContain('shown once')
    const own = { ...admin, API_KEY: key }
    const listed = (await run(['keys', 'acme'], own)).find((line) => line.includes('By command')) ?? ''
    expect(listed).toContain(`wck_${key.slice(4, 12)}_…  valid`)
    expect(listed).not.toContain(key)
    const [id = ''] = listed.split(' ')
    expect(await run(['audit', 'acme'], own)).toContainEqual(expect.stringContaining('operator  key_made'))
    expect((await run(['revoke-key', 'acme', id], own))[0]).toContain('By command is revoked')
    await expect(run(['keys', 'acme'], own)).rejects.toThrow('This key was revoked.')
  })

  it('says what is wrong', async () => {
    const env = { API_KEY: world.birch.owner }
    expect((await run(['--help']))[0]).toContain('make-key NAMESPACE')
    await expect(run(['keys'], env)).rejects.toThrow('keys takes one namespace')
    await expect(run(['keys', 'acme'], env)).rejects.toThrow('No organisation of yours has this namespace.')
    await expect(run(['make-key', 'birch'], env)).rejects.toThrow('Say what the key may do')
    await expect(run(['make-key', 'birch', '--scopes', 'all'], env)).rejects.toThrow('scopes.0')
    await expect(run(['make-key', 'birch', '--everything'], env)).rejects.toThrow("Unknown option '--everything'")
    await expect(run(['drop', 'birch'], env)).rejects.toThrow('There is no command drop')
    await expect(run(['keys', 'birch'], { DATA_DIR: '/nowhere' })).rejects.toThrow('There is no key')
    await expect(run(['keys', 'birch'], { ...env, BASE_URL: 'http://127.0.0.1:1' })).rejects.toThrow('does not respond')
  })
})
