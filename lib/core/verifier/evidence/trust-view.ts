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
import type { PresentationSession } from '../../ground/ports/store-types'
import { readRegistration } from '../../ground/trust/registration/registration'
import { trustAddress } from '../../ground/trust/trust-addresses'
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
    identity: zTrustIdentity.nullable().meta({
      description:
        'The organisation of the access certificate, without what may name a natural person unless reveal_claims; null where the test root signs.',
    }),
    access_certificate: zAccessCertificate
      .nullable()
      .meta({ description: 'The certificate that the request is signed under; null where the test root signs.' }),
    registration_certificate: zRegistrationCertificate,
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
  ports,
}: Pick<FoldInput<PresentationSession>, 'session' | 'events' | 'settings' | 'ports'>): TrustView | null {
  const { trust, trust_framework: framework = 'test_root' } = session.options
  if (trust === undefined) return null
  const hides = hidesHolder(session)
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  const excess = overAskedOf(session)
  const { reads, further } = trustReads(events)
  return {
    framework,
    identity: framework === 'eu' || trust.own !== undefined ? identityOf(trust, 'verifier', hides) : null,
    access_certificate: accessOf(trust, hides),
    registration_certificate: registrationOf(sent, ports, { hides, reveals: session.options.reveal_claims === true }),
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

/** Lists that nobody writes to, for those that say nothing of it. */
const written = (credentials: readonly unknown[]): TrustView['registered'] => credentials as TrustView['registered']
