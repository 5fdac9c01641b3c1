import { readFileSync } from 'node:fs'
import type { TLSConfig } from '@temporalio/client'

/** How to reach Temporal. The files are PEM. */
export interface TemporalSettings {
  readonly address: string
  readonly tls: boolean
  readonly caFile?: string | undefined
  readonly certFile?: string | undefined
  readonly keyFile?: string | undefined
  readonly serverName?: string | undefined
}

/** The options with which client and worker connect. Throws when a file cannot be read. */
export function connectionOptions({ address, tls, caFile, certFile, keyFile, serverName }: TemporalSettings): {
  readonly address: string
  readonly tls?: TLSConfig
} {
  if (!tls && caFile === undefined && certFile === undefined && serverName === undefined) return { address }
  return {
    address,
    tls: {
      ...(caFile === undefined ? {} : { serverRootCACertificate: readFileSync(caFile) }),
      ...(certFile === undefined || keyFile === undefined
        ? {}
        : { clientCertPair: { crt: readFileSync(certFile), key: readFileSync(keyFile) } }),
      ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    },
  }
}
