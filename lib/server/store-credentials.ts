import type { PocketBaseCredentials } from '@/lib/adapters/pocketbase/credentials'
import type { Settings } from './env'

/** Whose credentials open PocketBase: a token file of one's own, or the superuser that the supervisor made. */
export function pocketBaseCredentials(settings: Settings): PocketBaseCredentials {
  if (settings.pocketbaseSuperuserTokenFile !== undefined) return { tokenFile: settings.pocketbaseSuperuserTokenFile }
  if (settings.pocketbaseAdminFile !== undefined) return { adminFile: settings.pocketbaseAdminFile }
  throw new Error('POCKETBASE_URL is set, so POCKETBASE_SUPERUSER_TOKEN_FILE must name a file with a superuser token.')
}
