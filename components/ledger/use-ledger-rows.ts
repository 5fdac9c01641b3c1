import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/ground/values/json'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'
import { pollEvery } from '../ui/poll-every'
import { type LedgerStart, mergeRows } from './ledger-filter'

const isRow = (value: unknown): value is LedgerRow =>
  isObject(value) && typeof value.id === 'string' && typeof value.at === 'string'

async function fetchRows(url: string): Promise<readonly LedgerRow[]> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body) || !Array.isArray(body.rows)) throw new Error(`Ledger: ${answer.status}`)
  return body.rows.filter(isRow)
}

/** The first rows, then the whole ledger, newest first, plus rows that arrive while the page is visible. */
export function useLedgerRows({ rows: first, counts }: Pick<LedgerStart, 'rows' | 'counts'>): {
  readonly rows: readonly LedgerRow[]
  /** False until all rows are loaded. */
  readonly complete: boolean
  readonly lost: boolean
} {
  const [{ rows, complete }, setKnown] = useState({ rows: first, complete: first.length === counts.total })
  const newest = complete ? (rows[0]?.id ?? null) : null
  const { data, error } = useSWR(paths.ledgerRows(newest), fetchRows, pollEvery(1000))
  useEffect(() => {
    if (data === undefined) return
    setKnown((known) => ({ rows: known.complete ? mergeRows(known.rows, data) : data, complete: true }))
  }, [data])
  return { rows, complete, lost: error !== undefined }
}
