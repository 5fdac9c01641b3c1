import type { EpochMillis } from '@/lib/core/shared/time/time'
import { readTlsFiles } from '../../../scripts/tls-files.mjs'
import type { Settings } from '../basics/env'

/** Certificate chain and key of the web server, both as PEM. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/**
 * The https credentials: configured files, or the certificate under the test root; `null` for plain http. Throws
 * SettingsError with one sentence that names the variable of a file that cannot be used.
 */
export function openTls(
  { tlsCertFile, tlsKeyFile }: Pick<Settings, 'tlsCertFile' | 'tlsKeyFile'>,
  underTestRoot: TlsFiles | null,
  now: EpochMillis,
): TlsFiles | null {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return underTestRoot
  const { cert, key } = readTlsFiles({ certFile: tlsCertFile, keyFile: tlsKeyFile, now })
  return { cert, key }
}
