import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import { trustReads, zTrustReads } from '../../engine/evidence/trust-reads'
import { jsonObject } from '../../engine/evidence/z-session-view'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { testOrganization } from '../../ground/trust/organization'
import { readRegistration } from '../../ground/trust/registration/read-registration'
import { trustAddress } from '../../ground/trust/trust-addresses'
import { toHex } from '../../ground/values/to-hex'

/** What the read-back of an issuance says of trust: who the issuer is to the wallet, and how it is registered. */
export const zIssuerTrustView = z
  .object({
    framework: z.literal('eu'),
    identity: z
      .object({ name: z.string(), identifier: z.string(), service: z.string(), own: z.boolean() })
      .meta({ description: 'The organisation of the access certificate.' }),
    access_certificate: z
      .object({ subject: z.string(), issuer: z.string(), sha256: z.string(), not_after: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The certificate that the metadata are signed under.' }),
    registration_certificate: z
      .object({
        source: z
          .enum(['made', 'own', 'none'])
          .meta({ description: 'made by the registrar of this installation, sent by the tester, or none.' }),
        header: jsonObject.nullable(),
        claims: jsonObject.nullable(),
        sha256: z.string().nullable().meta({ description: 'Of the compact JWS, in hex.' }),
      })
      .meta({ description: 'What the registration certificate says, decoded and not verified.' }),
    lists: z.object({ alias: z.string().nullable(), base: z.url() }),
    reads: zTrustReads.meta({ description: 'Reads of the lists, the status and the register of this session.' }),
    reads_further: z.int().meta({ description: 'How many more there were at least; only the first are on record.' }),
  })
  .meta({ id: 'IssuerTrust', description: 'Trust as European wallets evaluate it; absent in sessions without it.' })

/** `null` for a session outside the European trust framework. */
export function issuerTrustView({
  session: { options },
  events,
  settings: { baseUrl },
  ports: { sha256 },
}: Pick<FoldInput<IssuanceSession>, 'session' | 'events' | 'settings' | 'ports'>): Readonly<
  z.infer<typeof zIssuerTrustView>
> | null {
  const { trust } = options
  if (trust === undefined) return null
  const { registration } = trust
  const { reads, further } = trustReads(events)
  const { services, identifier } = testOrganization
  const read = registration === null ? null : readRegistration(registration.compact)
  return {
    framework: 'eu',
    identity: { name: services.issuer.tradeName, identifier, service: services.issuer.id, own: false },
    access_certificate: trust.access,
    registration_certificate: {
      source: registration?.source ?? 'none',
      header: read?.header ?? null,
      claims: read?.claims ?? null,
      sha256: registration === null ? null : toHex(sha256(registration.compact)),
    },
    lists: { alias: options.list_alias ?? null, base: trustAddress.sessionLists(baseUrl, trust.trust_id) },
    reads,
    reads_further: further,
  }
}
