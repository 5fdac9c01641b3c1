import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startPocketBase } from '@/lib/testing/pocketbase'

/** A hook that reports the query plans for the newest requests of the verifier and of the issuers. */
const hook = `
const plan = (of) => {
  const rows = arrayOf(new DynamicModel({ detail: '' }))
  $app.db().newQuery('EXPLAIN QUERY PLAN SELECT * FROM recorded_exchanges WHERE of_verifier = ' + of +
    ' ORDER BY recorded_exchanges.at DESC, recorded_exchanges.seq DESC LIMIT 200').all(rows)
  return rows.map(({ detail }) => detail)
}
`
const route = `routerAdd('GET', '/plans', (e) => { ${hook} return e.json(200, [plan(0), plan(1)]) })`

/**
 * The store's look-ups as PocketBase writes them, with the index that each must use. None may sort all matching rows.
 */
const lookUps = [
  [
    'idx_sessions_state_digest (state_digest=?',
    "sessions WHERE sessions.state_digest = 'x' ORDER BY sessions.created_at DESC LIMIT 1",
  ],
  [
    'idx_sessions_encryption_kid_digest (encryption_kid_digest=?',
    "sessions WHERE sessions.encryption_kid_digest = 'x' ORDER BY sessions.created_at DESC LIMIT 1",
  ],
  ['idx_sessions_offer (credential_offer_id=?', "sessions WHERE sessions.credential_offer_id = 'x' LIMIT 1"],
  ['idx_sessions_created (created_at<?', "sessions WHERE created_at < 'x' ORDER BY created_at LIMIT 100"],
  [
    'idx_sessions_created (created_at>? AND created_at<?',
    "sessions WHERE sessions.issuer_configuration_id = 'x' AND sessions.created_at <= 'y' AND sessions.expires_at > 'y' AND sessions.credential_offer_mode = 'x' AND sessions.created_at > 'x' ORDER BY sessions.created_at DESC LIMIT 20",
  ],
  [
    'idx_campaigns_wallet (wallet_digest=? AND by_operator=?',
    "campaigns WHERE campaigns.wallet_digest = 'x' AND campaigns.by_operator = 1 ORDER BY campaigns.created_at DESC, campaigns.id LIMIT 20",
  ],
  [
    'idx_entered_results_wallet_digest (wallet_digest=? AND by_operator=?',
    "entered_results WHERE entered_results.wallet_digest = 'x' AND entered_results.by_operator = 1 ORDER BY entered_results.seq DESC LIMIT 200",
  ],
  [
    'idx_declarations_wallet_digest (wallet_digest=? AND by_operator=?',
    "declarations WHERE declarations.wallet_digest = 'x' AND declarations.by_operator = 1 ORDER BY declarations.seq DESC LIMIT 200",
  ],
  [
    'idx_removed_runs_wallet_digest (wallet_digest=? AND by_operator=?',
    "removed_runs WHERE removed_runs.wallet_digest = 'x' AND removed_runs.by_operator = 1 ORDER BY removed_runs.preset LIMIT 500",
  ],
  [
    'sqlite_autoindex_kept_results_1 (id=?',
    `kept_results WHERE id = 'x' AND key = 'x' ${['events', 'exchanges', 'findings']
      .map((table) => `AND ${table} = (SELECT count(*) FROM ${table} WHERE session_id = kept_results.id)`)
      .join(' ')}`,
  ],
  ['idx_workbenches_digest (digest=?', "workbenches WHERE workbenches.digest = 'x' LIMIT 1"],
  ['idx_workbenches_door (door_digest=?', "workbenches WHERE workbenches.door_digest = 'x' LIMIT 1"],
  ['idx_workbenches_view (view_digest=?', "workbenches WHERE workbenches.view_digest = 'x' LIMIT 1"],
  ['idx_workbenches_expires (expires_at<?', "workbenches WHERE expires_at < 'x' LIMIT 100"],
  [
    'idx_sessions_workbench (workbench=? AND number>?',
    "sessions WHERE sessions.workbench = 'x' AND sessions.number > 3 ORDER BY sessions.number DESC LIMIT 50",
  ],
  ['idx_kept_results_session (session_id=?', "kept_results WHERE session_id = 'x'"],
  ['idx_pipeline_results_run (workflow_id=? AND run_id=?', "pipeline_results WHERE workflow_id = 'x' AND run_id = 'x'"],
  ['idx_pipeline_schedules_pipeline (pipeline=?', "pipeline_schedules WHERE pipeline = 'x'"],
  ['idx_one_time_values_digest (kind=? AND digest=?', "one_time_values WHERE kind = 'x' AND digest = 'x'"],
] as const
const lookUpHook = `routerAdd('GET', '/plans', (e) => e.json(200, ${JSON.stringify(lookUps.map(([, sql]) => sql))}.map((sql) => {
  const rows = arrayOf(new DynamicModel({ detail: '' }))
  $app.db().newQuery('EXPLAIN QUERY PLAN SELECT * FROM ' + sql).all(rows)
  return rows.map(({ detail }) => detail)
})))`

it('what comes from outside is looked up by an index, and nothing that others stored is sorted for it', async () => {
  const hooksDir = await mkdtemp(join(tmpdir(), 'wallet-capture-hooks-'))
  await writeFile(join(hooksDir, 'plans.pb.js'), lookUpHook)
  const server = await startPocketBase({ hooksDir })
  try {
    const plans = (await (await fetch(`${server.url}/plans`)).json()) as string[][]
    lookUps.forEach(([index], at) => {
      const plan = plans[at] ?? []
      expect([index, plan[0]]).toEqual([index, expect.stringContaining(`USING INDEX ${index}`)])
      expect([index, plan.filter((step) => /^SCAN|TEMP B-TREE FOR ORDER/.test(step))]).toEqual([index, []])
    })
  } finally {
    await server.remove()
    await rm(hooksDir, { recursive: true })
  }
})

/** What tells which sessions of a wallet's campaigns count, as `pb_hooks/evidence/runs.js` asks it. */
const runsHook = `routerAdd('GET', '/plans', (e) => {
  const rows = arrayOf(new DynamicModel({ detail: '' }))
  $app.db().newQuery("EXPLAIN QUERY PLAN SELECT id, kind, preset, created_at FROM sessions WHERE rowid > 0 AND campaign_id IN " +
    "(SELECT id FROM campaigns WHERE wallet_digest = 'x') ORDER BY created_at DESC, id").all(rows)
  return e.json(200, rows.map(({ detail }) => detail))
})`

it("the sessions of a wallet's campaigns are listed by an index alone, because their rows are long", async () => {
  const hooksDir = await mkdtemp(join(tmpdir(), 'wallet-capture-hooks-'))
  await writeFile(join(hooksDir, 'plans.pb.js'), runsHook)
  const server = await startPocketBase({ hooksDir })
  try {
    const [plan] = (await (await fetch(`${server.url}/plans`)).json()) as string[]
    expect(plan).toBe('SEARCH sessions USING COVERING INDEX idx_sessions_campaign (campaign_id=?)')
  } finally {
    await server.remove()
    await rm(hooksDir, { recursive: true })
  }
})

it('the newest requests of a protocol are found by an index, however many there are of the other', async () => {
  const hooksDir = await mkdtemp(join(tmpdir(), 'wallet-capture-hooks-'))
  await writeFile(join(hooksDir, 'plans.pb.js'), route)
  const server = await startPocketBase({ hooksDir })
  try {
    const plans = (await (await fetch(`${server.url}/plans`)).json()) as string[][]
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toContainEqual(expect.stringMatching(/SEARCH e USING INDEX idx_exchanges_protocol/))
      expect(plan.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([])
    }
  } finally {
    await server.remove()
    await rm(hooksDir, { recursive: true })
  }
})
