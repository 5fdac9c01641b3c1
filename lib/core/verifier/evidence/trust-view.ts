import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import { trustReads, zTrustReads } from '../../engine/evidence/trust-reads'
import { jsonObject } from '../../engine/evidence/z-session-view'
import type { SessionTrust } from '../../ground/ports/session-trust'
import type { PresentationSession } from '../../ground/ports/store-types'
import { isLegalIdentifier, personRedacted } from '../../ground/trust/natural-person'
import { testOrganization } from '../../ground/trust/organization'
import { readRegistration } from '../../ground/trust/registration/read-registration'
import {
  mayRegisterAPerson,
  registrationWithoutPerson,
} from '../../ground/trust/registration/registration-without-person'
import { trustAddress } from '../../ground/trust/trust-addresses'
import { toHex } from '../../ground/values/to-hex'
import { hidesHolder } from '../read/request/request-for-evidence'
import { askedCredentials, overAskedOf, sentRegistration } from '../read/request/sent-registration'

const zCredentials = z.array(
  z.object({
    format: z.string(),
    meta: jsonObject,
    claim: z.array(z.object({ path: z.array(z.unknown()), values: z.array(z.unknown()).optional() })).optional(),
  }),
)

/** What the read-back says of trust: who we are to the wallet, and what we are registered for. */
export const zTrustView = z
  .object({
    framework: z.enum(['eu', 'test_root']),
    identity: z
      .object({
        name: z.string(),
        identifier: z.string().nullable(),
        service: z.string().nullable(),
        own: z
          .boolean()
          .meta({ description: 'It is that of an access certificate that the tester or the operator brought.' }),
      })
      .nullable()
      .meta({
        description:
          'The organisation of the access certificate, without what may name a natural person unless reveal_claims; null where the test root signs.',
      }),
    access_certificate: z
      .object({ subject: z.string(), issuer: z.string(), sha256: z.string(), not_after: z.iso.datetime() })
      .nullable()
      .meta({ description: 'The certificate that the request is signed under; null where the test root signs.' }),
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
    registered: zCredentials.meta({ description: 'What it registers, in its words.' }),
    asked: zCredentials.meta({ description: 'What the request asks for, in the same words.' }),
    over_asked: zCredentials
      .nullable()
      .meta({ description: 'What is asked for without being registered; null without a certificate.' }),
    lists: z.object({ alias: z.string().nullable(), base: z.url() }),
    reads: zTrustReads.meta({ description: 'Reads of the lists, the status and the register of this session.' }),
    reads_further: z.int().meta({ description: 'How many more there were at least; only the first are on record.' }),
  })
  .meta({ id: 'SessionTrust', description: 'Trust as European wallets evaluate it; absent in sessions without it.' })

export type TrustView = Readonly<z.infer<typeof zTrustView>>

/** `null` for a session of the test root whose tester sends neither a registration nor an access certificate. */
export function trustView({
  session,
  events,
  settings: { baseUrl },
  ports: { sha256 },
}: Pick<FoldInput<PresentationSession>, 'session' | 'events' | 'settings' | 'ports'>): TrustView | null {
  const { trust, trust_framework: framework = 'test_root' } = session.options
  if (trust === undefined) return null
  const { reveal_claims: reveals } = session.options
  const hides = hidesHolder(session)
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  const excess = overAskedOf(session)
  const { reads, further } = trustReads(events)
  return {
    framework,
    identity: identityOf(trust, framework, hides),
    access_certificate:
      trust.access === null || !hides
        ? trust.access
        : { ...trust.access, subject: trust.own?.without_person ?? personRedacted },
    registration_certificate: {
      source: sent?.source ?? 'none',
      header: read?.header ?? null,
      claims:
        read === null
          ? null
          : !reveals && (hides || mayRegisterAPerson(read.claims))
            ? registrationWithoutPerson(read.claims)
            : read.claims,
      sha256: sent === null ? null : toHex(sha256(sent.compact)),
    },
    registered: written(read?.credentials ?? []),
    asked: written(askedCredentials(session)),
    over_asked: excess === null ? null : written(excess),
    lists: {
      alias: session.options.list_alias ?? null,
      base: trustAddress.sessionLists(baseUrl, trust.trust_id),
    },
    reads,
    reads_further: further,
  }
}

/** Who we are to the wallet: the holder of the tester's own certificate, or the organisation that this installation is. */
function identityOf({ own }: SessionTrust, framework: TrustView['framework'], hides: boolean): TrustView['identity'] {
  if (own !== undefined) {
    const { name, identifier, service } = own
    return hides
      ? {
          name: personRedacted,
          identifier: isLegalIdentifier(identifier) ? identifier : personRedacted,
          service,
          own: true,
        }
      : { name, identifier, service, own: true }
  }
  if (framework !== 'eu') return null
  const { services, identifier } = testOrganization
  return { name: services.verifier.tradeName, identifier, service: services.verifier.id, own: false }
}

/** Lists that nobody writes to, for those that say nothing of it. */
const written = (credentials: readonly unknown[]): TrustView['registered'] => credentials as TrustView['registered']
