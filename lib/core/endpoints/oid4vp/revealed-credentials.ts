import type { SdJwtVcReading } from '../../formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { issuerConfigurations } from '../../issuers'
import type { ResponseReading } from '../../oid4vp/response/response-reading'
import type { Revealed } from '../../redact/redaction'
import type { RequestContext } from '../../request-context'
import { credentialIssuer } from '../../uris'

/**
 * Credentials whose values evidence may show, by the text of their issuer-signed JWT: where the session asks for it,
 * those of our own issuers, which are about a test subject; those of others only where the operator allows it. A
 * signature that does not verify reveals nothing, for anybody could have put anything there.
 */
export function revealedCredentials(
  { session, presentations }: ResponseReading,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): ReadonlyMap<string, Revealed> {
  if (!session.options.reveal_claims) return new Map()
  return new Map(
    presentations.flatMap(({ reading }) => {
      if (reading.format !== 'dc+sd-jwt' || reading.issuerSignature.result !== 'valid') return []
      const whose: Revealed = isOwn(reading, context) ? 'own' : 'foreign'
      return whose === 'own' || context.settings.allowRevealForeign ? [[reading.issuerJwt.text, whose] as const] : []
    }),
  )
}

/** Signed with the key of one of our issuers, whatever it says of itself. */
function isOwn({ issuerKey, iss }: SdJwtVcReading, { ports, settings }: Pick<RequestContext, 'ports' | 'settings'>) {
  if (!issuerKey.resolved) return false
  const { jwk } = issuerKey
  return issuerConfigurations.some(({ id }) => {
    const { publicJwk } = ports.issuerKeys(id).credential
    return iss.value === credentialIssuer(settings.baseUrl, id) && jwk.x === publicJwk.x && jwk.y === publicJwk.y
  })
}
