import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScoreboardWorld, type ScoreboardWorld } from '@/lib/testing/scoreboard'

let world: ScoreboardWorld
beforeAll(async () => {
  world = await openScoreboardWorld()
  await world.pipeline('waiting')
})
afterAll(() => world.close())

let count = 0
/** A run of a published pipeline that waits for the wallet of a session: as the operator sees it, and as a visitor does. */
async function waiting(path: string, body: object) {
  const created = await world.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { session_id, tx_code } = await created.json()
  const id = `waiting-${++count}`
  const step = { id: 'one', kind: 'issuance', state: 'running', waits_for: 'wallet', session_id }
  const reported = await world.execute({
    pipeline: 'acme/waiting',
    workflow_id: id,
    run_id: id,
    status: 'running',
    closed_at: undefined,
    steps: [step],
  })
  const at = `/api/executions/${(await reported.json()).id}`
  const operator = await (await world.call(at)).json()
  const visitor = await (await fetch(world.service.baseUrl + at)).json()
  return { operator, visitor, txCode: tx_code as string | undefined }
}

describe('a run that waits for a wallet', () => {
  it('gives its link and its transaction code to who has the admin key alone', async () => {
    const { operator, visitor, txCode } = await waiting('/sessions', { flow: 'pre_authorized_code', tx_code: true })
    expect(txCode).toMatch(/^\d{6}$/)
    expect(operator).toMatchObject({ waiting_for: 'wallet', tx_code: txCode })
    expect(operator.deeplink).toMatch(/^openid-credential-offer:/)
    expect(visitor).toMatchObject({ status: 'running', waiting_for: 'wallet' })
    expect(visitor).not.toHaveProperty('tx_code')
    expect(visitor).not.toHaveProperty('deeplink')
    expect(JSON.stringify(visitor)).not.toContain(`"${txCode}"`)
  })

  it('has no code where the wallet asks for none', async () => {
    for (const path of ['/sessions', '/openid4vp/sessions'])
      expect((await waiting(path, {})).operator).toMatchObject({ deeplink: expect.any(String), tx_code: null })
  })
})
