import type { TemporalSettings } from '@/lib/adapters/temporal/connection'
import type { Settings } from '../basics/env'

/** Temporal's address from the settings; `null` if none is set. */
export function temporalSettings(settings: Settings): TemporalSettings | null {
  if (settings.temporalAddress === undefined) return null
  return {
    address: settings.temporalAddress,
    tls: settings.temporalTls,
    caFile: settings.temporalTlsCaFile,
    certFile: settings.temporalTlsCertFile,
    keyFile: settings.temporalTlsKeyFile,
    serverName: settings.temporalTlsServerName,
    apiKey: settings.temporalApiKey,
  }
}
