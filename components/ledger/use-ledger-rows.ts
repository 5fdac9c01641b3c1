import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/json'
import { paths } from '@/lib/paths'
import type { LedgerRow } from '@/lib/queries/ledger'
import { mergeRows } from './ledger-filter'

const isRow = (value: unknown): value is LedgerRow =>
  isObject(value) && typeof value.id === 'string' && typeof value.at === 'string'

async function fetchRows(url: string): Promise<readonly LedgerRow[]> {
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body) || !Array.isArray(body.rows)) throw new Error(`Ledger: ${answer.status}`)
  return body.rows.filter(isRow)
}

/** The ledger's rows, newest first, plus those that arrive while the page is visible. */
export function useLedgerRows(initialRows: readonly LedgerRow[]): {
  readonly rows: readonly LedgerRow[]
  readonly lost: boolean
} {
  const [rows, setRows] = useState(initialRows)
  const { data, error } = useSWR(paths.ledgerRows(rows[0]?.id ?? null), fetchRows, {
    refreshInterval: 1000,
    refreshWhenHidden: false,
    refreshWhenOffline: true,
    dedupingInterval: 500,
    shouldRetryOnError: false,
  })
  useEffect(() => {
    if (data !== undefined) setRows((known) => mergeRows(known, data))
  }, [data])
  return { rows, lost: error !== undefined }
}
