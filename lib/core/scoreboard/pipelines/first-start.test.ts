import { describe, expect, it } from 'vitest'
import { builtInPipelines, builtInRevision } from './built-in-pipelines'
import { type BuiltInMode, type BuiltInState, type FirstStartPorts, firstStart } from './first-start'

/** Stands in for an installation: a run is running when first looked at, and then over. */
function installation(changed: Partial<BuiltInState> = {}) {
  const state = { run_revision: 0, daily_at: '', saved_by: '' as BuiltInState['saved_by'], ...changed }
  const told: string[] = []
  const started = new Map<string, string>()
  const schedules = new Map<string, string>()
  /** How many more times Temporal fails. */
  const away = { left: 0 }
  /** Runs that their worker did not finish: `{id}.{key}`. */
  const lost = new Set<string>()
  const looks = new Map<string, number>()
  const counts = { live: 0, most: 0, aggregations: 0, daily: [] as unknown[], warned: [] as string[] }
  /** Answers instead of the service, while it returns one. */
  const answers: { instead: (method: string, path: string) => { status: number; body: unknown } | null } = {
    instead: () => null,
  }
  const call: FirstStartPorts['call'] = async (method, path, { headers = {}, body } = {}) => {
    const other = answers.instead(method, path)
    if (other !== null) return other
    const ok = (status: number, members: object = {}) => ({ status, body: members })
    if (path === '/readyz') return ok(200)
    if (path.endsWith('/aggregate/start')) {
      counts.aggregations += 1
      expect(counts.live).toBe(0)
      return ok(200, { already_running: counts.aggregations === 1 })
    }
    const [, id = '', what] = /^\/api\/pipelines\/(\w+)\/(run|schedule)$/.exec(path) ?? []
    if (what === 'run') {
      const key = `${id} ${headers['idempotency-key']}`
      if (!started.has(key)) counts.most = Math.max(counts.most, ++counts.live)
      started.set(key, id)
      return ok(202, { execution_id: key.replace(' ', '.') })
    }
    if (what === 'schedule') {
      if (method === 'DELETE') schedules.delete(id)
      else schedules.set(id, String((body as { daily_at: string }).daily_at))
      return ok(200)
    }
    const execution = path.split('/').at(-1) ?? ''
    const seen = (looks.get(execution) ?? 0) + 1
    looks.set(execution, seen)
    if (seen === 2) counts.live -= 1
    if (seen < 2) return ok(200, { status: 'running', infra: false })
    const isLost = lost.has(execution)
    return ok(200, { status: isLost ? 'canceled' : 'failed', infra: isLost })
  }
  const ports: FirstStartPorts = {
    settings: {
      state: async () => ({ ...state }),
      noteRun: async (revision) => {
        state.run_revision = revision
      },
      drawDaily: async (at) => {
        state.daily_at = at === '' ? '' : state.daily_at || at
        return state.daily_at
      },
    },
    call,
    schedules: async () => [...schedules].map(([pipeline, daily_at]) => ({ pipeline, daily_at })),
    aggregateDaily: async (at) => {
      if (away.left > 0) {
        away.left -= 1
        throw new Error('Temporal is away.')
      }
      counts.daily.push(at)
    },
    wait: async () => undefined,
    random: () => 0.999,
    warn: (message) => void counts.warned.push(message),
    tell: (message) => void told.push(message),
  }
  return {
    state,
    told,
    started,
    lost,
    away,
    schedules,
    counts,
    answers,
    start: (mode: BuiltInMode) => firstStart(mode, ports),
  }
}

const ids = builtInPipelines.map(({ id }) => id)

describe('the first start', () => {
  it('runs each built-in pipeline once, two at a time, and aggregates after all of them', async () => {
    const { start, started, counts, state } = installation()
    await start('once')
    expect([...started.values()]).toEqual(ids)
    expect([...started.keys()][0]).toBe(`${ids[0]} first-start-${builtInRevision}`)
    // The aggregation already under way may have read the ledger before the last run was in it.
    expect(counts).toMatchObject({ most: 2, live: 0, aggregations: 2, warned: [] })
    expect(state.run_revision).toBe(builtInRevision)
  })

  it('runs nothing again, nor anything where it is off', async () => {
    for (const [mode, changed] of [
      ['once', { run_revision: builtInRevision }],
      ['off', {}],
    ] as const) {
      const { start, started, counts } = installation(changed)
      await start(mode)
      expect([started.size, counts.aggregations]).toEqual([0, 0])
    }
  })

  it('asks for no run while Temporal is away, and runs all once it is there', async () => {
    const { start, started, answers } = installation()
    const asked: string[] = []
    let away = 3
    answers.instead = (_method, path) => {
      asked.push(path)
      return path === '/readyz' ? { status: 200, body: { parts: { temporal: away-- <= 0 } } } : null
    }
    await start('once')
    expect(asked.slice(0, 5)).toEqual(['/readyz', '/readyz', '/readyz', '/readyz', `/api/pipelines/${ids[0]}/run`])
    expect(started.size).toBe(ids.length)
  })

  it('replaces no rows that somebody saved, and its own', async () => {
    const theirs = installation({ saved_by: 'api' })
    await theirs.start('once')
    expect([theirs.started.size, theirs.counts.aggregations]).toEqual([ids.length, 0])
    const ours = installation({ saved_by: 'workflow', run_revision: builtInRevision - 1 })
    await ours.start('once')
    expect([ours.started.size, ours.counts.aggregations > 0]).toEqual([ids.length, true])
  })

  it('passes over what was deleted, says what is refused, and asks again where something is away', async () => {
    const { start, started, answers, counts } = installation()
    let away = 3
    answers.instead = (_method, path) => {
      if (path.includes(ids[0] ?? '')) return { status: 404, body: { error: 'pipeline_not_found' } }
      if (path === `/api/pipelines/${ids[1]}/run`) return { status: 400, body: { error: 'invalid_pipeline' } }
      return away-- > 0 ? { status: 503, body: null } : null
    }
    await start('once')
    expect([...started.values()]).toEqual(ids.slice(2))
    expect(counts.warned).toEqual(['a built-in pipeline was not run'])
  })

  it('repeats a run that the service failed, twice at most, and tells how many ran', async () => {
    const { start, started, lost, counts, state, told } = installation()
    const key = `first-start-${builtInRevision}`
    lost.add(`${ids[0]}.${key}`)
    for (const again of ['', '-again', '-once-more']) lost.add(`${ids[1]}.${key}${again}`)
    await start('once')
    const keysOf = (id?: string) => [...started].flatMap(([name, of]) => (of === id ? [name.split(' ')[1]] : []))
    expect(keysOf(ids[0])).toEqual([key, `${key}-again`])
    expect(keysOf(ids[1])).toEqual([key, `${key}-again`, `${key}-once-more`])
    expect(keysOf(ids[2])).toEqual([key])
    expect(counts).toMatchObject({ live: 0, warned: ['the service failed each run of a built-in pipeline'] })
    expect(told).toEqual([`${ids.length - 1} of the ${ids.length} built-in pipelines have run`])
    expect(state.run_revision).toBe(builtInRevision)
  })

  it('does not note what none of them could run, and says so', async () => {
    const { start, answers, counts, state, told } = installation()
    const invalid = { error: 'invalid_pipeline', error_description: 'wallet: there is none of this name.' }
    answers.instead = (_method, path) => (path.endsWith('/run') ? { status: 400, body: invalid } : null)
    await start('once')
    expect([state.run_revision, counts.aggregations, counts.warned.length]).toEqual([0, 0, ids.length])
    expect(told).toEqual([`0 of the ${ids.length} built-in pipelines have run; the next start tries again`])
    answers.instead = () => null
    await start('once')
    expect([state.run_revision, counts.aggregations > 0]).toEqual([builtInRevision, true])
  })

  it('schedules them daily at one time that was drawn, but none that has a schedule, and no more once it is not daily', async () => {
    const { start, schedules, state, counts } = installation()
    schedules.set(ids[0] ?? '', '03:00')
    await start('daily')
    expect(state.daily_at).toBe('23:58')
    expect([...schedules.values()]).toEqual(['03:00', ...ids.slice(1).map(() => '23:58')])
    expect(counts.daily).toEqual([{ hour: 0, minute: 8 }])
    state.daily_at = '05:07'
    await start('daily')
    expect(state.daily_at).toBe('05:07')
    state.daily_at = '23:58'
    await start('off')
    expect([[...schedules], counts.daily.at(-1), state.daily_at]).toEqual([[[ids[0], '03:00']], null, ''])
  })
  it('keeps or ends the daily runs later, where Temporal or the storage is away', async () => {
    const { start, schedules, counts, away } = installation({ run_revision: builtInRevision })
    away.left = 3
    await start('daily')
    expect([schedules.size, counts.daily.length, away.left]).toEqual([ids.length, 1, 0])
    away.left = 2
    await start('off')
    expect([schedules.size, counts.daily.at(-1), away.left]).toEqual([0, null, 0])
    expect(counts.warned).toEqual(Array(2).fill('the daily runs of the built-in pipelines are tried again'))
    away.left = Number.POSITIVE_INFINITY
    await expect(start('daily')).rejects.toThrow('Temporal is away.')
  })
})
