import 'server-only'
import { cache } from 'react'
import { container } from '@/lib/server/container'
import type { ShownWorkbench } from '@/lib/server/read/workbenches'
import { evidence } from './evidence-access'

export type { ShownWorkbench }

/** The name of the cookie that holds the last workbench of this browser. */
const workbenchCookie = 'workbench'

/** The workbench with this id, with its sessions; `null` when there is none, or it may not be read. */
export const workbenchById = cache(
  async (id: string): Promise<ShownWorkbench | null> => (await evidence())?.workbench('digest', id) ?? null,
)

/** The same by the id of its address for readers. */
export const workbenchByView = cache(
  async (id: string): Promise<ShownWorkbench | null> => (await evidence())?.workbench('viewDigest', id) ?? null,
)

/** The id of the last workbench of a browser; `null` without one. */
export const lastWorkbench = (fields: Pick<Headers, 'get'>): string | null =>
  new RegExp(`(?:^|;\\s*)${workbenchCookie}=([\\w-]{22})(?:;|$)`).exec(fields.get('cookie') ?? '')?.[1] ?? null

/** The cookie for a browser that opened this workbench. Scripts cannot read it, and no other page gets it. */
export function workbenchCookieOf(id: string): string {
  const secure = container().protocolSettings.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${workbenchCookie}=${id}; Path=/w; Max-Age=2592000; HttpOnly; SameSite=Lax${secure}`
}
