import { z } from 'zod'
import type { IssuerInPlay } from '../configurations/issuer-in-play'

/** JWT VC issuer metadata: where to find the keys for an SD-JWT VC's `iss`. SDJWTVC-5.2 */
export const zJwtVcIssuerMetadata = z.object({ issuer: z.url(), jwks_uri: z.url() }).meta({ id: 'JwtVcIssuerMetadata' })

type JwtVcIssuerMetadata = Readonly<z.infer<typeof zJwtVcIssuerMetadata>>

/** Builds the document; its `issuer` equals the `iss` of our credentials byte for byte. SDJWTVC-5 */
export const buildJwtVcIssuerMetadata = ({
  identifier,
  urls,
}: Pick<IssuerInPlay, 'identifier' | 'urls'>): JwtVcIssuerMetadata => ({
  issuer: identifier,
  jwks_uri: urls.credentialJwks,
})
