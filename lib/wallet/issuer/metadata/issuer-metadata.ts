import { WalletStop } from '../../errors'
import { mediaType } from '../../http/wire'
import { type JsonObject, objectMember, stringMember } from '../../json'
import { need, nowSeconds } from '../../run'
import { aroundStep, requireJson, requireSuccess, sendStep } from '../../step'
import type { Run } from '../run'
import { assumedIssuerMetadata } from './assumed'
import { readSignedMetadata } from './signed-metadata'
import { wellKnownUrl } from './well-known-url'

/**
 * Fetches the credential issuer metadata from the inserted well-known path and verifies that it names the issuer of the
 * offer (OID4VCI-1FINAL-12.2.2, 12.2.4). Accepts signed metadata too.
 *
 * @throws WalletStop, Refused
 */
export async function fetchIssuerMetadata(run: Run): Promise<JsonObject> {
  const issuer = need(run.facts.offer, 'credential offer').credentialIssuer
  if (run.misbehaviour?.skip === 'issuer_metadata') {
    run.misbehaving = true
    return assumedIssuerMetadata(need(run.facts.offer, 'credential offer'))
  }
  const answer = await aroundStep(run, 'issuer_metadata', () =>
    sendStep(run, {
      step: 'issuer_metadata',
      method: 'GET',
      url: wellKnownUrl(issuer, 'openid-credential-issuer', { dropLastSlash: false }),
      headers: [
        ['Accept', 'application/json, application/jwt;q=0.5'],
        ['Accept-Language', 'en'],
      ],
      learned: ({ headers }) => `what the issuer offers, as ${mediaType(headers)}`,
    }),
  )
  requireSuccess('issuer_metadata', answer)
  const metadata =
    mediaType(answer.headers) === 'application/jwt'
      ? readSignedMetadata(answer.body, issuer, nowSeconds(run))
      : requireJson('issuer_metadata', answer)
  if (metadata.credential_issuer !== issuer) {
    throw new WalletStop('The credential_issuer of the metadata is not the one of the offer')
  }
  if (stringMember(metadata, 'credential_endpoint') === null)
    throw new WalletStop('The metadata has no credential_endpoint')
  return metadata
}

/**
 * The metadata of the offered configuration.
 *
 * @throws WalletStop when the issuer does not publish it, so that it cannot be requested
 */
export function requireConfiguration(run: Run, configurationId: string): JsonObject {
  const all = objectMember(run.facts.issuerMetadata, 'credential_configurations_supported')
  const found = objectMember(all, configurationId)
  if (found === null) throw new WalletStop('The offered credential configuration is not in the issuer metadata')
  return found
}
