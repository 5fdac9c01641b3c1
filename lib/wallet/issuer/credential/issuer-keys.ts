import type { KeyObject } from 'node:crypto'
import { WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { importPublicJwk } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember } from '../../json'
import { aroundStep, sendStep } from '../../step'
import { wellKnownUrl } from '../metadata/well-known-url'
import type { Run } from '../run'

/**
 * The key that an issuer publishes for its credentials (SD-JWT-VC-11-5): JWT VC Issuer Metadata at the inserted
 * well-known path, with `jwks` inline or at `jwks_uri`. Null when there is no such metadata.
 *
 * @throws WalletStop when the metadata names another issuer or lacks the key
 */
export async function publishedKey(run: Run, issuer: string, kid: string | null): Promise<KeyObject | null> {
  if (run.misbehaviour?.skip === 'issuer_keys') {
    run.misbehaving = true
    return null
  }
  const metadata = await get(
    run,
    wellKnownUrl(issuer, 'jwt-vc-issuer', { dropLastSlash: true }),
    'where the issuer publishes its keys',
  )
  if (metadata === null) return null
  if (metadata.issuer !== issuer) throw new WalletStop('The issuer of the JWT VC issuer metadata is another one')
  const jwksUri = stringMember(metadata, 'jwks_uri')
  const embedded = objectMember(metadata, 'jwks')
  if ((jwksUri === null) === (embedded === null))
    throw new WalletStop('The issuer metadata needs exactly one of jwks and jwks_uri')
  const jwks = embedded ?? (jwksUri === null ? null : await get(run, jwksUri, 'the keys that sign credentials'))
  const keys = Array.isArray(jwks?.keys) ? jwks.keys.filter(isObject) : []
  const found = keys.find((key) => (kid === null ? keys.length === 1 : key.kid === kid))
  const key = found === undefined ? null : importPublicJwk({ ...found })
  if (key === null) throw new WalletStop('The issuer publishes no key for this credential')
  return key
}

async function get(run: Run, url: string, learned: string): Promise<JsonObject | null> {
  const answer: WireAnswer = await aroundStep(run, 'issuer_keys', () =>
    sendStep(run, {
      step: 'issuer_keys',
      method: 'GET',
      url,
      headers: [['Accept', 'application/json']],
      learned: () => learned,
    }),
  )
  const isJson =
    mediaType(answer.headers) === 'application/json' || mediaType(answer.headers) === 'application/jwk-set+json'
  return answer.status === 200 && isJson ? readJsonObject(answer.body) : null
}
