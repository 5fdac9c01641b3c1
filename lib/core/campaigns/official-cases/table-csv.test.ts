import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tableCsv } from './table-csv'

it('the table is written byte for byte as it was reviewed', () => {
  expect(tableCsv()).toBe(readFileSync(join(import.meta.dirname, 'fcaf.csv'), 'utf8'))
})
