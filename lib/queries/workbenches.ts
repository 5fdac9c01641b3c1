import 'server-only'
import { cache } from 'react'
import { digestOf } from '@/lib/core/shared/ports/digests'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { container } from '@/lib/server/container'
import type { NamedWorkbench, ShownWorkbench } from '@/lib/server/read/workbenches'
import { cookieIn } from './cookies'
import { evidence } from './evidence-access'

export type { ShownWorkbench }

/** The name of the cookie that holds the last workbenches of this browser. */
const workbenchCookie = 'workbench'

/** How many workbenches a browser remembers. */
const knownMax = 5

/** Where the cookie is sent: to no address of a wallet, so that no evidence can hold it. */
const cookiePaths = ['/w', '/runs']

/** The workbench with this id, with its sessions; `null` when there is none, or it may not be read. */
export const workbenchById = cache(
  async (id: string): Promise<ShownWorkbench | null> => (await evidence())?.workbench('digest', id) ?? null,
)

/** The same by the id of its address for readers. */
export const workbenchByView = cache(
  async (id: string): Promise<ShownWorkbench | null> => (await evidence())?.workbench('viewDigest', id) ?? null,
)

/** A workbench that a browser knows, with what it is called there. */
export interface KnownWorkbench {
  readonly id: string
  readonly title: string
}

/** How a form names settings that its workbench had before. */
export const formerChoice = (settings: JsonObject): string =>
  digestOf(JSON.stringify(settings), container().ports.sha256).slice(0, 12)

/** What people call a workbench: by its name, its wallet, or its mark. */
export const workbenchTitle = ({ mark, name, wallet }: NamedWorkbench): string =>
  name ?? (wallet === null ? `Workbench ${mark}` : `${wallet.name} ${wallet.version}`)

/** The workbenches that the browser of a request knows and that live, the last opened first. */
export async function knownWorkbenches(fields: Pick<Headers, 'get'>): Promise<readonly KnownWorkbench[]> {
  const queries = await evidence()
  if (queries === null) return []
  const ids = workbenchIdsIn(fields)
  const found = await Promise.all(ids.map((id) => queries.namedWorkbench('digest', id)))
  return ids.flatMap((id, at) => {
    const one = found[at] ?? null
    return one === null ? [] : [{ id, title: workbenchTitle(one) }]
  })
}

const workbenchIdsIn = (fields: Pick<Headers, 'get'>): readonly string[] =>
  cookieIn(fields, workbenchCookie, `[\\w-]{22}(?:\\.[\\w-]{22}){0,${knownMax - 1}}`)?.split('.') ?? []

/** The cookies for a browser that opened this workbench. Scripts cannot read them, and no other page gets them. */
export function workbenchCookiesOf(id: string, fields: Pick<Headers, 'get'>): readonly string[] {
  const secure = container().protocolSettings.baseUrl.startsWith('https:') ? '; Secure' : ''
  const ids = [id, ...workbenchIdsIn(fields).filter((one) => one !== id)].slice(0, knownMax).join('.')
  return cookiePaths.map(
    (path) => `${workbenchCookie}=${ids}; Path=${path}; Max-Age=2592000; HttpOnly; SameSite=Lax${secure}`,
  )
}
