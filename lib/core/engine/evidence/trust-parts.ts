import { z } from 'zod'
import type { Ports } from '../../shared/ports/ports'
import type { KeptRegistration, SessionTrust } from '../../shared/ports/session-options'
import type { StoredEvent } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { isLegalIdentifier, personRedacted, type TrustService, testOrganization } from '../../shared/trust/organization'
import {
  mayRegisterPerson,
  readRegistration,
  registrationWithoutPerson,
} from '../../shared/trust/registration/registration'
import { toHex } from '../../shared/values/base64url'
import { jsonObject } from './z-session-view'

/** The organisation of an access certificate. */
export const zTrustIdentity = z.object({
  name: z.string(),
  identifier: z.string().nullable(),
  service: z.string().nullable(),
  own: z
    .boolean()
    .meta({ description: 'It is that of an access certificate that the tester or the operator brought.' }),
})

/** An access certificate. */
export const zAccessCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  sha256: z.string(),
  policies: z.array(z.string()).meta({ description: 'Object identifiers of its policies.' }),
  not_after: z.iso.datetime(),
  chain_length: z
    .int()
    .meta({ description: 'How many certificates are sent: itself, and those above it without the trust anchor.' }),
  dropped: z.array(z.int()).meta({
    description: 'Places in the chain of the tester or the operator, from 0, of trust anchors, which are not sent.',
  }),
})

/** A registration certificate. */
export const zRegistrationCertificate = z
  .object({
    source: z
      .enum(['made', 'own', 'none'])
      .meta({ description: 'made by the registrar of this installation, sent by the tester, or none.' }),
    header: jsonObject.nullable(),
    claims: jsonObject.nullable(),
    sha256: z.string().nullable().meta({ description: 'Of the compact JWS, in hex.' }),
  })
  .meta({ description: 'What the registration certificate says, decoded and not verified.' })

/** The session's identity towards the wallet: the holder of an own certificate, or this installation's organisation. */
export function identityOf(
  { own }: SessionTrust,
  service: TrustService,
  hides: boolean,
): Readonly<z.infer<typeof zTrustIdentity>> {
  if (own === undefined) {
    const { services, identifier } = testOrganization
    return { name: services[service].tradeName, identifier, service: services[service].id, own: false }
  }
  const { name, identifier } = own
  return {
    name: hides ? personRedacted : name,
    identifier: hides && !isLegalIdentifier(identifier) ? personRedacted : identifier,
    service: own.service,
    own: true,
  }
}

/** The session's access certificate. */
export const accessOf = (
  { access, own }: SessionTrust,
  hides: boolean,
): Readonly<z.infer<typeof zAccessCertificate>> | null =>
  access && {
    ...access,
    policies: [...access.policies],
    subject: hides ? (own?.without_person ?? personRedacted) : access.subject,
    dropped: [...(own?.dropped ?? [])],
  }

/** Content of the registration certificate, without what may name a natural person unless `reveals`. */
export function registrationOf(
  sent: Pick<KeptRegistration, 'source' | 'compact'> | null,
  { sha256 }: Pick<Ports, 'sha256'>,
  { hides, reveals }: { readonly hides: boolean; readonly reveals: boolean },
): Readonly<z.infer<typeof zRegistrationCertificate>> {
  const read = sent === null ? null : readRegistration(sent.compact)
  const hidden = read !== null && !reveals && (hides || mayRegisterPerson(read.claims))
  return {
    source: sent?.source ?? 'none',
    header: read?.header ?? null,
    claims: hidden ? registrationWithoutPerson(read.claims) : (read?.claims ?? null),
    sha256: sent === null ? null : toHex(sha256(sent.compact)),
  }
}

/** A read of a trust resource, as the read-back of its session shows it. */
const zTrustRead = z.object({
  at: z.iso.datetime(),
  resource: z.enum(['list', 'status', 'crl', 'register', 'ca']),
  name: z.string(),
  sequence: z.int().optional().meta({ description: 'Of the list that was served.' }),
  by: z.enum(['session', 'alias', 'client']).meta({
    description:
      'alias: found by list_alias, which others may use too. client: at an address of the installation, inferred from who read it.',
  }),
  exchange_id: z.string().nullable(),
})

export const zTrustReads = z.array(zTrustRead)

/** Reads of the lists, statuses and the register of a session. */
export interface TrustReads {
  readonly reads: z.output<typeof zTrustReads>
  /** Lower bound of further, unrecorded reads. */
  readonly further: number
}

/** True if some reads are not recorded, so that nobody knows what was not read. */
export const hasUnrecordedReads = (events: readonly StoredEvent[]): boolean => trustReads(events).further > 0

/** Reads of a session's trust resources according to its events, oldest first. */
export function trustReads(events: readonly StoredEvent[]): TrustReads {
  const found = events.filter(({ type }) => type === 'trust_resource_read' || type === 'vp_trust_resource_read')
  const further = found.flatMap(({ detail }) => (typeof detail.further === 'number' ? [detail.further] : []))
  const reads = found.flatMap(({ at, detail, exchangeId }) => {
    if (detail.further !== undefined) return []
    return zTrustRead.safeParse({ ...detail, at: toIso(at), exchange_id: exchangeId }).data ?? []
  })
  return { reads, further: Math.max(0, ...further) }
}
