import type { RunLine } from './fold-runs'

/**
 * The session of a workbench to compare this one with: of the same wing and format, one that passed the check that this
 * one fails. The newest before it or, without one, the newest. Without a failed check, one that passed as a whole.
 * @param lines newest first
 */
export function lastGood(lines: readonly RunLine[], sessionId: string, check: string | null): RunLine | null {
  const shown = lines.find((line) => line.sessionId === sessionId)
  if (shown === undefined) return null
  const isGood = (line: RunLine) => (check === null ? line.tone === 'pass' : line.passed.has(check))
  const good = lines.filter(
    (line) => line !== shown && line.kind === shown.kind && line.formats === shown.formats && isGood(line),
  )
  return good.find(({ number }) => number < shown.number) ?? good[0] ?? null
}
