import { describe, expect, it } from 'vitest'
import { labelled, minutes, runLanes, slowestFiles } from './lanes.mjs'

const passed = { tally: { passed: 1, failed: 0, skipped: 0 } }
const failed = { tally: { passed: 0, failed: 1, skipped: 0 }, failures: [{ title: 'a test', error: 'x' }] }

/** Runs lanes of parts and records the order of starts and ends. */
async function run(
  lanes: Parameters<typeof runLanes>[0],
  { controller = new AbortController(), shared = [] as Parameters<typeof runLanes>[0][number] } = {},
): Promise<{ log: string[]; outcomes: Awaited<ReturnType<typeof runLanes>> }> {
  const log: string[] = []
  const outcomes = await runLanes(lanes, {
    shared,
    signal: controller.signal,
    onStart: (name) => log.push(`+${name}`),
    onEnd: ({ name }) => log.push(`-${name}`),
    onError: (name, error) => {
      log.push(`${name}: ${(error as Error).message}`)
      return failed
    },
  })
  return { log, outcomes }
}

describe('lanes', () => {
  it('run side by side, and the parts of each one after the other', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { log, outcomes } = await run([
      [
        { name: 'a1', run: () => held.then(() => passed) },
        { name: 'a2', run: async () => passed },
      ],
      [
        { name: 'b1', run: async () => passed },
        {
          name: 'b2',
          run: async () => {
            release()
            return passed
          },
        },
      ],
    ])
    expect(log.slice(0, 4)).toEqual(['+a1', '+b1', '-b1', '+b2'])
    expect(log.indexOf('-a1')).toBeLessThan(log.indexOf('+a2'))
    expect(outcomes.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  it('go on after a part that failed or threw, and count it', async () => {
    const { log, outcomes } = await run([
      [
        { name: 'throws', run: () => Promise.reject(new Error('no server')) },
        { name: 'fails', run: async () => failed },
        { name: 'passes', run: async () => passed },
      ],
    ])
    expect(log).toContain('throws: no server')
    expect(outcomes.map(({ tally }) => tally.failed)).toEqual([1, 1, 0])
    expect(outcomes.map(({ failures }) => failures.length)).toEqual([1, 1, 0])
  })

  it('start nothing more after an interruption', async () => {
    const controller = new AbortController()
    const { log } = await run(
      [
        [
          {
            name: 'first',
            run: async () => {
              controller.abort()
              return passed
            },
          },
          { name: 'second', run: async () => passed },
        ],
      ],
      { controller, shared: [{ name: 'third', run: async () => passed }] },
    )
    expect(log).toEqual(['+first', '-first'])
  })

  it('that have ended share what is left, each part once', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const last = async () => {
      release()
      return passed
    }
    const { log, outcomes } = await run(
      [[{ name: 'long', run: () => held.then(() => passed) }], [{ name: 'short', run: async () => passed }]],
      {
        shared: [
          { name: 'one', run: async () => passed },
          { name: 'two', run: last },
        ],
      },
    )
    expect(log).toEqual(['+long', '+short', '-short', '+one', '-one', '+two', '-two', '-long'])
    expect(outcomes.map(({ name }) => name)).toEqual(['long', 'short', 'one', 'two'])
  })
})

describe('labelled output', () => {
  it('comes by whole lines, whatever the chunks, and the last one without an end too', () => {
    const lines: string[] = []
    const output = labelled('flows | ', (line) => lines.push(line))
    for (const chunk of ['one\ntw', 'o\n\nthr', 'ee']) output.add(chunk)
    expect(lines).toEqual(['flows | one', 'flows | two', 'flows | '])
    output.end()
    output.end()
    expect(lines.at(-1)).toBe('flows | three')
    expect(lines).toHaveLength(4)
  })
})

it('the slowest files of all parts are named, slowest first', () => {
  const outcome = (name: string, ...seconds: number[]) => ({
    name,
    seconds: 9,
    ...passed,
    files: seconds.map((value) => ({ file: `${name}-${value}`, seconds: value })),
    failures: [],
  })
  expect(slowestFiles([outcome('unit', 3, 1), outcome('flows', 2, 5)], 3)).toEqual([
    { part: 'flows', file: 'flows-5', seconds: 5 },
    { part: 'unit', file: 'unit-3', seconds: 3 },
    { part: 'flows', file: 'flows-2', seconds: 2 },
  ])
})

it('times read as minutes and seconds', () => {
  expect([0.4, 9.6, 65, 3600].map(minutes)).toEqual(['0:00', '0:10', '1:05', '60:00'])
})
