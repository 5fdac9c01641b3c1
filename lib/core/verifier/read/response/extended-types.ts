import type { RequestContext } from '../../../engine/endpoints/request-context'
import { seekerInSession } from '../../../engine/sessions/load-session'
import type { CredentialQuery } from '../../../shared/dcql/dcql-query'
import type { PresentationReading } from '../../../shared/formats/reading-of-presentation'
import { httpsUrl } from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import { readJsonText } from '../../../shared/http/read-json'
import type { SessionId } from '../../../shared/ports/ids'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { fromUtf8 } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import { isOwnHost } from './credential-issuers'

/** Most types that one presentation leads to, each extending the next. SDJWTVC19-7.4 */
const stepsMax = 8

/** Most type metadata fetched for one response. */
const fetchesMax = 8

/** The types that a type extends, nearest first; `null` if its own metadata are not known here. */
type ExtendedTypes = (vct: string) => Promise<readonly string[] | null>

/** The type that another one extends, or that it extends none. */
type Parent = { readonly vct: string | null }

/**
 * Follows `extends` from type to type: in metadata that this service hosts, and in those of other hosts where the
 * installation fetches them. Empty for a chain that leads back to itself. Never throws for what others publish.
 * @see SDJWTVC19-5.4, SDJWTVC19-7.4
 */
function extendedTypes(
  sessionId: SessionId,
  { collaborators, exchange, ports, settings }: RequestContext,
): ExtendedTypes {
  const known = new Map<string, Promise<Parent | null>>()
  let fetches = 0
  const parentOf = (vct: string): Promise<Parent | null> => {
    const parent = known.get(vct) ?? findParent(vct)
    known.set(vct, parent)
    return parent
  }
  const findParent = async (vct: string): Promise<Parent | null> => {
    const hosted = await collaborators.hostedType(vct, { ports, settings })
    if (hosted !== null) return parentIn(hosted.metadata)
    const { fetchTypeMetadata } = ports
    const url = httpsUrl(vct)
    if (fetchTypeMetadata === null || url === null || isOwnHost(url.href, settings.baseUrl)) return null
    if (fetches >= fetchesMax) return null
    fetches += 1
    const document = await fetchTypeMetadata(url.href, await seekerInSession(sessionId, { exchange, ports }))
    return document.answered && document.status === 200 ? parentNamedIn(document.body, vct) : null
  }
  return async (vct) => {
    const first = await parentOf(vct)
    if (first === null) return null
    const chain: string[] = []
    let { vct: parent } = first
    while (parent !== null && chain.length < stepsMax) {
      if (parent === vct || chain.includes(parent)) return []
      chain.push(parent)
      parent = (await parentOf(parent))?.vct ?? null
    }
    return chain
  }
}

/** A presentation and the query that it answers. */
interface Answered {
  readonly query: CredentialQuery | null
  readonly reading: PresentationReading
}

/**
 * What the types of presented credentials extend: those that we host, and others that no query wants by the names that
 * they have.
 */
export async function readExtendedTypes(
  presented: readonly Answered[],
  context: RequestContext & { readonly session: Pick<PresentationSession, 'sessionId'> },
): Promise<ReadonlyMap<PresentationReading, readonly string[] | null>> {
  const extending = extendedTypes(context.session.sessionId, context)
  return new Map(
    await Promise.all(
      presented.flatMap(({ query, reading }) => {
        if (query?.type.kind !== 'vct' || reading.format !== 'dc+sd-jwt' || reading.vct.value === null) return []
        const vct = reading.vct.value
        const { values } = query.type
        const isOurs = vct.startsWith(`${context.settings.baseUrl}/`)
        if (!isOurs && [vct, ...reading.akaVcts.names].some((one) => values.includes(one))) return []
        return [extending(vct).then((types) => [reading, types] as const)]
      }),
    ),
  )
}

/** `extends` of type metadata; `null` unless they are those of the type. SDJWTVC19-5.3 */
function parentNamedIn(body: Uint8Array, vct: string): Parent | null {
  const json = readJsonText(fromUtf8(body) ?? '')
  const metadata = json.ok ? json.value : null
  return isObject(metadata) && metadata.vct === vct ? parentIn(metadata) : null
}

const parentIn = (metadata: Readonly<Record<string, unknown>> | null): Parent | null =>
  metadata && { vct: typeof metadata.extends === 'string' ? metadata.extends : null }
