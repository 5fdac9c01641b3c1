import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from './log'

afterEach(() => vi.restoreAllMocks())

/** What an entry with these facts is written as. */
function written(facts: object): string {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  createLog({ level: 'warn', format: 'pretty' }).warn(facts, 'An activity has failed.')
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
