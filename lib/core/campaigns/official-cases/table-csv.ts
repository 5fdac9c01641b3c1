import { defaultEdition, type Edition } from './editions'
import type { OfficialCase } from './official-case'
import { type Column, firstColumns, tableColumns } from './parse-cases'

/** A cell as in `cases.csv`, quoted only if necessary. RFC 4180 section 2 */
function cellOf(one: OfficialCase, name: Column): string {
  const value = one[name]
  const text =
    typeof value === 'boolean'
      ? value
        ? 'y'
        : 'n'
      : typeof value === 'object' && value !== null
        ? value.join(name === 'references' ? '; ' : ';')
        : (value ?? '')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const made = new Map<Edition, string>()

/** The reviewed table of an edition, byte for byte as its `cases.csv`. */
export function tableCsv(edition: Edition = defaultEdition): string {
  const known = made.get(edition)
  if (known !== undefined) return known
  const columns = edition.facts.previous === null ? firstColumns : tableColumns
  const csv = [columns.join(','), ...edition.cases.map((one) => columns.map((name) => cellOf(one, name)).join(','))]
    .map((line) => `${line}\n`)
    .join('')
  made.set(edition, csv)
  return csv
}
