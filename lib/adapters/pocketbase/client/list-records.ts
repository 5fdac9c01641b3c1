import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { Filter } from '@/lib/core/shared/ports/filter'
import type { PocketBaseClient } from './client'

const zPage = z.object({ items: z.array(z.unknown()) })
const zCount = z.object({ totalItems: z.int() })

/** Parses PocketBase's answer; throws StoreUnavailable for any status but 2xx. */
export function requireOk(reply: { readonly status: number; readonly text: string }): unknown {
  if (reply.status < 200 || reply.status > 299)
    throw new StoreUnavailable(`PocketBase responded to a request with status ${reply.status}.`)
  return JSON.parse(reply.text)
}

export interface ListQuery {
  readonly collection: string
  readonly filter?: Filter
  readonly sort?: string
  /** The columns to read; all by default. */
  readonly fields?: string
  readonly perPage: number
}

/** Reads one page of records; pages count from 1. Throws StoreUnavailable. */
export async function listPage(client: PocketBaseClient, query: ListQuery, page: number): Promise<unknown[]> {
  const search = new URLSearchParams({ page: String(page), perPage: String(query.perPage), skipTotal: '1' })
  if (query.filter !== undefined) search.set('filter', query.filter)
  if (query.sort !== undefined) search.set('sort', query.sort)
  if (query.fields !== undefined) search.set('fields', query.fields)
  const reply = await client.request({ method: 'GET', path: `/api/collections/${query.collection}/records?${search}` })
  return zPage.parse(requireOk(reply)).items
}

/**
 * Reads all matching records (at most `max`) page by page and converts each with `read`. Yields to other work between
 * pages, and before the caller continues with a possibly large result. Throws StoreUnavailable, and what `read` throws.
 */
export async function listAll<Item>(
  client: PocketBaseClient,
  query: ListQuery,
  read: (record: unknown) => Item,
  max = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page++) {
    const items = await listPage(client, query, page)
    for (const item of items.slice(0, max - all.length)) all.push(read(item))
    if (items.length < query.perPage || all.length >= max) {
      if (page > 1) await setImmediate()
      return all
    }
  }
}

/** Counts the matching records. Throws StoreUnavailable. */
export async function countRecords(
  client: PocketBaseClient,
  { collection, filter }: Required<Pick<ListQuery, 'collection' | 'filter'>>,
): Promise<number> {
  const search = new URLSearchParams({ perPage: '1', fields: 'id', filter })
  const reply = await client.request({ method: 'GET', path: `/api/collections/${collection}/records?${search}` })
  return zCount.parse(requireOk(reply)).totalItems
}
