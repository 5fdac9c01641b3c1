import { readFile } from 'node:fs/promises'
import type { JsonRecord } from './http-client'
import type { TestPocketBase } from './pocketbase'

/** Every record of a collection, read directly from PocketBase as superuser. */
export async function readRecords(pocketBase: TestPocketBase, collection: string): Promise<JsonRecord[]> {
  const { email, password } = JSON.parse(await readFile(pocketBase.adminFile, 'utf8')) as Record<string, string>
  const ask = async (path: string, init?: RequestInit): Promise<JsonRecord> => {
    const response = await fetch(pocketBase.url + path, init)
    if (!response.ok) throw new Error(`PocketBase answers ${response.status} to ${path}.`)
    return (await response.json()) as JsonRecord
  }
  const { token } = await ask('/api/collections/_superusers/auth-with-password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  })
  const records: JsonRecord[] = []
  for (let page = 1; ; page++) {
    const path = `/api/collections/${collection}/records?perPage=500&skipTotal=1&page=${page}`
    const { items } = await ask(path, { headers: { Authorization: String(token) } })
    records.push(...(items as JsonRecord[]))
    if ((items as JsonRecord[]).length < 500) return records
  }
}
