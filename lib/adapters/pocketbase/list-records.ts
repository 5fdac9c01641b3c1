import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/errors'
import type { PocketBaseClient } from './client'

const zPage = z.object({ items: z.array(z.unknown()) })
const zCount = z.object({ totalItems: z.int() })

/** What PocketBase answered, or StoreUnavailable for anything that is no 2xx. */
export function requireOk(reply: { readonly status: number; readonly text: string }): unknown {
  if (reply.status < 200 || reply.status > 299)
    throw new StoreUnavailable(`PocketBase answered a request with status ${reply.status}.`)
  return JSON.parse(reply.text)
}

export interface ListQuery {
  readonly collection: string
  readonly filter?: string
  readonly sort?: string
  readonly perPage: number
}

/** One page of records, counted from 1. Throws StoreUnavailable. */
export async function listPage(client: PocketBaseClient, query: ListQuery, page: number): Promise<unknown[]> {
  const search = new URLSearchParams({ page: String(page), perPage: String(query.perPage), skipTotal: '1' })
  if (query.filter !== undefined) search.set('filter', query.filter)
  if (query.sort !== undefined) search.set('sort', query.sort)
  const reply = await client.request({ method: 'GET', path: `/api/collections/${query.collection}/records?${search}` })
  return zPage.parse(requireOk(reply)).items
}

/**
 * Every record that fits (`max`: at most so many of them), each as `read` reads it, page by page: others have their turn between two pages, and before the
 * caller continues with what may be very much. Throws StoreUnavailable, and what `read` throws.
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

/** How many records fit. Throws StoreUnavailable. */
export async function countRecords(
  client: PocketBaseClient,
  { collection, filter }: Required<Pick<ListQuery, 'collection' | 'filter'>>,
): Promise<number> {
  const search = new URLSearchParams({ perPage: '1', fields: 'id', filter })
  const reply = await client.request({ method: 'GET', path: `/api/collections/${collection}/records?${search}` })
  return zCount.parse(requireOk(reply)).totalItems
}
