import { flatRow, toCsv } from '@/lib/core/scoreboard/rows/export-rows'
import type { ScoreboardRow } from '@/lib/core/scoreboard/rows/scoreboard-row'

/** Downloads the rows as a file, in the given order. */
export function saveRows(rows: readonly ScoreboardRow[], form: 'csv' | 'json'): void {
  const text = form === 'csv' ? toCsv(rows) : `${JSON.stringify(rows.map(flatRow), null, 2)}\n`
  const type = form === 'csv' ? 'text/csv;charset=utf-8' : 'application/json'
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = `scoreboard.${form}`
  link.click()
  URL.revokeObjectURL(address)
}
