import { officialCases } from './cases'
import type { OfficialCase } from './official-case'
import { tableColumns } from './parse-cases'

/** A cell as `fcaf.csv` has it: quoted only where it must be. RFC 4180 section 2 */
const cellOf = (value: OfficialCase[keyof OfficialCase]): string => {
  const text = Array.isArray(value) ? value.join(';') : String(value ?? '')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

let made: string | null = null

/** The reviewed table, byte for byte as `fcaf.csv`: how this service decides each case. */
export function tableCsv(): string {
  made ??= [
    tableColumns.join(','),
    ...officialCases.map((one) => tableColumns.map((name) => cellOf(one[name])).join(',')),
  ]
    .map((line) => `${line}\n`)
    .join('')
  return made
}
