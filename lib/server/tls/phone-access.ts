import { createHash } from 'node:crypto'
import { rootPageUrl } from '../../../scripts/settings.mjs'
import type { Settings } from '../basics/env'

/** How a phone can trust this service. */
export interface PhoneAccess {
  /** Where the service listens on this machine, for a tunnel that leads to it. */
  readonly port: number
  /** Whether https is served with a certificate under the test root. */
  readonly underTestRoot: boolean
  /** Plain http address that serves the root certificate; `null` when there is none. */
  readonly rootPageUrl: string | null
  /** SHA-256 of the root certificate, as shown in phone dialogs: pairs of hex digits with colons. */
  readonly rootFingerprint: string
}

/** Derives it from the settings and the root certificate in DER form. */
export const phoneAccess = (
  { port, testTls, rootPort, baseUrl }: Pick<Settings, 'port' | 'testTls' | 'rootPort' | 'baseUrl'>,
  rootDer: Uint8Array,
): PhoneAccess => ({
  port,
  underTestRoot: testTls,
  rootPageUrl: rootPort === undefined ? null : rootPageUrl(baseUrl, rootPort),
  rootFingerprint: (createHash('sha256').update(rootDer).digest('hex').toUpperCase().match(/../g) ?? []).join(':'),
})
