import { afterEach, expect, it, vi } from 'vitest'
import type { MadeIn } from '@/lib/core/shared/ports/made-in'
import { createLog, logTextMax } from './log'

afterEach(() => vi.restoreAllMocks())

/** What an entry with these facts is written as. */
function written(facts: object, madeIn?: MadeIn): string {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  createLog({ level: 'warn', format: 'pretty', ...(madeIn === undefined ? {} : { madeIn }) }).warn(
    facts,
    'An activity has failed.',
  )
  return lines.join('')
}

it('the log names the run that a schedule started, and no token', () => {
  for (const workflowId of [
    'pipeline-abcdefghij12345-scheduled-2026-11-27T23:30:00Z',
    'aggregate-scoreboard-scheduled-2026-11-27T23:30:00Z',
  ])
    expect(written({ workflowId })).toContain(workflowId)
  const token = 'pipeline-Q0xLQ0xLQ0xL9xQ7-scheduled-2026-11-27T23Kx81jskQ0xLQ0xL'
  expect(written({ workflowId: token, error: token })).not.toContain(token)
})

it('the log holds no value of the service, however it is written, and no longer texts than evidence', () => {
  const value = 'opaque-value-of-the-service'
  const searched: string[] = []
  const line = written(
    { path: `/${value}`, error: Buffer.from(value).toString('hex'), long: 'ab '.repeat(9000) },
    (text) => {
      searched.push(text)
      const from = text.indexOf(value)
      return from < 0 ? [] : [{ from, to: from + value.length }]
    },
  )
  expect(line).toContain('path="/[redacted:27]" error="[redacted:54]"')
  expect(line).toContain('[truncated, 27000 characters]')
  expect(Math.max(...searched.map(({ length }) => length))).toBeLessThan(logTextMax + 100)
})
