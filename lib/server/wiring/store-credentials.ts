import type { PocketBaseCredentials } from '@/lib/adapters/pocketbase/client/superuser'
import type { Settings } from '../basics/env'

/** Whether PocketBase runs on another machine, whose disk this process cannot measure. */
export const isStoredElsewhere = (settings: Settings): boolean => settings.pocketbaseSuperuserTokenFile !== undefined

/** The credentials for PocketBase: a configured token file, or the superuser created by the supervisor. */
export function pocketBaseCredentials(settings: Settings): PocketBaseCredentials {
  if (settings.pocketbaseSuperuserTokenFile !== undefined) return { tokenFile: settings.pocketbaseSuperuserTokenFile }
  if (settings.pocketbaseAdminFile !== undefined) return { adminFile: settings.pocketbaseAdminFile }
  throw new Error('POCKETBASE_URL is set, so POCKETBASE_SUPERUSER_TOKEN_FILE must name a file with a superuser token.')
}
