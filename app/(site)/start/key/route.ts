import { newRenameKey } from '@/lib/queries/rename-key'

/** A secret for a browser that is going to start runs, with its digest. Nothing of it is kept here. */
export const GET = (): Response => Response.json(newRenameKey(), { headers: { 'cache-control': 'no-store' } })

export const dynamic = 'force-dynamic'
