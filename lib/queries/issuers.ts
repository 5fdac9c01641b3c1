import 'server-only'
import { connection } from 'next/server'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import { buildCatalogueEntry, type IssuerCatalogueEntry } from '@/lib/core/issuer/configurations/catalogue-entry'
import { container } from '@/lib/server/container'

/** An issuer as its form shows it: its catalogue entry and its requirements. */
export interface IssuerView extends IssuerCatalogueEntry {
  readonly proofTypes: readonly string[]
  readonly keyAttestationsRequired: boolean
  readonly claimsHaip: boolean
  readonly formats: readonly string[]
}

export interface ServiceView {
  /** Public origin of the service, without a slash at its end. */
  readonly baseUrl: string
  readonly issuers: readonly IssuerView[]
  /** The trust framework that forms begin with, as they name it. */
  readonly trust: '' | 'eu'
  /** Days after which sessions are deleted; 0 for never. */
  readonly retentionDays: number
}

/** What the pages say about this installation. */
export async function serviceView(): Promise<ServiceView> {
  await connection()
  const { baseUrl, trustFramework, retentionDays } = container().protocolSettings
  return {
    baseUrl,
    trust: trustFramework === 'eu' ? 'eu' : '',
    retentionDays,
    issuers: issuerConfigurations.map((configuration) => ({
      ...buildCatalogueEntry(baseUrl, configuration),
      proofTypes: configuration.proofTypes,
      keyAttestationsRequired: configuration.keyAttestationsRequired,
      claimsHaip: configuration.claimsHaip,
      formats: [...new Set(configuration.credentialConfigurations.map(({ format }) => format))],
    })),
  }
}
