import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type HttpAnswer, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

describe('members of a creation that this service does not have', () => {
  const service = serviceForTests()
  const { http } = service

  const create = (path: string, body: JsonRecord, prefer?: string): Promise<HttpAnswer> =>
    http(jsonPost(path, body, prefer === undefined ? [] : [['Prefer', prefer]]))
  const read = async (path: string): Promise<JsonRecord> => (await http({ path })).object()

  const wallet = { name: 'W', version: '1' }
  const kinds = [
    { path: '/openid4vp/sessions', right: {}, id: 'session_id', wrong: 'negative_tests', nearly: 'negative_test' },
    { path: '/sessions', right: { flow: 'pre_authorized_code' }, id: 'session_id', wrong: 'faults', nearly: 'fault' },
    {
      path: '/campaigns',
      right: { wallet, campaign: 'smoke' },
      id: 'campaign_id',
      wrong: 'silence_second',
      nearly: 'silence_seconds',
    },
  ]

  it.each(kinds)('of POST $path are ignored and told', async ({ path, right, id, wrong, nearly }) => {
    const answer = await create(path, { ...right, [wrong]: 'x', mood: 1 })
    expect(answer.status).toBe(201)
    expect(answer.header('Ignored-Members')).toBe(`"${wrong}", "mood"`)
    expect(answer.header('Preference-Applied')).toBeNull()
    const view = await read(`${path}/${JSON.parse(answer.body)[id]}`)
    expect(view.ignored_members).toEqual([{ name: wrong, nearly }, { name: 'mood' }])
    expect(view.warnings).toEqual(
      expect.arrayContaining([`Ignored: ${wrong} (nearly ${nearly}), mood are no members of this request.`]),
    )
    if (path !== '/campaigns')
      expect((view.events as { detail: JsonRecord }[])[0]?.detail.ignored_members).toEqual([wrong, 'mood'])
  })

  it('of the wallet of a campaign are told, and refused strictly', async () => {
    const body = { wallet: { ...wallet, versoin: '2', vendor: 'V' }, campaign: 'smoke' }
    const answer = await create('/campaigns', body)
    expect([answer.status, answer.header('Ignored-Members')]).toEqual([201, '"wallet/versoin", "wallet/vendor"'])
    const view = await read(`/campaigns/${JSON.parse(answer.body).campaign_id}`)
    expect(view.ignored_members).toEqual([{ name: 'wallet/versoin', nearly: 'version' }, { name: 'wallet/vendor' }])
    const refused = await create('/campaigns', body, 'handling=strict')
    expect([refused.status, refused.object().pointer]).toEqual([400, '/wallet/versoin'])
  })

  it.each([
    ['mutations', [{ target: 'request_object', op: 'remove', path: '/nonce' }]],
    ['negative_test', 'missing_nonce'],
    ['fault', 'no_expires_in'],
    ['request_mutation', { request_object: { unset: ['/nonce'] } }],
    ['request_behavior', { signature: 'corrupt' }],
    ['response_scenario', { status: 500 }],
    ['client_metadata', { jwks: null }],
    ['status_reference', 'negative_index'],
  ])('that ask a session for something wrong are refused by a campaign: %s', async (name, value) => {
    const answer = await create('/campaigns', { wallet, campaign: 'smoke', [name]: value } as JsonRecord)
    expect([answer.status, answer.object()]).toMatchObject([
      400,
      { error: 'unsupported_member', pointer: `/${name}`, errors: [{ pointer: `/${name}` }] },
    ])
    const idle = await create('/campaigns', { wallet, campaign: 'smoke', [name]: null })
    expect([idle.status, idle.header('Ignored-Members')]).toEqual([201, `"${name}"`])
  })

  it.each(kinds)(
    'of POST $path refuse a request that is to be handled strictly',
    async ({ path, right, wrong, nearly }) => {
      const answer = await create(path, { ...right, [wrong]: 'x' }, 'handling=strict')
      expect(answer.status).toBe(400)
      expect(answer.header('Preference-Applied')).toBe('handling=strict')
      expect(JSON.parse(answer.body)).toMatchObject({
        error: 'unknown_member',
        pointer: `/${wrong}`,
        errors: [{ code: 'unknown_member', pointer: `/${wrong}`, message: expect.stringContaining(nearly) }],
      })
      const right201 = await create(path, right, 'handling=strict')
      expect([right201.status, right201.header('Preference-Applied')]).toEqual([201, 'handling=strict'])
    },
  )

  it.each(kinds)('of POST $path have the name __proto__ too', async ({ path, right, id }) => {
    const body: JsonRecord = JSON.parse(JSON.stringify({ ...right, mood: 1 }).replace('mood', '__proto__'))
    const answer = await create(path, body)
    expect([answer.status, answer.header('Ignored-Members')]).toEqual([201, '"__proto__"'])
    const view = await read(`${path}/${JSON.parse(answer.body)[id]}`)
    expect(view.ignored_members).toEqual([{ name: '__proto__' }])
    const refused = await create(path, body, 'handling=strict')
    expect([refused.status, refused.object().pointer]).toEqual([400, '/__proto__'])
    const quoted = await create(path, body, 'wait="a, handling=strict"')
    expect([quoted.status, quoted.header('Preference-Applied')]).toEqual([201, null])
  })

  it.each(kinds)('of POST $path are told nowhere where there are none', async ({ path, right, id }) => {
    const answer = await create(path, right)
    expect(answer.header('Ignored-Members')).toBeNull()
    const view = await read(`${path}/${JSON.parse(answer.body)[id]}`)
    expect(view).not.toHaveProperty('ignored_members')
    expect(JSON.stringify(view.warnings ?? [])).not.toContain('Ignored')
  })

  it('are told beside the links that a request prefers', async () => {
    const answer = await create('/sessions', {}, 'return=representation, handling=strict')
    expect(answer.header('Preference-Applied')).toBe('return=representation, handling=strict')
    expect(JSON.parse(answer.body)).toHaveProperty('report_url')
  })

  it('end the step of a CI whose script mistypes one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mistyped-'))
    try {
      const script = join(folder, 'campaign.sh')
      const right = readFileSync('action/campaign.sh', 'utf8')
      writeFileSync(script, right.replace('auto_approve', 'auto_aprove'))
      const child = spawn('sh', [script], {
        cwd: folder,
        env: { PATH: process.env.PATH, NODE_ENV: 'test', SERVICE: service.baseUrl, OPEN_LINK: 'false' },
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
      expect(await once(child, 'close')).toEqual([2, null])
      expect(said).toContain('The campaign could not be started')
      expect(said).toContain('"pointer":"/auto_aprove"')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
