import { describe, expect, it } from 'vitest'
import type { RunLine } from './fold-runs'
import { lastGood } from './last-good'

const line = (number: number, more: Partial<RunLine> = {}): RunLine => ({
  number,
  sessionId: `s${number}`,
  kind: 'presentation',
  tone: 'fail',
  cause: null,
  what: '',
  formats: 'SD-JWT',
  campaign: null,
  settings: '{}',
  passed: new Set(),
  startedBy: 'scan',
  says: null,
  program: null,
  tookMillis: 900,
  isOver: true,
  at: '2026-11-29T21:41:00.000Z',
  ...more,
})
const passed = { passed: new Set(['vp.kb.aud']) }
const found = (lines: readonly RunLine[], check: string | null = 'vp.kb.aud') =>
  lastGood([...lines].reverse(), 's9', check)?.number ?? null

describe('the last good session', () => {
  it('is the newest before it that passed the check, in the same wing and format', () => {
    const others = [line(5, { ...passed, formats: 'mdoc' }), line(6, { ...passed, kind: 'issuance' }), line(7)]
    expect(found([line(1, passed), line(2, passed), ...others, line(9)])).toBe(2)
    expect(found([...others, line(9)])).toBeNull()
  })

  it('is one after it where none came before, and never itself', () => {
    expect(found([line(9, passed), line(10, passed), line(11, passed)])).toBe(11)
    expect(found([line(9, passed)])).toBeNull()
  })

  it('passed as a whole where nothing failed', () => {
    expect(found([line(1, { tone: 'pass' }), line(2, passed), line(9)], null)).toBe(1)
    expect(lastGood([line(1)], 'of another workbench', null)).toBeNull()
  })
})
