import { judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { sessionByTrustId } from '../../engine/sessions/session-trust'
import type { Reply } from '../../shared/http/exchange'
import { signJwt } from '../../shared/jose/jwt'
import { digestOf } from '../../shared/ports/digests'
import type { Session } from '../../shared/ports/store-types'
import { epochMillis, toEpochSeconds, toIso } from '../../shared/time/time'
import { type RegisteredUse, relyingParty } from '../../shared/trust/lists/make/relying-party'
import { testOrganization } from '../../shared/trust/organization'
import { readRegistration } from '../../shared/trust/registration/registration'
import { trustAddress } from '../../shared/trust/trust-addresses'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { cachedReply, notFoundReply } from './documents'
import { countRecordedReads, findReaderSession, type ReaderSession, recordClientRead, recordSessionRead } from './reads'

/** A register response, with the session whose intended use was requested. */
interface RegisterReading {
  readonly reply: Reply
  readonly session: Session | null
  readonly onRecord: number
  /** The reader, if no session's intended use was requested. */
  readonly reader: ReaderSession | null
  readonly name: string
}

const unknownParty = notFoundReply('The register knows no such wallet-relying party.')

const registerEndpoint = (name: string, answer: (asked: Asked, context: RequestContext) => Promise<Reply>) =>
  judged<RegisterReading>({
    async read(context) {
      const query = new URLSearchParams(context.exchange.query ?? '')
      const named = query.get('intendeduseidentifier')
      const session = named === null ? null : await sessionByTrustId(named, context.ports)
      const onRecord = session === null ? 0 : await countRecordedReads(session, context.ports)
      const reader = session === null ? await findReaderSession(context) : null
      return { reply: await answer({ query, use: usedBy(session, named) }, context), session, onRecord, reader, name }
    },
    checks: () => [],
    decide: ({ reply, session, onRecord, reader }) =>
      session === null
        ? recordClientRead(reader, { reply, read: { resource: 'register', name } })
        : recordSessionRead(session, { reply, onRecord, read: { resource: 'register', name, by: 'session' } }),
  })

/** The query, with the registered intended use that it names, if any. */
interface Asked {
  readonly query: URLSearchParams
  readonly use: RegisteredUse | null
}

/** `GET /trust/registrar/wrp`: the only party of this register, if it matches the query. @see TS5-3.2.2 */
export const getRelyingParties = registerEndpoint('wrp', async ({ query, use }, context) => {
  const party = relyingParty(context.settings.baseUrl, use)
  if (!matches(party, query, use)) return unknownParty
  const data = query.has('serviceidentifier') ? withService(party, query.get('serviceidentifier')) : party
  return signed({ data: [data], pagination: { has_next_page: false } }, context)
})

/** `GET /trust/registrar/wrp/{identifier}`: one party. @see TS5-3.2.2 */
export const getRelyingParty = registerEndpoint('wrp', async ({ use }, context) =>
  context.params.identifier === testOrganization.identifier
    ? signed({ data: relyingParty(context.settings.baseUrl, use) }, context)
    : unknownParty,
)

/**
 * `GET /trust/registrar/wrp/check-intended-use`: whether the queried use is registered. An intended use is only found
 * by its identifier, known to those who saw a certificate of its session.
 * @see TS5-3.2.2
 */
export const checkIntendedUse = registerEndpoint('check-intended-use', async ({ query, use }, context) => {
  const isRegistered = use !== null && matches(relyingParty(context.settings.baseUrl, use), query, use)
  const details = query.has('intendeduseidentifier') ? {} : { details: 'Name the use by intendeduseidentifier.' }
  return signed({ data: { isRegistered, ...details } }, context)
})

/** A signed register response. Apart from the signature, it changes at most once a minute. @see TS5-3.2.2 */
async function signed(body: JsonObject, { exchange, ports, settings }: RequestContext): Promise<Reply> {
  const { registrar: signer } = await ports.trustKeys()
  const text = signJwt({
    signer,
    header: { typ: 'JWT', x5c: signer.x5c },
    claims: {
      iss: trustAddress.registrar(settings.baseUrl),
      iat: toEpochSeconds(epochMillis(exchange.at - (exchange.at % 60_000))),
      x5c: [...signer.x5c],
      ...body,
    },
  })
  const version = digestOf(text.slice(0, text.lastIndexOf('.')), ports.sha256)
  return cachedReply({ mediaType: 'application/jwt', text, version }, exchange)
}

/** The registered use of a session; `null` without a registration certificate of ours. */
function usedBy(session: Session | null, id: string | null): RegisteredUse | null {
  const kept = session?.kind === 'presentation' ? (session.options.trust?.registration ?? null) : null
  const read = kept?.source === 'made' ? readRegistration(kept.compact) : null
  if (session === null || id === null || read === null) return null
  const { purpose } = read.claims
  const [first] = Array.isArray(purpose) ? purpose : []
  return {
    id,
    createdAt: toIso(session.createdAt).slice(0, 10),
    purpose: isObject(first) && typeof first.value === 'string' ? first.value : '',
    credentials: (read.credentials ?? []).map(({ format, meta, claim = [] }) => ({
      format,
      meta,
      paths: claim.map(({ path }) => [...path] as Json[]),
    })),
  }
}

const servicesOf = ({ services }: JsonObject): readonly JsonObject[] =>
  Array.isArray(services) ? services.filter((one) => isObject(one)) : []

const withService = (party: JsonObject, id: string | null): JsonObject => ({
  ...party,
  services: servicesOf(party).filter(({ serviceIdentifier }) => serviceIdentifier === id),
})

/** True if the party matches every known parameter; others are ignored. @see TS5-3.2.2 */
function matches(party: JsonObject, query: URLSearchParams, use: RegisteredUse | null): boolean {
  const services = servicesOf(party)
  const tradeNames = [testOrganization.legalName, ...services.map(({ serviceTradeName }) => String(serviceTradeName))]
  const policies = JSON.stringify(party.policy)
  const rules: Readonly<Record<string, (value: string) => boolean>> = {
    identifier: (value) => value === testOrganization.identifier,
    rpidentifier: (value) => value === testOrganization.identifier,
    legalname: (value) => value === testOrganization.legalName,
    tradename: (value) => tradeNames.includes(value),
    serviceidentifier: (value) => services.some(({ serviceIdentifier }) => serviceIdentifier === value),
    policy: (value) => policies.includes(JSON.stringify(value)),
    policyurl: (value) => policies.includes(JSON.stringify(value)),
    entitlement: (value) => services.some(({ entitlements }) => JSON.stringify(entitlements).includes(`"${value}"`)),
    providesattestation: () => false,
    providedattestation: () => false,
    usesintermediary: () => false,
    isintermediary: (value) => value === 'false',
    intendeduseidentifier: (value) => use?.id === value,
    credentialformat: (value) => use?.credentials.some(({ format }) => format === value) ?? false,
    credentialmeta: (value) =>
      use?.credentials.some(({ meta }) => JSON.stringify(meta).includes(JSON.stringify(value))) ?? false,
    claimpath: (value) =>
      use?.credentials.some(({ paths }) =>
        paths.some((path) => JSON.stringify(path) === value || (Array.isArray(path) && path.join('.') === value)),
      ) ?? false,
  }
  return [...query].every(([name, value]) => !Object.hasOwn(rules, name) || rules[name]?.(value) === true)
}
