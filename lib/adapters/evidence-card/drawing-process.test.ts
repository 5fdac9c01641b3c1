import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import { cardDrawing } from './draw-cards'
import { createDrawingProcess } from './drawing-process'

const directory = mkdtempSync(join(tmpdir(), 'wallet-capture-drawing-'))
symlinkSync(resolve('node_modules'), join(directory, 'node_modules'), 'junction')
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const card = { kind: 'Scoreboard', title: '7 wallets', tone: 'open', line: '1204 of 1611 runs succeeded' } as const

/** A program that answers orders as `answer`, a body of `(order, send)`, says, and ends with its channel. */
function programThat(name: string, answer: string): string {
  const file = join(directory, `${name}.mjs`)
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
     const send = (message) => process.send(message)
     process.on('disconnect', () => existsSync(${JSON.stringify(file)}) && writeFileSync(${JSON.stringify(`${file}.ended`)}, ''))
     process.on('message', (order) => { ${answer} })`,
  )
  return file
}

it('the process draws what this one would draw', async () => {
  const outfile = join(directory, 'draw-cards.mjs')
  await build({
    entryPoints: ['lib/adapters/evidence-card/draw-program.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  })
  const drawing = createDrawingProcess(outfile)
  const numbers = { runs: 9, successes: 7 }
  const pipeline = { name: 'Smoke', organization: 'Acme', numbers }
  const session = { title: 'Issuance', verdict: 'Passed', tone: 'pass', sentence: '', failure: null } as const
  const evidence = { ...session, strip: ['pass'] as const, date: '2026-11-20T12:00:00Z' }
  const [ofPage, ofPipeline, ofSession] = await Promise.all([
    drawing.drawPageCard(card),
    drawing.drawPipelineCard(pipeline),
    drawing.drawEvidenceCard(evidence),
  ])
  expect(Buffer.compare(ofPage, await cardDrawing.drawPageCard(card))).toBe(0)
  expect(Buffer.compare(ofPipeline, await cardDrawing.drawPipelineCard(pipeline))).toBe(0)
  expect(Buffer.compare(ofSession, await cardDrawing.drawEvidenceCard(evidence))).toBe(0)
})

it('a card that cannot be drawn is rejected with the reason, and the next one is drawn', async () => {
  const drawing = createDrawingProcess(
    programThat(
      'refuses',
      `send({ id: order.id, ...(order.id === 1 ? { error: 'no font' } : { png: new Uint8Array([7]) }) })`,
    ),
  )
  await expect(drawing.drawPageCard(card)).rejects.toThrow('no font')
  expect([...(await drawing.drawPageCard(card))]).toEqual([7])
})

it('a card is rejected if its process ends or is stuck, and the next one begins another process', async () => {
  for (const [name, does, reason] of [
    ['ends', 'process.exit(3)', 'code 3'],
    ['hangs', '', 'SIGKILL'],
  ] as const) {
    const answer = `if (order.id === 1) { ${does} } else send({ id: order.id, png: new Uint8Array([order.id]) })`
    const drawing = createDrawingProcess(programThat(name, answer))
    const first = drawing.drawPageCard(card)
    if (name === 'hangs') vi.advanceTimersByTime(30_000)
    await expect(first).rejects.toThrow(reason)
    expect([...(await drawing.drawPageCard(card))]).toEqual([2])
  }
})

it('a process without cards ends', async () => {
  const program = programThat('rests', 'send({ id: order.id, png: new Uint8Array([1]) })')
  await createDrawingProcess(program).drawPageCard(card)
  expect(existsSync(`${program}.ended`)).toBe(false)
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await eventually(async () => existsSync(`${program}.ended`))
})
