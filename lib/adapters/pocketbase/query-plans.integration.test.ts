import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startPocketBase } from '@/lib/testing/pocketbase'

/** A hook that tells how storage would find the newest requests of the verifier, and of the issuers. */
const hook = `
const plan = (of) => {
  const rows = arrayOf(new DynamicModel({ detail: '' }))
  $app.db().newQuery('EXPLAIN QUERY PLAN SELECT * FROM recorded_exchanges WHERE of_verifier = ' + of +
    ' ORDER BY recorded_exchanges.at DESC, recorded_exchanges.seq DESC LIMIT 200').all(rows)
  return rows.map(({ detail }) => detail)
}
`
const route = `routerAdd('GET', '/plans', (e) => { ${hook} return e.json(200, [plan(0), plan(1)]) })`

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
