import type { RequestContext } from '../../../engine/endpoints/request-context'
import { thumbprintBytes } from '../../../ground/jose/jwk'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { toBase64url } from '../../../ground/values/base64url'
import { firstKid } from '../dc-api/entry-kid'
import { entrySessions } from '../dc-api/entry-session'
import { encValuesOf, responseKeyOf } from '../request/client-metadata'
import type { OpenJwe, ResponseJweInput } from './read-response-jwe'
import type { ResponseJweReading } from './response-jwe-reading'

/** Digest under which an ephemeral key is remembered, because its reuse is an error. RFC7518-4.6 */
export const ephemeralKeyDigest = (thumbprint: string, { ports }: Pick<RequestContext, 'ports'>): string =>
  toBase64url(ports.keyedHash('presented-key', thumbprint))

/** The input for reading an encrypted answer to a session. */
export const responseJweInput = (session: PresentationSession, context: RequestContext): ResponseJweInput => ({
  offered: offeredBy(session, context),
  open: openWith(session, context),
  otherSession: async (kid) => {
    const other = kid === session.encryptionKid ? null : await context.ports.store.sessionByEncryptionKid(firstKid(kid))
    // The keys of all entries of a request through a browser are of one session.
    if (other === null || other.sessionId === session.sessionId) return null
    const requests = entrySessions(other)
    const place = requests.findIndex(({ encryptionKid }) => encryptionKid === kid)
    const request = requests[place]
    return request === undefined
      ? null
      : {
          sessionId: other.sessionId,
          entry: other.dcApi === undefined ? null : place,
          thumbprint: thumbprintOf(request, context),
          open: openWith(request, context),
        }
  },
  ports: context.ports,
  seenEphemeralKey: async (thumbprint) =>
    (await context.ports.store.oneTimeValue('jwe_epk', ephemeralKeyDigest(thumbprint, context))) !== null,
})

function openWith({ sealedEncryptionKey }: PresentationSession, { ports }: RequestContext): OpenJwe | null {
  if (sealedEncryptionKey === null) return null
  return async (jwe) => {
    const key = await ports.verifierKeys.openResponseKey(sealedEncryptionKey)
    return key === null ? null : key.decrypt(jwe)
  }
}

/** The encryption that the request offered; `null` if the answer is not encrypted. OID4VP-1FINAL-8.3 */
function offeredBy(session: PresentationSession, context: RequestContext): ResponseJweReading['offered'] {
  const { encryptionKid, request } = session
  if (encryptionKid === null) return null
  return {
    alg: 'ECDH-ES',
    kid: encryptionKid,
    thumbprint: thumbprintOf(session, context),
    encValues: encValuesOf(request.client_metadata),
  }
}

function thumbprintOf({ request }: PresentationSession, { ports }: RequestContext): string | null {
  const bytes = thumbprintBytes(responseKeyOf(request), ports.digest)
  return bytes === null ? null : toBase64url(bytes)
}
