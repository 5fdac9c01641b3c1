import { describe, expect, it } from 'vitest'
import { rowsMax, zRow, zSaveResults } from '../z-save-results'
import { readAdminForm } from './read-admin-body'
import type { ScoreboardContext } from './scoreboard-endpoint'

const row = (index: number, more: object = {}) => ({
  pipeline_id: `p-${index}`,
  total_runs: 2,
  total_successes: 1,
  success_rate: 50,
  ...more,
})

const list = { member: 'aggregated_pipelines', element: zRow, max: rowsMax }

const rowsOf = (count: number, wrong: Readonly<Record<number, object>> = {}) =>
  Array.from({ length: count }, (_, index) => row(index, wrong[index]))

/** What a body is parsed as, or refused with, and how often others got a turn meanwhile. */
async function read(body: unknown, rows: typeof list | undefined) {
  let turns = 0
  const turn = async () => {
    turns += 1
  }
  const exchange = { headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(body)) }
  const context = { exchange, ports: { turn } } as unknown as ScoreboardContext
  const form = { part: 'results', bytesMax: 1e9, ...(rows === undefined ? {} : { list: rows }) }
  const result = await readAdminForm(context, zSaveResults, form).catch((error: Error) => ({
    ...error,
    message: error.message,
  }))
  return { result, turns }
}

describe('the long list of a body', () => {
  it('is read with a turn between 400 elements, and with others while it is searched for keys', async () => {
    const turnsOf = async (count: number) => (await read({ aggregated_pipelines: rowsOf(count) }, list)).turns
    expect([await turnsOf(400), await turnsOf(401), await turnsOf(1200)]).toEqual([0, 1, 2 + 2])
  })

  it.each([
    ['all right', { aggregated_pipelines: rowsOf(900), allow_empty: true, other: 1 }],
    ['none', { aggregated_pipelines: [] }],
    ['no list', { aggregated_pipelines: { length: 3 } }],
    ['no object', [1]],
    ['nothing', null],
    ['too many', { aggregated_pipelines: Array(rowsMax + 1).fill(1) }],
    ['one wrong', { aggregated_pipelines: rowsOf(900, { 850: { pipeline_id: 'a/b', total_runs: -1 } }) }],
    [
      'a rule of a row',
      { aggregated_pipelines: rowsOf(2, { 1: { total_successes: 3 } }), part: { index: 0, total: 1 } },
    ],
    ['a rule of the whole', { aggregated_pipelines: rowsOf(2), part: { index: 0, total: 1 } }],
    [
      'a row and a rule of the whole',
      { aggregated_pipelines: rowsOf(2, { 1: { pipeline_id: 'a/b' } }), part: { index: 0, total: 1 } },
    ],
    ['another member too', { aggregated_pipelines: rowsOf(2, { 0: { pipeline_id: 7 } }), part: 7, allow_empty: 1 }],
    ['all wrong', { aggregated_pipelines: Array.from({ length: 900 }, () => ({ pipeline_id: 1 })), part: 7 }],
  ])('is read as the schema says at once: %s', async (_name, body) => {
    const { result } = await read(body, list)
    expect(result).toEqual((await read(body, undefined)).result)
  })
})
