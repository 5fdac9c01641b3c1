import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { onParentGone, withTimerSlack } from './processes.mjs'

describe('the end of the parent', () => {
  covers('D26')
  it('is told once, when there is another one', () => {
    vi.useFakeTimers()
    try {
      let parent = 17
      const gone = vi.fn()
      onParentGone(gone, { parent: () => parent, everyMs: 10 })
      vi.advanceTimersByTime(1000)
      expect(gone).not.toHaveBeenCalled()
      parent = 1
      vi.advanceTimersByTime(10)
      expect(gone).toHaveBeenCalledTimes(1)
      parent = 2
      vi.advanceTimersByTime(1000)
      expect(gone).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the timer slack', () => {
  const slackFile = (): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'wallet-capture-slack-')), 'timerslack_ns')
    writeFileSync(file, '50000\n')
    return file
  }

  it('is set while a program starts, and is as before afterwards', () => {
    const file = slackFile()
    expect(withTimerSlack(1_000_000, () => readFileSync(file, 'utf8'), file)).toBe('1000000')
    expect(readFileSync(file, 'utf8')).toBe('50000')
  })
  it('is as before when the program does not start', () => {
    const file = slackFile()
    const start = () => {
      throw new Error('no such program')
    }
    expect(() => withTimerSlack(1_000_000, start, file)).toThrow('no such program')
    expect(readFileSync(file, 'utf8')).toBe('50000')
  })
  it('stays as it is without a number, and where the system has none', () => {
    const file = slackFile()
    expect(withTimerSlack(undefined, () => readFileSync(file, 'utf8'), file)).toBe('50000\n')
    expect(withTimerSlack(1_000_000, () => 'started', join(file, 'not-there'))).toBe('started')
  })
})
