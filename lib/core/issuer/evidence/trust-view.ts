import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import {
  accessOf,
  identityOf,
  registrationOf,
  trustReads,
  zAccessCertificate,
  zRegistrationCertificate,
  zTrustIdentity,
  zTrustReads,
} from '../../engine/evidence/trust-parts'
import { jsonObject } from '../../engine/evidence/z-session-view'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { type ProvidedAttestation, readRegistration } from '../../shared/trust/registration/registration'
import { trustAddress } from '../../shared/trust/trust-addresses'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { overProvided, providedAttestations } from '../read/issuer-info'

const zProvided = z.array(z.object({ format: z.string(), meta: jsonObject }))

/** Trust data in the read-back of an issuance: the issuer's identity and registration. */
export const zIssuerTrustView = z
  .object({
    framework: z.literal('eu'),
    identity: zTrustIdentity.meta({ description: 'The organisation of the access certificate.' }),
    access_certificate: zAccessCertificate
      .nullable()
      .meta({ description: 'The certificate that the metadata are signed under.' }),
    registration_certificate: zRegistrationCertificate,
    provided: zProvided.meta({ description: 'The types of credentials that the issuer offers, as it registers them.' }),
    over_provided: zProvided
      .nullable()
      .meta({ description: 'Those that its certificate does not register; null without a certificate.' }),
    lists: z.object({ alias: z.string().nullable(), base: z.url() }),
    reads: zTrustReads.meta({ description: 'Reads of the lists, the status and the register of this session.' }),
    reads_further: z.int().meta({ description: 'How many more there were at least; only the first are on record.' }),
  })
  .meta({ id: 'IssuerTrust', description: 'Trust as European wallets evaluate it; absent in sessions without it.' })

/** Builds it; `null` outside the European trust framework. */
export function issuerTrustView({
  session,
  events,
  settings: { baseUrl },
  ports,
}: Pick<FoldInput<IssuanceSession>, 'session' | 'events' | 'settings' | 'ports'>): Readonly<
  z.infer<typeof zIssuerTrustView>
> | null {
  const { trust, list_alias: alias = null } = session.options
  if (trust === undefined) return null
  const { registration } = trust
  const { reads, further } = trustReads(events)
  const read = registration === null ? null : readRegistration(registration.compact)
  const provided = configurationOfSession(session)?.credentialConfigurations ?? []
  return {
    framework: 'eu',
    identity: identityOf(trust, 'issuer', false),
    access_certificate: accessOf(trust, false),
    registration_certificate: registrationOf(registration, ports, { hides: false, reveals: false }),
    provided: written(providedAttestations(provided)),
    over_provided: read && written(overProvided(provided, read.claims)),
    lists: { alias, base: trustAddress.sessionLists(baseUrl, trust.trust_id) },
    reads,
    reads_further: further,
  }
}

/** Fills in empty lists for entries that omit them. */
const written = (attestations: readonly ProvidedAttestation[]): z.infer<typeof zProvided> =>
  attestations.map(({ format, meta }) => ({ format, meta }))
