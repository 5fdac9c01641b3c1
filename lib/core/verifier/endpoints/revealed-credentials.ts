import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Revealed } from '../../engine/redaction/tokens/read-token'
import type { DocumentReading } from '../../ground/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { SdJwtVcReading } from '../../ground/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { credentialIssuer } from '../../ground/ports/uris'
import type { ResponseReading } from '../read/response/response-reading'

type Context = Pick<RequestContext, 'ports' | 'settings' | 'neighbours'>

/**
 * Credentials whose values may be recorded, by their issuer-signed JWT. If the session asks for it: those of our own
 * issuers, which describe a test subject, and those of others only if the operator allows it. Without a valid signature
 * nothing is revealed, because anybody could have put anything there.
 */
export function revealedCredentials(
  { session, presentations }: ResponseReading,
  context: Context,
): ReadonlyMap<string, Revealed> {
  if (!session.options.reveal_claims) return new Map()
  return new Map(
    presentations.flatMap(({ reading }) => {
      if (reading.format !== 'dc+sd-jwt' || reading.issuerSignature.result !== 'valid') return []
      const whose = allowed(isOwn(reading, context), context)
      return whose === null ? [] : [[reading.issuerJwt.text, whose] as const]
    }),
  )
}

/** Like `revealedCredentials`, for a document of a presented mdoc; `null` if its values stay redacted. */
export function revealedDocument(
  { issuerSignature, x5chain }: DocumentReading,
  { session }: Pick<ResponseReading, 'session'>,
  context: Context,
): Revealed | null {
  if (!session.options.reveal_claims || issuerSignature.result !== 'valid' || !x5chain?.facts.readable) return null
  const { publicJwk } = x5chain.facts.certificates[0]
  const isOurs = context.neighbours.issuerConfigurationIds.some((id) =>
    sameKey(publicJwk, context.ports.issuerKeys(id).mdoc.publicJwk),
  )
  return allowed(isOurs, context)
}

const allowed = (isOurs: boolean, { settings }: Context): Revealed | null =>
  isOurs ? 'own' : settings.allowRevealForeign ? 'foreign' : null

/** True if it is signed with the key of the issuer of ours that it names. */
function isOwn({ issuerKey, iss }: SdJwtVcReading, { ports, settings, neighbours }: Context): boolean {
  if (!issuerKey.resolved) return false
  const { jwk } = issuerKey
  return neighbours.issuerConfigurationIds.some(
    (id) =>
      iss.value === credentialIssuer(settings.baseUrl, id) && sameKey(jwk, ports.issuerKeys(id).credential.publicJwk),
  )
}

type Jwk = Readonly<Record<string, unknown>>

const sameKey = (one: Jwk | null, other: Jwk): boolean => one !== null && one.x === other.x && one.y === other.y
