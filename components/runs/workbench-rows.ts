import type { RunLine } from '@/lib/core/workbenches/fold-runs'
import type { ListedRun } from './run-columns'

interface WorkbenchSessions {
  readonly wallet: { readonly name: string; readonly version: string } | null
  readonly lines: readonly RunLine[]
}

/** The sessions of a workbench as rows of the list of runs. `hrefOf` leads to the page of one. */
export function workbenchRows({ lines, wallet }: WorkbenchSessions, hrefOf: (line: RunLine) => string): ListedRun[] {
  // Texts of settings are long, and equal in most rows.
  const settings = [...new Set(lines.map((line) => line.settings))]
  return lines.map((line) => {
    const shown = wallet ?? (line.program === null ? null : { name: line.program })
    return {
      sessionId: line.sessionId,
      kind: line.kind,
      title: line.formats === '' ? 'by scope' : line.formats,
      createdAt: line.at,
      tone: line.tone,
      words: line.what,
      ...(line.cause === null ? {} : { cause: { check: line.cause, words: line.says ?? line.what } }),
      ...(shown === null ? {} : { wallet: shown }),
      // No wallet came to a session that took no time.
      ...(line.tookMillis ? { tookMillis: line.tookMillis } : {}),
      startedBy: line.startedBy ?? '',
      over: line.isOver,
      settings: String(settings.indexOf(line.settings)),
      href: hrefOf(line),
    }
  })
}
