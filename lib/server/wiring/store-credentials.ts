import type { PocketBaseCredentials } from '@/lib/adapters/pocketbase/client/superuser'
import type { Settings } from '../basics/env'

/** Whether PocketBase runs on another machine, whose disk this process cannot measure. */
export const isStoredElsewhere = (settings: Settings): boolean =>
  settings.pocketbaseSuperuserTokenFile !== undefined || settings.pocketbaseSuperuserEmail !== undefined

/** The credentials for PocketBase: a configured token or superuser, or the superuser created by the supervisor. */
export function pocketBaseCredentials(settings: Settings): PocketBaseCredentials {
  if (settings.pocketbaseSuperuserTokenFile !== undefined) return { tokenFile: settings.pocketbaseSuperuserTokenFile }
  const { pocketbaseSuperuserEmail: email, pocketbaseSuperuserPasswordFile: passwordFile } = settings
  if (email !== undefined && passwordFile !== undefined) return { email, passwordFile }
  if (settings.pocketbaseAdminFile !== undefined) return { adminFile: settings.pocketbaseAdminFile }
  throw new Error(
    'POCKETBASE_URL is set, so POCKETBASE_SUPERUSER_TOKEN_FILE must name a file with a superuser token, or POCKETBASE_SUPERUSER_EMAIL and POCKETBASE_SUPERUSER_PASSWORD_FILE a superuser.',
  )
}
