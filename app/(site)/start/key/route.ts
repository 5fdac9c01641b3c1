import { newRenameKey } from '@/lib/queries/rename-key'

/** Rename key for a browser that is about to start runs, with its digest. Nothing is stored here. */
export const GET = (): Response => Response.json(newRenameKey(), { headers: { 'cache-control': 'no-store' } })

export const dynamic = 'force-dynamic'
