import 'server-only'
import { connection } from 'next/server'
import { cache } from 'react'
import { container } from '@/lib/server/container'
import type { BrowserAsking } from '@/lib/server/read/browser-asking'

export type { Ending } from '@/lib/server/read/browser-asking'

/**
 * What the page that asks a wallet through the browser shows: the request, and nothing of what came of it, so that it needs no
 * operator token. `null` if no presentation that a browser carries has this id.
 */
export const browserAsking = cache(async (sessionId: string): Promise<BrowserAsking | null> => {
  await connection()
  return container().queries.browserAsking(sessionId)
})
